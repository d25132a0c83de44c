import { readsPageCount } from '../simulated/page-fields.ts';
import type { Shape } from '../simulated/recorder.ts';
import { pageSizeOf } from '../simulated/request-text.ts';
import type { TracedRequest } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';
import type { OperationTrace } from '../trace/trace.ts';

/** The entry that a page begins with. */
const offset = /[?&](?:offset|\$?skip|start(?:_?at)?)=(\d{1,6})(?=&|$)/i;

type Request = Pick<TracedRequest, 'method' | 'url'>;

/** Two pages, of which the second one begins before the end of the first. @param requests for full pages */
export function overlapIn(requests: readonly Request[]): { entries: number; start: number; next: number } | undefined {
  const asked = requests.flatMap(({ method, url }) => {
    const start = offset.exec(url)?.[1];
    const entries = pageSizeOf(url);
    const kind = `${method} ${url.replace(offset, '')}`;
    return start === undefined || entries === undefined ? [] : [{ kind, start: Number(start), entries }];
  });
  for (const [at, { kind, start, entries }] of asked.entries()) {
    const next = asked[at + 1];
    const step = next?.kind === kind ? next.start - start : 0;
    if (next && step > 0 && step < entries) return { entries, start, next: next.start };
  }
  return undefined;
}

/** The same of a list that has several pages; or whether its pages begin after the first entry of the one before. */
export function overlapOf(
  run: Run,
  shapes: Iterable<Shape>,
): Pick<OperationTrace, 'overlap' | 'followsStart'> | undefined {
  if (run.requests.some(({ page }) => page?.isAfterStart)) return { followsStart: true };
  const full = run.requests.filter(({ url, page }) => page !== undefined && page.entries === pageSizeOf(url));
  const found = overlapIn(full);
  // Some APIs count pages by an offset, and say how many pages there are.
  const countsPages = found !== undefined && found.next === found.start + 1 && [...shapes].some(readsPageCount);
  return found && !run.thrown && !countsPages ? { overlap: found } : undefined;
}
