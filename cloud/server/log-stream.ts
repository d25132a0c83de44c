import type { Kysely } from 'kysely';
import { type LogLine, readLog } from '../store/run-logs.ts';
import type { Watch } from '../store/run-watch.ts';
import { isFinal, type Run, readRun } from '../store/runs.ts';
import type { Tables } from '../store/tables.ts';
import type { RunRecord } from './schemas.ts';

/** Lines read at a time: what one reader, however slow, holds of the server's memory. */
const page = 100;
/** Milliseconds after which a stream in which nothing happens says that it is alive. */
const silence = 15_000;

export type StreamEvent =
  | { type: 'log'; line: LogLine }
  | { type: 'status'; record: RunRecord }
  | { type: 'end'; status: Run['status']; lastSeq: number }
  | { type: 'silence' };

export interface StreamOptions {
  db: Kysely<Tables>;
  accountId: string;
  runId: string;
  /** Only lines with a higher number. */
  after: number;
  record(run: Run): RunRecord;
}

/** The events of a run so far. */
export async function* eventsSoFar({
  db,
  accountId,
  runId,
  after,
  record,
}: StreamOptions): AsyncGenerator<StreamEvent> {
  const run = await readRun(db, accountId, runId);
  yield* linesOf(db, run, after);
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
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const { db, accountId, runId, record } = options;
  let { after } = options;
  let shown = '';
  while (!signal.aborted) {
    // The record is older than the lines after it: a run that is seen to have ended has no lines to come.
    const run = await readRun(db, accountId, runId);
    const status = record(run);
    const changed = JSON.stringify(status);
    const ended = isFinal(run.status);
    if (changed !== shown && !ended) yield { type: 'status', record: status };
    for await (const event of linesOf(db, run, after)) {
      if (event.type === 'log') after = event.line.seq;
      yield event;
    }
    if (ended) {
      yield { type: 'status', record: status };
      yield { type: 'end', status: run.status, lastSeq: run.lastSeq };
      return;
    }
    const quiet = changed === shown;
    shown = changed;
    const started = performance.now();
    await watch.news(silence, signal);
    if (quiet && performance.now() - started >= silence) yield { type: 'silence' };
  }
}

async function* linesOf(db: Kysely<Tables>, run: Run, after: number): AsyncGenerator<StreamEvent> {
  for (let last = after; last < run.lastSeq; ) {
    const lines = await readLog(db, run.id, { after: last, limit: page });
    // The run was deleted while it was read.
    if (lines.length === 0) return;
    for (const line of lines) yield { type: 'log', line };
    last = lines.at(-1)?.seq ?? run.lastSeq;
  }
}
