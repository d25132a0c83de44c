import type { RunFeed } from '../store/run-feed.ts';
import type { LogLine } from '../store/run-logs.ts';
import type { Watch } from '../store/run-watch.ts';
import { isFinal, type Run } from '../store/runs.ts';
import type { RunRecord } from './schemas.ts';

/** Milliseconds after which a stream in which nothing happens says that it is alive (CONTRACT 1). */
const longestSilence = 15_000;

export type StreamEvent =
  | { type: 'log'; line: LogLine }
  | { type: 'status'; record: RunRecord }
  | { type: 'end'; status: Run['status']; lastSeq: number }
  | { type: 'silence' };

export interface StreamOptions {
  feed: RunFeed;
  accountId: string;
  runId: string;
  /** Only lines with a higher number. */
  after: number;
  record(run: Run): RunRecord;
}

/** The events of a run so far. */
export async function* eventsSoFar(options: StreamOptions): AsyncGenerator<StreamEvent> {
  const { feed, accountId, runId, after, record } = options;
  const run = await feed.run(accountId, runId);
  yield* linesOf(feed, run, after);
  yield { type: 'status', record: record(run) };
  if (isFinal(run.status)) yield { type: 'end', status: run.status, lastSeq: run.lastSeq };
}

/**
 * The events of a run until its end: every line once and in its order, and the record whenever it has changed. What the
 * reader has not taken is not read from the store.
 */
export async function* eventsUntilEnd(
  options: StreamOptions,
  watch: Watch,
  { signal, silence = longestSilence }: { signal: AbortSignal; silence?: number },
): AsyncGenerator<StreamEvent> {
  const { feed, accountId, runId, record } = options;
  let { after } = options;
  let shown = '';
  while (!signal.aborted) {
    // The record is older than the lines after it: a run that is seen to have ended has no lines to come.
    const run = await feed.run(accountId, runId);
    const status = record(run);
    const ended = isFinal(run.status);
    const changed = JSON.stringify(status);
    if (changed !== shown && !ended) yield { type: 'status', record: status };
    shown = changed;
    for await (const event of linesOf(feed, run, after)) {
      yield event;
      after = event.line.seq;
    }
    if (ended) {
      yield { type: 'status', record: status };
      yield { type: 'end', status: run.status, lastSeq: run.lastSeq };
      return;
    }
    if (!(await watch.news(silence, signal))) yield { type: 'silence' };
  }
}

async function* linesOf(feed: RunFeed, run: Run, after: number): AsyncGenerator<{ type: 'log'; line: LogLine }> {
  for (let last = after; last < run.lastSeq; ) {
    const lines = await feed.lines(run.id, last);
    // The run was deleted while it was read.
    if (lines.length === 0) return;
    for (const line of lines) yield { type: 'log', line };
    last = lines.at(-1)?.seq ?? run.lastSeq;
  }
}
