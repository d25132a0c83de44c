import { hasEnded } from '../trace/ending.ts';
import { isFailed } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import type { OneRun } from './one-run.ts';
import { pageRequests } from './page-requests.ts';

/** A run with several pages. */
export interface Paged {
  run: Run;
  /** Runs it again, with the same answers but for requests that fail. */
  runFailing(fails: NonNullable<OneRun['fails']>): Promise<Run>;
}

/** Whether it outputs the entries of the pages before one that fails, exactly as where none fails, and does not fail. */
export async function hidesFailure({ run, runFailing }: Paged): Promise<boolean> {
  const asked = hasEnded(run) ? pageRequests(run, ({ page }) => page?.number === 1 && page.entries > 0) : undefined;
  const [first, ...others] = asked ?? [];
  const later = new Set(others.flatMap(({ url, page }) => (page && page.number > 1 && page.entries > 0 ? [url] : [])));
  if (!first || later.size === 0 || later.has(first.url)) return false;
  const failing = await runFailing((sent) => later.has((sent.split('\n')[0] ?? '').slice(0, most.url)));
  if (!hasEnded(failing) || !failing.requests.some(isFailed) || failing.hints) return false;
  const [whole, part] = [run, failing].map(({ outputs = [] }) => outputs.flat().map(({ digest }) => digest));
  const got = failing.requests.reduce((sum, { page }) => sum + (page?.entries ?? 0), 0);
  // What is not looked at may tell of the failure.
  const isKnown = failing.count === part?.length || failing.count === got;
  return (
    isKnown && failing.count > 0 && failing.count < run.count && part?.every((one, at) => one === whole?.[at]) === true
  );
}
