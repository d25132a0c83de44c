import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const queue = 'verify';
const deliveries = 'webhook';

/** Seconds after which a delivery is given to another process. */
const deliveryTimeout = 60;
/** Seconds between two attempts at a delivery, at most. */
const maxDeliveryDelay = 4 * 3_600;

/**
 * Seconds. The end of a killed worker is noticed at most `pollInterval` after its lease, and its run is taken over at most
 * `pollInterval` after that: 14 s in the worst case.
 */
const lease = 10;
const heartbeat = 3;
const pollInterval = 2;
/** Seconds that a job may take beyond the limit of its run before it expires. */
const gracePeriod = 120;

interface Job {
  runId: string;
}

interface DeliveryJob {
  deliveryId: string;
}

interface JobQueueOptions {
  database: Database;
  onError(error: Error): void;
}

/**
 * The queue of runs to start, on pg-boss. Delivery is at least once: a job whose worker stops sending heartbeats goes to
 * another worker, while the first may still be running. The row of the run decides which attempt counts.
 */
export class JobQueue {
  readonly #boss: PgBoss;
  #stopping = false;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  static async start({ database, onError }: JobQueueOptions): Promise<JobQueue> {
    const boss = new PgBoss({
      db: database.queue,
      backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
      useListenNotify: true,
      schedule: false,
      superviseIntervalSeconds: pollInterval,
      monitorIntervalSeconds: pollInterval,
    });
    boss.on('error', onError);
    await boss.start();
    // `startAttempt` limits crashes; the queue retries without limit, because draining workers also return jobs.
    await boss.createQueue(queue, { heartbeatSeconds: lease, retryLimit: 1_000, retryDelay: 0, notify: true });
    // The store limits attempts.
    await boss.createQueue(deliveries, { expireInSeconds: deliveryTimeout, retryLimit: 100, notify: true });
    const jobs = new JobQueue(boss);
    await boss.findJobs(deliveries, { id: randomUUID() });
    // pg-boss looks up a queue at its first use. Inside a transaction on the embedded database, which has one connection,
    // that would deadlock.
    await jobs.has(randomUUID());
    // No other process can be working on the embedded database: active jobs are left over and need not wait for their lease.
    if (database.kind === 'embedded') await jobs.#requeueActiveJobs();
    return jobs;
  }

  /**
   * Queues a run in the transaction that creates it.
   * @param turn jobs with a lower one start first
   * @returns the job id
   */
  async send(trx: Kysely<Tables>, runId: string, timeout: number, turn: number): Promise<string> {
    const id = randomUUID();
    const job: Job = { runId };
    await this.#boss.send(queue, job, {
      id,
      priority: -turn,
      expireInSeconds: Math.ceil(timeout) + gracePeriod,
      deleteAfterSeconds: 3_600,
      db: fromKysely(trx),
    });
    return id;
  }

  /**
   * Queues a webhook delivery in a transaction.
   * @param account whose deliveries share the slots of `deliver`
   * @param retrySeconds until the second attempt; each further delay is twice as long, up to 4 hours
   */
  async sendDelivery(trx: Kysely<Tables>, id: string, account: string, retrySeconds: number): Promise<void> {
    const job: DeliveryJob = { deliveryId: id };
    await this.#boss.send(deliveries, job, {
      group: { id: account },
      retryDelay: retrySeconds,
      retryBackoff: retrySeconds > 0,
      ...(retrySeconds > 0 && { retryDelayMax: Math.max(retrySeconds, maxDeliveryDelay) }),
      deleteAfterSeconds: 3_600,
      db: fromKysely(trx),
    });
  }

  /**
   * Calls `attempt` for each delivery, `slots` at a time, of which one account uses at most half. A delivery whose
   * `attempt` throws is tried again later.
   */
  async deliver(slots: number, attempt: (deliveryId: string) => Promise<void>): Promise<void> {
    const options = {
      localConcurrency: slots,
      localGroupConcurrency: Math.ceil(slots / 2),
      pollingIntervalSeconds: pollInterval,
      notifyPollingIntervalSeconds: pollInterval,
    };
    await this.#boss.work<DeliveryJob>(deliveries, options, async ([job]) => {
      if (job) await attempt(job.data.deliveryId);
    });
  }

  /** Resolves when all attempts at deliveries have ended. */
  async stopDelivering(): Promise<void> {
    await this.#boss.offWork(deliveries, { wait: true });
  }

  async #requeueActiveJobs(): Promise<void> {
    const active = (await this.#boss.findJobs(queue)).filter(({ state }) => state === 'active');
    if (active.length > 0) {
      await this.#boss.fail(
        queue,
        active.map(({ id }) => id),
      );
    }
  }

  /** Whether a job is waiting or active. */
  async has(id: string): Promise<boolean> {
    const [job] = await this.#boss.findJobs(queue, { id });
    return job !== undefined && ['created', 'retry', 'active'].includes(job.state);
  }

  /**
   * Calls `start` for each job, `slots` at a time. A job whose `start` throws is delivered again immediately.
   *
   * Only one free slot polls at a time; the next one begins when it has found a job. Otherwise each job that is sent would
   * make every free slot of every process query the database.
   */
  async work(slots: number, start: (runId: string) => Promise<void>): Promise<void> {
    const options = {
      heartbeatRefreshSeconds: heartbeat,
      pollingIntervalSeconds: pollInterval,
      notifyPollingIntervalSeconds: pollInterval,
    };
    let busy = 0;
    let polling = false;
    const poll = async (): Promise<void> => {
      if (polling || busy === slots || this.#stopping) return;
      polling = true;
      const worker = await this.#boss.work<Job>(queue, options, async ([job]) => {
        busy += 1;
        polling = false;
        const next = poll();
        try {
          if (job) await start(job.data.runId);
        } finally {
          busy -= 1;
          await next;
          if (polling || this.#stopping) await this.#boss.offWork(queue, { id: worker, wait: false });
          else {
            polling = true;
            // Polls immediately, because more jobs may be waiting.
            this.#boss.notifyWorker(worker);
          }
        }
      });
    };
    await poll();
  }

  /** Takes no more jobs; resolves when all active jobs have ended. */
  async stopWorking(): Promise<void> {
    this.#stopping = true;
    await this.#boss.offWork(queue, { wait: true });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#boss.stop({ close: false, graceful: false });
  }
}
