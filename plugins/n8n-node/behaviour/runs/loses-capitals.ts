import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';

/** What a list that can be searched gave back. */
interface SearchedList {
  run: Run;
  entries: readonly unknown[];
}

/** Searches a list for a text. @param hasCapitals whether the texts that the API answers with begin with a capital letter */
export type Search = (filter: string | undefined, hasCapitals: boolean) => Promise<SearchedList>;

/**
 * Whether a method that filters a list itself finds no entry by a text of its name with a capital letter, and finds the same
 * in small letters. Nothing is said of a text that is sent: the API filters by it.
 * @param all what is searched for to see the list
 * @returns what it converts to small letters: the names only, or what is searched for only
 */
export async function losesCapitals(
  search: Search,
  all: string | undefined,
): Promise<OperationTrace['losesCapitals'] | undefined> {
  const isFound = async (hasCapitals: boolean, isSmall = !hasCapitals): Promise<boolean | undefined> => {
    const before = await search(all, hasCapitals);
    const entry = before.entries.find((one) => textOf(one, hasCapitals) !== undefined);
    if (entry === undefined) return undefined;
    const text = textOf(entry, hasCapitals);
    const after = await search(isSmall ? text?.toLowerCase() : text, hasCapitals);
    if (!hasEnded(after.run) || !haveSameDigests(before.run.requests, after.run.requests)) return undefined;
    return after.entries.some((one) => fieldOf(one, 'value') === fieldOf(entry, 'value'));
  };
  if ((await isFound(true)) !== false || (await isFound(false)) !== true) return undefined;
  return (await isFound(true, true)) === true ? 'names' : 'text';
}

/** A text that was made up for an answer, in the name of an entry. */
function textOf(entry: unknown, hasCapitals: boolean): string | undefined {
  const name = fieldOf(entry, 'name');
  const made = hasCapitals ? /(?<![\w@.-])[\w@.-]*V\d[\w@.-]*/ : /(?<![\w@.-])[\w@.-]*v\d[\w@.-]*/;
  return typeof name === 'string' ? made.exec(name)?.[0] : undefined;
}

const fieldOf = (entry: unknown, field: 'name' | 'value'): unknown => Reflect.get(Object(entry), field);
