import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, ServiceError } from '../../kernel/errors.ts';
import { Channel } from '../channel.ts';
import type { RunUpdate } from '../run-update.ts';
import { isFinal, type RunRecord } from './api-types.ts';
import type { Cloud } from './cloud.ts';
import { TransientError } from './failure.ts';
import { readLogStream } from './log-stream.ts';
import { retry, retryDelay } from './retry.ts';

/** Seconds for `?wait`: longer with a log stream, which reports changes earlier. */
const longWait = 20;
const shortWait = 5;
/** Milliseconds between requests to a server that ignores `?wait`. */
const minPause = 1_000;
/** Milliseconds to wait for the rest of the log after the run is finished. */
const maxLogDelay = 3_000;

interface FollowOptions {
  runId: string;
  /** Whether to stream the log. */
  logs: boolean;
  /** Deadline, by `performance.now()`. */
  until: number;
  signal: AbortSignal;
}

/**
 * Waits for a run that was created, and yields its log and progress meanwhile. Status and log come on connections of
 * their own, and each survives that the other breaks: that the run has ended is only believed of its record.
 * @returns the final record
 * @throws {ServiceError} TIMEOUT, CONNECTION_FAILED and what the cloud refuses; the signal's reason
 */
export async function* followRun(cloud: Cloud, options: FollowOptions): AsyncGenerator<RunUpdate, RunRecord> {
  const { logs, signal } = options;
  const updates = new Channel<RunUpdate>();
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  const log = new LogFollower(cloud, options.runId, stopped, updates);
  const streaming = logs ? log.follow() : Promise.resolve();
  const ended = waitForEnd(cloud, { ...options, signal: stopped }, log.sawEnd, updates);
  const waiting = ended.then(
    async () => {
      await Promise.race([streaming, delay(maxLogDelay, undefined, { signal: stopped }).catch(() => {})]);
      updates.close();
    },
    (error) => updates.fail(error),
  );
  try {
    yield* updates;
    return await ended;
  } finally {
    stop.abort();
    await Promise.all([streaming, waiting]);
  }
}

/** Polls the run record until it is final. @param sawEnd aborts when the log reports the end */
async function waitForEnd(
  cloud: Cloud,
  { runId, logs, until, signal }: FollowOptions,
  sawEnd: AbortSignal,
  updates: Channel<RunUpdate>,
): Promise<RunRecord> {
  let lost = false;
  let status: string | undefined;
  const onFailure = (failure: TransientError) => {
    if (!lost) updates.push({ type: 'notice', message: `${failure.error.message}; retrying` });
    lost = true;
  };
  for (;;) {
    const requested = performance.now();
    const record = await interruptibly(sawEnd, (hurry) =>
      retry(
        () => {
          const left = Math.max(1, (until - performance.now()) / 1000);
          const wait = sawEnd.aborted ? 0 : Math.min(logs ? longWait : shortWait, Math.floor(left));
          return cloud.run(runId, { wait, within: left, signal: AbortSignal.any([signal, hurry]) });
        },
        { until, signal: AbortSignal.any([signal, hurry]), onFailure },
      ),
    ).catch((error) => {
      throw error instanceof ServiceError ? stillRunning(runId, error) : error;
    });
    lost = false;
    if (record) {
      updates.push(progressOf(record));
      if (isFinal(record)) return record;
    }
    if (performance.now() >= until) {
      throw stillRunning(runId, new ServiceError('TIMEOUT', `Timed out waiting for run ${runId} to complete`, ''));
    }
    const pause = minPause - (performance.now() - requested);
    const changed = record?.status !== status;
    status = record?.status;
    if (!changed && pause > 0) await delay(pause, undefined, { signal });
  }
}

/** Returns the result of the work; undefined if `hurry` aborts it. Ignores `hurry` if it is already aborted. */
async function interruptibly<T>(hurry: AbortSignal, work: (hurry: AbortSignal) => Promise<T>): Promise<T | undefined> {
  if (hurry.aborted) return work(new AbortController().signal);
  try {
    return await work(hurry);
  } catch (error) {
    if (hurry.aborted && error === hurry.reason) return undefined;
    throw error;
  }
}

/** Follows the log, and reconnects. */
class LogFollower {
  readonly #cloud: Cloud;
  readonly #runId: string;
  readonly #signal: AbortSignal;
  readonly #updates: Channel<RunUpdate>;
  readonly #end = new AbortController();
  #last = 0;

  constructor(cloud: Cloud, runId: string, signal: AbortSignal, updates: Channel<RunUpdate>) {
    this.#cloud = cloud;
    this.#runId = runId;
    this.#signal = signal;
    this.#updates = updates;
  }

  /** Aborts when the log reports the end of the run. */
  get sawEnd(): AbortSignal {
    return this.#end.signal;
  }

  /** Never fails: if the log is not available, prints a notice and continues without it. */
  async follow(): Promise<void> {
    for (let failed = 1; !this.#signal.aborted; failed++) {
      const before = this.#last;
      try {
        await this.#once();
        return;
      } catch (error) {
        if (this.#signal.aborted) return;
        if (!(error instanceof TransientError)) {
          this.#updates.push({ type: 'notice', message: `Cannot show the log: ${reasonOf(error)}` });
          return;
        }
        if (this.#last > before) failed = 1;
        await delay(retryDelay(failed, error), undefined, { signal: this.#signal }).catch(() => {});
      }
    }
  }

  async #once(): Promise<void> {
    const stream = readLogStream(this.#cloud.connection, {
      runId: this.#runId,
      after: this.#last,
      signal: this.#signal,
    });
    for await (const event of stream) {
      if (event.type === 'line' && event.line.seq > this.#last) {
        const { seq, ...entry } = event.line;
        this.#last = seq;
        this.#updates.push({ type: 'log', ...entry });
      }
      if (event.type === 'status') this.#updates.push(progressOf(event.record));
      if (event.type === 'end') this.#end.abort();
    }
  }
}

function progressOf({ status, checks = { done: 0, total: 0 }, queuePosition }: RunRecord): RunUpdate {
  const waiting = status === 'queued' && queuePosition !== undefined ? { queuePosition } : {};
  return { type: 'progress', progress: { ...checks, running: [], ...waiting } };
}

/** Adds that the run may continue after this error. */
function stillRunning(runId: string, { code, message }: ServiceError): ServiceError {
  return new ServiceError(
    code,
    message,
    `The run may still be in progress. Run \`service runs watch ${runId}\` to wait for it.`,
  );
}
