import { singularWordsOf } from '../../model/words.ts';
import { marksIn, parameterOf } from '../trace/marks.ts';
import { type FormName, formInstead } from './forms.ts';
import type { Marking, Wishes } from './marking.ts';

export const noWishes: Wishes = {
  forms: new Map(),
  fields: 'none',
  without: new Set(),
  guessed: new Set(),
  file: 'txt',
  secret: 32,
};
/** Of AES, which takes no others: https://nodejs.org/api/errors.html#err_crypto_invalid_keylen */
const otherKeys: ReadonlyMap<number, number> = new Map([
  [32, 16],
  [16, 24],
]);

/** Types of files by extension: https://www.iana.org/assignments/media-types */
export const fileTypes: Readonly<Record<string, string>> = {
  ...{ txt: 'text/plain', csv: 'text/csv', pdf: 'application/pdf' },
  ...{ wav: 'audio/wav', mp3: 'audio/mpeg', mp4: 'video/mp4' },
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
};
const fileNames = new RegExp(`\\b(?:${Object.keys(fileTypes).join('|')})\\b`, 'gi');

/** What an error that a node threw before any request asks for instead. */
const asked: readonly [RegExp, FormName][] = [
  [/\bat least (?:2|two)\b.{0,60}\bids?\b/i, 'pair'],
  [/\bno binary (?:field|data|property|file)\b/i, 'binary'],
  [/\bnumeric IDs?\b/i, 'number'],
  [/\b(?:array|list) of strings\b/i, 'textList'],
  [/\b(?:array|list) of (?:arrays|lists)\b|\b(?:2|two)[- ]?d(?:imensional)? array\b/i, 'rows'],
  [/json[^.]*array|array[^.]*json|must be an array|array of/i, 'jsonList'],
  [/json/i, 'json'],
  [/\bpackage name\b/i, 'package'],
  [/\b(?:domain|host) ?names?\b|\bdomain\b/i, 'domain'],
  [/\bdigits\b/i, 'number'],
  [/\bphone\b|e\.?164|\bcountry code\b|national number/i, 'phone'],
  [/integer|numeric|\bnumbers?\b|\bNaN\b/i, 'number'],
  [/e-?mail/i, 'email'],
  [/\burl\b|https?:/i, 'url'],
  [/uuid|guid/i, 'uuid'],
  [/\bobjectid\b|\b24\b.{0,20}\bhex/i, 'objectId'],
  [/\bhex/i, 'hex'],
  [/yyyy|iso ?8601|\bdate\b/i, 'date'],
  [/parse|object/i, 'json'],
  [/characters|too short|length/i, 'long'],
  [/\bmust be (?:a )?(?:non-?empty )?strings?\b/i, 'text'],
];

/** `ID`, `orderId`, and what may be one. */
const askedId = /\b(ids?|IDs?|Ids?)\b|[a-z]I[dD]s?\b|invalid format/;
/** What IDs may have to look like. */
const idForms = ['uuid', 'hex', 'number'] as const;

/** Characters that marks have anyway, in whatever form. */
const markLength = 9;
/** Of the longest IDs that are numbers: those of Zoho have 18, those of Discord up to 20. */
const longNumber: FormName = 'digits:18';

/** What an error says of something that is not there. */
const absence = /at least|empty|required|missing|provide/i;

/** What a text says that a value begins with: `must start with acc_`, `does not start with a header (expected a line like "ACC 3;")` */
export const prefixIn = (text: string): string | undefined =>
  /\b(?:start|begin)s? with (?!an? |the |one )['"`]?([\w.:/#@-]{1,20})/i.exec(text)?.[1] ??
  /\b(?:start|begin)s? with [^"`\n]{1,80}\blike ["`]([^"`\n]{1,40})["`]/i.exec(text)?.[1];

/** What an error says of a value that is none of those that the code knows. */
const refusal = /unsupported|unknown|invalid|not (?:valid|supported|allowed)|must be|one of/i;

/** What an error says of a number that is too large. */
const exceeding = /\bexceed|\btoo (?:large|big|long|high|many)\b|\bat most\b|\bmax(?:imum)?\b|\bless than\b/i;

/** What it says of a switch that has to be on: `Set "Confirm Deletion" to true`. */
const confirmed = /\b(?:true|confirm\w*|enabled?|checked|tick(?:ed)?|on|acknowledge\w*)\b/i;

/** What it says of a list with too few entries. */
const several = /\b(?:between|at least|minimum of) (?:2|two)\b/i;

/** Other values to try after a node refused those that it got; undefined where nothing is left to try. */
export function wishesAfter(message: string, { names, known }: Marking, before: Wishes): Wishes | undefined {
  // `.txt is not supported, only .pdf`
  const file = [...message.matchAll(fileNames)].map(([name]) => name.toLowerCase()).find((one) => one !== before.file);
  if (file !== undefined && before.file === noWishes.file) return { ...before, file };
  const secret = /\binvalid key length\b/i.test(message) ? otherKeys.get(before.secret) : undefined;
  if (secret !== undefined) return { ...before, secret };
  const text = withoutPaths(message);
  const meant = named(text, known, names);
  const excluded = /\bnot both\b|\bonly one of\b|\bmutually exclusive\b/i.test(text)
    ? exclusive(optionalIn(meant, names, before))
    : [];
  if (excluded.length > 0) return withUnset(before, excluded);
  const switched = confirmed.test(text)
    ? meant.filter((one) => one.isSwitch && !one.isField).map(({ name }) => name)
    : [];
  if (switched.some((name) => !before.confirmed?.has(name)))
    return { ...before, confirmed: new Set([...(before.confirmed ?? []), ...switched]) };
  const prefix = prefixIn(message);
  const [, count, unit = ''] = /\b(\d{1,3})[- ]?(digit|character)s?\b/i.exec(message) ?? [];
  const length = Number(count);
  const host = /\bformat:? ?['"`]?(?:number|digits|\d+)@((?:[\w-]{1,20}\.){1,3}\w{2,20})/i.exec(message)?.[1];
  const asking: FormName | undefined =
    host !== undefined
      ? `digits@${host}`
      : prefix !== undefined
        ? `prefix:${prefix}`
        : length > markLength && unit.toLowerCase() === 'digit'
          ? `digits:${length}`
          : askedBy(text, length);
  const guess = askedId.test(text) ? idForms.find((form) => !before.guessed.has(form)) : undefined;
  // `Invalid filters` says nothing of them, but what the editor shows beside the parameter may.
  const about = /invalid|not valid|malformed|wrong/i.test(text)
    ? meant.map((one) => one.about.replace(/https?:\S+/g, '')).join('\n')
    : '';
  const form = asking ?? guess ?? asked.find(([pattern]) => pattern.test(about))?.[1];
  const all = meant.length > 0 ? meant : known.filter(({ name }) => names.includes(name));
  const changed = (form === undefined ? [] : all).flatMap((one): [string, FormName][] => {
    const now = before.forms.get(one.name);
    const isTooShort = form === 'number' && now === 'number' && meant.length > 0;
    const other = isTooShort ? longNumber : formInstead(now ?? one.form, form ?? one.form);
    return now === other ? [] : [[one.name, other]];
  });
  // An error that names nothing is more likely about what is not there.
  const isAboutFields = meant.length === 0 && before.fields === 'none' && absence.test(text);
  if (form !== undefined && changed.length > 0 && !isAboutFields) {
    const forms = new Map([...before.forms, ...changed]);
    return { ...before, forms, guessed: asking === undefined ? new Set([...before.guessed, form]) : before.guessed };
  }
  const hasNumbers = known.some(({ name, isNumber }) => isNumber && names.includes(name));
  if (exceeding.test(text) && hasNumbers && !before.isSmall) return { ...before, isSmall: true };
  if (several.test(text) && before.fields !== 'none' && !before.hasTwoEntries)
    return { ...before, hasTwoEntries: true };
  const optional = optionalIn(meant, names, before);
  if (optional.length > 0 && refusal.test(text)) return withUnset(before, optional);
  const fields = meant.filter(({ name, isField }) => isField && !before.without.has(name)).map(({ name }) => name);
  if (before.fields === 'all' && fields.length > 0)
    return { ...before, without: new Set([...before.without, ...fields]) };
  if (before.fields === 'none') return { ...before, fields: 'one' };
  return before.fields === 'one' ? { ...before, fields: 'all' } : undefined;
}

/** `fields.size` is about `size`. */
const withoutPaths = (message: string) => message.replace(/\b\w+\.(?=\w)/g, '');

/** Names of the parameters and fields that an error is about. */
export const parametersNamed = (message: string, { names, known }: Marking): string[] =>
  named(withoutPaths(message), known, names).map(({ name }) => name);

/** The parameters of the top level that may be left out, and are not. */
const optionalIn = (meant: Marking['known'], names: readonly string[], { unset }: Wishes): Marking['known'] =>
  meant.filter(({ name, isField, isRequired }) => names.includes(name) && !isField && !isRequired && !unset?.has(name));

const withUnset = (before: Wishes, parameters: Marking['known']): Wishes => ({
  ...before,
  unset: new Set([...(before.unset ?? []), ...parameters.map(({ name }) => name)]),
});

/** Of those of which one may have a value: all but the first one that an error names. */
const exclusive = (optional: Marking['known']) => optional.slice(optional.length > 1 ? 1 : 0);

/** @param length of the characters that the text asks for */
function askedBy(text: string, length: number): FormName | undefined {
  const form = asked.find(([pattern]) => pattern.test(text))?.[1];
  const isLength = (form ?? 'long') === 'long' && length > markLength && !/less than|at most|up to|\bmax/i.test(text);
  return isLength ? `characters:${length}` : form;
}

/** The parameters and fields that an error names, or whose value it repeats. */
function named(message: string, known: Marking['known'], names: readonly string[]): Marking['known'][number][] {
  const { stale } = marksIn(message, Number.NaN);
  const repeated = new Set(stale.map((mark) => names[parameterOf(mark)]));
  if (repeated.size > 0) return known.filter(({ name }) => repeated.has(name));
  const text = ` ${singularWordsOf(message).join(' ')} `;
  // `User ID` is not about `ID`, and `Printer ID` is about `jobPrinterIds`.
  const likeness = (phrase: string) => {
    const words = singularWordsOf(phrase);
    const shared = new Set(words.filter((word) => text.includes(` ${word} `))).size;
    if (words.length > 0 && text.includes(` ${words.join(' ')} `)) return shared + 0.5;
    return shared > 1 ? shared : 0;
  };
  const scores = known.map(({ name, label }) => Math.max(likeness(name), likeness(label)));
  const most = Math.max(1, ...scores);
  return known.filter((_, at) => scores[at] === most);
}
