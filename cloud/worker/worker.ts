import { JudgePool } from './judge-pool.ts';
import { RunReleased, verifyRun } from './verify-run.ts';
import type { WorkerOptions } from './worker-options.ts';

/** Milliseconds to return unfinished runs to the queue at the end of a drain. */
const releaseTimeout = 2_000;

/** Verifies runs from the queue, several at a time. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #release = new AbortController();
  readonly #abandon = new AbortController();
  readonly #judges: JudgePool;

  private constructor(options: WorkerOptions) {
    this.#options = options;
    this.#judges = new JudgePool(options.plugins, options.isolation);
  }

  static async start(options: WorkerOptions): Promise<Worker> {
    const worker = new Worker(options);
    options.metrics.slots.set(options.slots);
    await options.queue.work(options.slots, (runId) => worker.#verify(runId));
    return worker;
  }

  /**
   * Takes no more runs and waits for running ones. Those that have not ended after so many milliseconds return to the
   * queue or, if the database is unavailable, are taken over by another worker after their lease.
   */
  async drain(milliseconds: number): Promise<void> {
    const timers = [
      setTimeout(() => this.#release.abort(), milliseconds),
      setTimeout(() => this.#abandon.abort(), milliseconds + releaseTimeout),
    ];
    await this.#options.queue.stopWorking();
    for (const timer of timers) clearTimeout(timer);
    await this.#judges.close();
  }

  async #verify(runId: string): Promise<void> {
    const { metrics } = this.#options;
    const logger = this.#options.logger.child({ runId });
    metrics.slotsBusy.inc();
    try {
      const signals = { release: this.#release.signal, abandon: this.#abandon.signal };
      await verifyRun(runId, { ...this.#options, ...signals, logger, judges: this.#judges });
    } catch (error) {
      const released = error instanceof RunReleased;
      metrics.jobRetries.inc({ reason: released ? 'drain' : 'error' });
      if (!released) logger.error({ err: error }, 'run failed with an internal error');
      // The queue delivers the job again; `startAttempt` limits how often.
      throw error;
    } finally {
      metrics.slotsBusy.dec();
    }
  }
}
