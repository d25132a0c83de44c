import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import { jsonText } from '../trace/json-text.ts';
import type { Run } from '../trace/run.ts';

/** A page of a list: its entries, and what it says of the next one. */
interface Page {
  run: Run;
  entries: readonly unknown[];
  next: unknown;
}

/** Gets a page that is full. @param page what the one before said of it */
export type ListPage = (page?: unknown) => Promise<Page>;

/**
 * Which page a method of a list does not get beyond, though it says that there is another one.
 * @returns undefined if it does not say that there is one
 */
export async function repeatedPage(list: ListPage): Promise<'first' | 'second' | 'none' | undefined> {
  const first = await list();
  const { next } = first;
  if (typeof next !== 'number' && (typeof next !== 'string' || next === '')) return undefined;
  const { requests } = first.run;
  if (!hasEnded(first.run) || first.entries.length === 0 || requests.length === 0) return 'none';
  const second = await list(next);
  if (!hasEnded(second.run)) return 'none';
  const isSame = haveSameDigests(second.run.requests, requests) && jsonText(second.entries) === jsonText(first.entries);
  if (isSame) return 'first';
  return second.entries.length > 0 && second.next === next && isCounted(first) ? 'second' : 'none';
}

/** Whether code itself counts its pages: no response has a number or a time, which would be the same in each page. */
const isCounted = ({ next, run: { requests } }: Page) =>
  Number(next) > 0 && requests.every(({ answer }) => answer !== undefined && !/:\s*-?\d|\d{4}-\d\d-\d\d/.test(answer));
