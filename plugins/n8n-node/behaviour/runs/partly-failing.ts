import { safeDecode } from '../simulated/request-text.ts';
import { hasEnded } from '../trace/ending.ts';
import { itemsIn, parameterOf, withoutValues } from '../trace/marks.ts';
import { isFailed, isWrite, type TracedRequest, withoutQuery } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import type { Learned } from './learned.ts';
import type { Stage } from './observe-run.ts';
import type { OneRun } from './one-run.ts';

/** Runs an operation where some of its requests fail. */
export async function partlyFailing(
  plain: Run,
  learned: Pick<Learned, 'answers' | 'prepared'>,
  items: readonly number[],
  run: (options: Omit<OneRun, 'shapes' | 'usual'>) => Promise<Run>,
  stage: Pick<Stage, 'outcomes'>,
): Promise<Run[]> {
  const runs: Run[] = [];
  const later = failureOfLater(plain);
  if (later) runs.push(await run({ kind: 'later', items: [0], number: 8, fails: later }));
  else runs.push(...(await lastFailing(plain, learned, run)));
  const fails = failureOfItems(plain, items.length);
  if (!fails) return runs;
  const tolerant = await run({ kind: 'tolerant', items, number: 4, continueOnFail: true, fails });
  runs.push(tolerant);
  if (tellsNothing(tolerant)) runs.push(await run({ kind: 'strict', items, number: 4, fails }));
  if (hasEnded(tolerant) && stage.outcomes().readsFailure)
    runs.push(await run({ kind: 'broken', items, number: 4, continueOnFail: true, fails, status: 0 }));
  return runs;
}

/** Whether a request failed, and no output tells of it. */
const tellsNothing = (run: Run) =>
  hasEnded(run) && run.requests.some(isFailed) && !run.outputs?.flat().some(({ failure }) => failure);

/**
 * Decides which requests fail where "Continue on fail" is tried: those of one item, or where no request tells its item,
 * those that are sent once for each. What is sent once for all, a login for example, is no failure of an item.
 */
function failureOfItems({ requests }: Run, items: number): ((sent: string) => boolean) | undefined {
  if (requests.some(({ marks }) => marks.some((mark) => mark.startsWith('1.'))))
    return (sent) => itemsIn(safeDecode(sent)).includes(1);
  const groups = Map.groupBy(requests, ({ url }) => url);
  const repeated = new Set([...groups].flatMap(([url, same]) => (same.length >= items ? [url] : [])));
  return repeated.size === 0 ? undefined : (sent) => repeated.has(sent.split('\n')[0] ?? '');
}

/** Where requests go, without values and without what they ask for. */
const kindOf = (url = '') => withoutValues(safeDecode(withoutQuery(url)));

/** What fails where only the first kind of request is answered; undefined unless another kind writes something. */
function failureOfLater({ requests: [first, ...others] }: Run): ((sent: string) => boolean) | undefined {
  const known = kindOf(first?.url);
  const writes = others.some((request) => isWrite(request) && kindOf(request.url) !== known);
  return writes ? (sent) => kindOf(sent.split('\n')[0]) !== known : undefined;
}

/** The last request of a run, if it reads from another address than the first one. */
function lastRead({ requests: [first, ...others] }: Run): TracedRequest | undefined {
  const last = others.at(-1);
  return last?.method === 'GET' && kindOf(last.url) !== kindOf(first?.url) ? last : undefined;
}

/** Runs an operation where what it reads last fails, after a login for example, if it outputs something of it. */
async function lastFailing(
  plain: Run,
  { answers: { known }, prepared }: Pick<Learned, 'answers' | 'prepared'>,
  run: (options: Omit<OneRun, 'shapes' | 'usual'>) => Promise<Run>,
): Promise<Run[]> {
  if (!lastRead(plain)) return [];
  const { names } = prepared.marking;
  const options = { kind: 'later', items: [0], number: 8 } as const;
  // What is made up fits no filter of the operation itself, which no request has.
  const kept = new Set(plain.requests.flatMap(({ marks }) => marks.map((mark) => names[parameterOf(mark)] ?? '')));
  const sparse = { item: 0, without: 'optional', kept } as const;
  const unfiltered = { ...options, sparse, known: { ...known, hasLists: true } } as const;
  const [whole, given] = plain.count > 0 ? [plain, options] : [await run(unfiltered), unfiltered];
  const last = lastRead(whole);
  if (!last || !hasEnded(whole) || whole.count === 0) return [];
  return [await run({ ...given, fails: (sent) => kindOf(sent.split('\n')[0]) === kindOf(last.url) })];
}
