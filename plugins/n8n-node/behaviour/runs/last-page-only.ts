import { readsPage } from '../simulated/page-fields.ts';
import { type KnownValues, newShape } from '../simulated/recorder.ts';
import { hasEnded } from '../trace/ending.ts';
import { jsonText } from '../trace/json-text.ts';
import type { Run } from '../trace/run.ts';
import type { Answers } from './learned.ts';
import { pageRequests } from './page-requests.ts';

/** Lists once more, with answers of which more is known. */
type ListWith = (
  answers: Answers,
  kind: 'record' | 'plain',
  known: KnownValues,
) => Promise<{ run: Run; entries: readonly unknown[] }>;

/** Whether a method requests several pages, and lists the entries of the last one in place of all. */
export async function listsLastPageOnly(answers: Answers, list: ListWith): Promise<boolean> {
  if (![...answers.shapes.values()].some(readsPage)) return false;
  const known = { ...answers.known, hasMore: true };
  const anew: Answers = { shapes: new Map(), usual: newShape(), known };
  await list(anew, 'record', known);
  const { run, entries } = await list(anew, 'plain', known);
  const asked = hasEnded(run) ? pageRequests(run, ({ hasNext }) => hasNext === true) : undefined;
  const pages = asked?.flatMap(({ page }) => (page && page.entries > 0 ? [page] : [])) ?? [];
  const last = pages.at(-1);
  if (!last || pages.length < 2 || !pages.every(({ number }, at) => number === at + 1)) return false;
  const before = pages.slice(0, -1).reduce((sum, page) => sum + page.entries, 0);
  const text = jsonText(entries);
  const hasEntry = (number: number) => new RegExp(`(?:v|name)${number}\\b`).test(text);
  const numbers = [...Array(before).keys()].map((at) => at + 1);
  return entries.length === last.entries && hasEntry(before + 1) && !numbers.some(hasEntry);
}
