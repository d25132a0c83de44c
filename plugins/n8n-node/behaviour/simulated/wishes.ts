import type { FormName, Marking } from './values.ts';

/** What is given other values than usual, because the node refused those. */
export interface Wishes {
  forms: ReadonlyMap<string, FormName>;
  /** Of optional fields: none, one of each collection, or all. */
  fields: 'none' | 'one' | 'all';
  /** Optional fields that are left out all the same. */
  without: ReadonlySet<string>;
}

export const noWishes: Wishes = { forms: new Map(), fields: 'none', without: new Set() };

/** What an error that a node threw before any request asks for instead. */
const asked: readonly [RegExp, FormName][] = [
  [/json[^.]*array|array[^.]*json|must be an array|array of/i, 'jsonList'],
  [/json/i, 'json'],
  [/integer|numeric|\bnumbers?\b|\bNaN\b|digits/i, 'number'],
  [/e-?mail/i, 'email'],
  [/\burl\b|https?:/i, 'url'],
  [/uuid|guid/i, 'uuid'],
  [/\bhex/i, 'hex'],
  [/yyyy|iso ?8601|\bdate\b/i, 'date'],
  [/phone/i, 'phone'],
  [/parse|object/i, 'json'],
  [/characters|too short|length/i, 'long'],
];

/** `ID`, `orderId`, and what may be one. */
const askedId = /\b(ids?|IDs?|Ids?)\b|[a-z]I[dD]s?\b|invalid format/;
/** What IDs may have to look like. */
const idForms = ['uuid', 'hex', 'number'] as const;

/** Other values to try after a node refused those that it got; undefined where nothing is left to try. */
export function wishesAfter(message: string, { names, known }: Marking, before: Wishes): Wishes | undefined {
  const meant = named(message, known, names);
  const form = formAsked(
    message,
    before,
    meant.map(({ name }) => name),
  );
  const all = meant.length > 0 ? meant.map(({ name }) => name) : names;
  const changed = form === undefined ? [] : all.filter((name) => before.forms.get(name) !== form);
  // An error that names nothing is more likely about what is not there.
  const isAboutFields =
    meant.length === 0 && before.fields === 'none' && /at least|empty|required|missing|provide/i.test(message);
  if (form !== undefined && changed.length > 0 && !isAboutFields)
    return { ...before, forms: new Map([...before.forms, ...changed.map((name): [string, FormName] => [name, form])]) };
  const fields = meant.filter(({ name, isField }) => isField && !before.without.has(name)).map(({ name }) => name);
  if (before.fields === 'all' && fields.length > 0)
    return { ...before, without: new Set([...before.without, ...fields]) };
  if (before.fields === 'none') return { ...before, fields: 'one' };
  return before.fields === 'one' ? { ...before, fields: 'all' } : undefined;
}

function formAsked(message: string, before: Wishes, meant: readonly string[]): FormName | undefined {
  const [, form] = asked.find(([pattern]) => pattern.test(message)) ?? [];
  if (form !== undefined) return form;
  const tried = new Set(
    [...before.forms].flatMap(([name, one]) => (meant.length === 0 || meant.includes(name) ? [one] : [])),
  );
  return askedId.test(message) ? idForms.find((one) => !tried.has(one)) : undefined;
}

/** The parameters and fields that an error names, or whose value it repeats. */
function named(message: string, known: Marking['known'], names: readonly string[]): Marking['known'][number][] {
  const text = message.toLowerCase();
  const has = (word: string) =>
    new RegExp(`(?<![a-z0-9_])${word.toLowerCase().replace(/[^a-z0-9 _]/g, '\\$&')}(?![a-z0-9_])`).test(text);
  const repeated = new Set(names.filter((_, at) => text.includes(`p${at}r`)));
  const all = known.filter(({ name, label }) => repeated.has(name) || has(name) || has(label));
  // `User ID` is not about `ID`.
  const longest = Math.max(0, ...all.map(({ name, label }) => Math.max(name.length, label.length)));
  return all.filter(({ name, label }) => repeated.has(name) || Math.max(name.length, label.length) === longest);
}
