import { singularWordsOf } from '../../model/words.ts';
import type { OperationTrace } from '../trace/trace.ts';
import { most } from '../trace/trace-limits.ts';
import { seeJson } from './request-fields.ts';

/** Two values of a parameter. */
export type Pair = readonly [one: string, other: string];

export type Joined = NonNullable<OperationTrace['joined']>[number];

/** Words of which each takes what the other one leaves. */
const opposites: readonly (readonly [string, string])[] = [
  ['include', 'exclude'],
  ['included', 'excluded'],
  ['allow', 'block'],
  ['allow', 'deny'],
  ['allowed', 'blocked'],
  ['allowed', 'denied'],
  ['add', 'remove'],
];

/**
 * The parameters whose two values are one text in a body in JSON, `"a,b"`, although that field is a list of texts without
 * them, or the field of the opposite parameter is one, as of `includeDomains` and `excludeDomains`.
 * @param bodies of a run in which all of them have both values
 * @param unselected gets the bodies of one in which they have none
 */
export async function joinedIn(
  pairs: ReadonlyMap<string, Pair>,
  bodies: readonly string[],
  unselected: () => Promise<readonly string[]>,
): Promise<Joined[]> {
  const sent = valuesIn(bodies);
  const lists = [...pairs].filter(([, pair]) => sent.some(({ value }) => isListOf(value, pair))).map(([name]) => name);
  const texts = [...pairs].flatMap(([name, pair]) => {
    const field = sent.find(({ value }) => isTextOf(value, pair));
    return field === undefined ? [] : [{ name: name.slice(0, most.name), key: field.key.slice(0, most.name) }];
  });
  if (texts.length === 0) return [];
  const bare = valuesIn(await unselected());
  return texts.flatMap((one): Joined[] => {
    const other = lists.find((name) => areOpposite(name, one.name));
    if (other !== undefined) return [{ ...one, other: other.slice(0, most.name) }];
    return bare.some(({ key, value }) => key === one.key && isTextList(value)) ? [one] : [];
  });
}

/** The fields of bodies in JSON, at any depth, without the entries of lists. */
function valuesIn(bodies: readonly string[]): { key: string; value: unknown }[] {
  const found: { key: string; value: unknown }[] = [];
  for (const body of bodies)
    seeJson(body, (key, value) => {
      if (!/^\d*$/.test(key)) found.push({ key, value });
    });
  return found;
}

const isListOf = (value: unknown, pair: Pair): boolean =>
  Array.isArray(value) && value.length === pair.length && pair.every((one) => value.includes(one));

const isTextOf = (value: unknown, [one, other]: Pair): boolean =>
  typeof value === 'string' && new Set([`${one},${other}`, `${one}, ${other}`]).has(value);

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

/** Whether two names differ in one word, which is the opposite of that of the other one. */
function areOpposite(name: string, other: string): boolean {
  const [words, others] = [singularWordsOf(name), singularWordsOf(other)];
  const differing = words.flatMap((word, at) => (word === others[at] ? [] : [[word, others[at] ?? '']]));
  const [[word, opposite] = []] = differing;
  return (
    words.length === others.length &&
    differing.length === 1 &&
    opposites.some((pair) => pair.some((one) => one === word) && pair.some((one) => one === opposite))
  );
}
