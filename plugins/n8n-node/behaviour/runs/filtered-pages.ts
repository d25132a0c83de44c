import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import type { ListPage } from './repeated-page.ts';

/**
 * Whether a method that leaves out entries itself, and asks for the next page by the number of entries so far, counts only
 * those that it has left: the next page begins with entries that were on this one.
 * @param list gets full pages @param filter a text that users search for
 */
export async function countsFiltered(list: (filter?: string) => ListPage): Promise<boolean> {
  const whole = await list()();
  const { entries, run, next } = whole;
  if (!hasEnded(run) || entries.length < 2 || Number(next) !== entries.length) return false;
  const last = Object(entries.at(-1));
  // A name may be made of several fields, of which one is searched.
  for (const text of [last.name, last.value].filter((one) => typeof one === 'string' && one !== '')) {
    const some = await list(text)();
    if (!hasEnded(some.run) || !haveSameDigests(some.run.requests, run.requests)) return false;
    const { length } = some.entries;
    if (length === 0 || length >= entries.length) continue;
    if (Number(some.next) !== length) return false;
    const after = await list(text)(some.next);
    const asks = new RegExp(`[?&][\\w.[\\]-]+=${length}(?:&|$)`);
    return hasEnded(after.run) && after.run.requests.some(({ url }) => asks.test(url));
  }
  return false;
}
