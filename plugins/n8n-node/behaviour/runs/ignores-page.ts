import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import { jsonText } from '../trace/json-text.ts';
import type { Run } from '../trace/trace.ts';

/** A page of a list: its entries, and what it says of the next one. */
interface Page {
  run: Run;
  entries: readonly unknown[];
  next: unknown;
}

/** Gets a page that is full. @param page what the one before said of it */
type ListPage = (page?: unknown) => Promise<Page>;

/**
 * Whether a method says that there is another page, and lists the first one again when it is asked for it.
 * @returns undefined if it does not say that there is one
 */
export async function ignoresPage(list: ListPage): Promise<boolean | undefined> {
  const first = await list();
  const { next } = first;
  if (typeof next !== 'number' && (typeof next !== 'string' || next === '')) return undefined;
  const { requests } = first.run;
  if (!hasEnded(first.run) || first.entries.length === 0 || requests.length === 0) return false;
  const second = await list(next);
  return (
    hasEnded(second.run) &&
    haveSameDigests(second.run.requests, requests) &&
    jsonText(second.entries) === jsonText(first.entries)
  );
}
