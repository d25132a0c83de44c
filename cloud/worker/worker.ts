import { JudgeStock } from './judge-stock.ts';
import { HandedBack, verifyRun } from './verify-run.ts';
import type { WorkerOptions } from './worker-options.ts';

/** Milliseconds in which a run that is given back must have been told to the database. */
const lastWords = 2_000;

/** Verifies the runs of the queue, several at a time. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #handBack = new AbortController();
  readonly #leave = new AbortController();
  readonly #judges: JudgeStock;

  private constructor(options: WorkerOptions) {
    this.#options = options;
    this.#judges = new JudgeStock(options.plugins, options.isolation);
  }

  static async start(options: WorkerOptions): Promise<Worker> {
    const worker = new Worker(options);
    options.metrics.slots.set(options.slots);
    await options.queue.work(options.slots, (runId) => worker.#verify(runId));
    return worker;
  }

  /**
   * Takes no more runs and waits for those at work; what has not ended after so many milliseconds goes back to the
   * queue, to be started elsewhere. With the database away it goes back when its lease is over.
   */
  async drain(milliseconds: number): Promise<void> {
    const timers = [
      setTimeout(() => this.#handBack.abort(), milliseconds),
      setTimeout(() => this.#leave.abort(), milliseconds + lastWords),
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
      const signals = { handBack: this.#handBack.signal, leave: this.#leave.signal };
      await verifyRun(runId, { ...this.#options, ...signals, logger, judges: this.#judges });
    } catch (error) {
      const handedBack = error instanceof HandedBack;
      metrics.jobRetries.inc({ reason: handedBack ? 'drain' : 'error' });
      if (!handedBack) logger.error({ err: error }, 'the run could not be verified');
      // The queue hands the job out again; how often is the store's to say.
      throw error;
    } finally {
      metrics.slotsBusy.dec();
    }
  }
}
