import { haveSameDigests } from '../trace/digest.ts';
import { hasEnded } from '../trace/ending.ts';
import { jsonText } from '../trace/json-text.ts';
import type { Run } from '../trace/run.ts';

/** Searches a list for a text, and gives back the entries. */
export type Search = (filter?: string) => Promise<{ run: Run; entries: readonly unknown[] }>;

/** What is in no name. */
const unlike = 'qxzwvjkqxzwvjk';

/**
 * Whether a method lists the same entries whatever is searched for: a text that none of them has, and one that only the last
 * of them has. Nothing is said of a text that is sent: the API filters by it.
 */
export async function ignoresFilter(search: Search): Promise<boolean> {
  const before = await search();
  const texts = before.entries.map((entry) => jsonText(entry).toLowerCase());
  const name: unknown = Reflect.get(Object(before.entries.at(-1)), 'name');
  if (!hasEnded(before.run) || typeof name !== 'string' || name === '' || texts.length < 2) return false;
  if (texts.slice(0, -1).some((text) => text.includes(name.toLowerCase()))) return false;
  for (const text of [unlike, name]) {
    const after = await search(text);
    if (!hasEnded(after.run) || !haveSameDigests(before.run.requests, after.run.requests)) return false;
    if (jsonText(after.entries) !== jsonText(before.entries)) return false;
  }
  return true;
}
