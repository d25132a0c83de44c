import type { RunFeed } from '../store/run-feed.ts';
import type { LogLine } from '../store/run-logs.ts';
import type { RunSubscription } from '../store/run-updates.ts';
import { isFinal, type Run } from '../store/runs.ts';
import type { RunRecord } from './schemas.ts';

/** Milliseconds without an event after which a stream sends a keep-alive comment (CONTRACT 1). */
const keepAliveInterval = 15_000;

export type StreamEvent =
  | { type: 'log'; line: LogLine }
  | { type: 'status'; record: RunRecord }
  | { type: 'end'; status: Run['status']; lastSeq: number }
  | { type: 'keep-alive' };

export interface StreamOptions {
  feed: RunFeed;
  accountId: string;
  runId: string;
  /** Only lines with a greater number. */
  after: number;
  record(run: Run): RunRecord;
  /** What the reader shows besides the record. */
  shown?(run: Run): Promise<unknown>;
}

/** Yields the events of a run so far. */
export async function* eventsSoFar(options: StreamOptions): AsyncGenerator<StreamEvent> {
  const { feed, accountId, runId, after, record } = options;
  const run = await feed.run(accountId, runId);
  yield* linesOf(feed, run, after);
  yield { type: 'status', record: record(run) };
  if (isFinal(run.status)) yield { type: 'end', status: run.status, lastSeq: run.lastSeq };
}

/**
 * Yields the events of a run until its end: each line once and in order, and the record whenever it, or what the reader shows
 * besides it, changes. Reads from the store no faster than the reader consumes.
 */
export async function* eventsUntilEnd(
  options: StreamOptions,
  updates: RunSubscription,
  { signal, keepAlive = keepAliveInterval }: { signal: AbortSignal; keepAlive?: number },
): AsyncGenerator<StreamEvent> {
  const { feed, accountId, runId, record, shown } = options;
  let { after } = options;
  let sent = '';
  while (!signal.aborted) {
    // The record is read before the lines: once it says that the run has ended, no line is missing.
    const run = await feed.run(accountId, runId);
    const status = record(run);
    const ended = isFinal(run.status);
    const current = JSON.stringify([status, await shown?.(run)]);
    if (current !== sent && !ended) yield { type: 'status', record: status };
    sent = current;
    for await (const event of linesOf(feed, run, after)) {
      yield event;
      after = event.line.seq;
    }
    if (ended) {
      yield { type: 'status', record: status };
      yield { type: 'end', status: run.status, lastSeq: run.lastSeq };
      return;
    }
    if (!(await updates.next(keepAlive, signal))) yield { type: 'keep-alive' };
  }
}

async function* linesOf(feed: RunFeed, run: Run, after: number): AsyncGenerator<{ type: 'log'; line: LogLine }> {
  for (let last = after; last < run.lastSeq; ) {
    const lines = await feed.lines(run.id, last);
    // The run was deleted meanwhile.
    if (lines.length === 0) return;
    for (const line of lines) yield { type: 'log', line };
    last = lines.at(-1)?.seq ?? run.lastSeq;
  }
}
