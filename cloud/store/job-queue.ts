import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const queue = 'verify';

/**
 * Seconds. A worker that was killed is noticed after the lease, at the latest `look` later, and its run is taken at
 * the latest `look` after that: 14 s when all goes badly.
 */
const lease = 10;
const heartbeat = 3;
const look = 2;
/** Seconds that a job may take beyond its run's own limit, before it is taken from its worker. */
const grace = 120;

interface Job {
  runId: string;
}

export interface JobQueueOptions {
  database: Database;
  onError(error: Error): void;
}

/**
 * Which runs are to be started. Delivery is at least once: a job whose worker stops sending heartbeats goes to
 * another one, and the first may only have been slow. What a run's row says is what counts.
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
      superviseIntervalSeconds: look,
      monitorIntervalSeconds: look,
    });
    boss.on('error', onError);
    await boss.start();
    // Who settles a run counts its crashes; the queue itself never gives up. A worker that drains gives runs back.
    await boss.createQueue(queue, { heartbeatSeconds: lease, retryLimit: 1_000, retryDelay: 0, notify: true });
    const jobs = new JobQueue(boss);
    // The first use of a queue looks it up on a connection of its own. Within a transaction on the embedded database,
    // which has one connection, it would wait for itself.
    await jobs.has(randomUUID());
    // Nobody else can be at work there: what was being done when the last process ended need not wait for its lease.
    if (database.kind === 'embedded') await jobs.#takeFromTheDead();
    return jobs;
  }

  /** Queues a run, within the transaction that stores it. Returns the job's id. */
  async send(trx: Kysely<Tables>, runId: string, timeout: number): Promise<string> {
    const id = randomUUID();
    const job: Job = { runId };
    await this.#boss.send(queue, job, {
      id,
      expireInSeconds: Math.ceil(timeout) + grace,
      deleteAfterSeconds: 3_600,
      db: fromKysely(trx),
    });
    return id;
  }

  async #takeFromTheDead(): Promise<void> {
    const active = (await this.#boss.findJobs(queue)).filter(({ state }) => state === 'active');
    if (active.length > 0) {
      await this.#boss.fail(
        queue,
        active.map(({ id }) => id),
      );
    }
  }

  /** Whether a job is still to be done, or being done. */
  async has(id: string): Promise<boolean> {
    const [job] = await this.#boss.findJobs(queue, { id });
    return job !== undefined && ['created', 'retry', 'active'].includes(job.state);
  }

  /**
   * Hands each job to `start`, `slots` at a time. A job whose `start` throws is handed out again at once.
   *
   * One of the free slots looks for jobs, the others wait until it has found one: with every slot looking, each job that
   * is sent would have the database asked as often as there are free slots in all processes.
   */
  async work(slots: number, start: (runId: string) => Promise<void>): Promise<void> {
    const options = {
      heartbeatRefreshSeconds: heartbeat,
      pollingIntervalSeconds: look,
      notifyPollingIntervalSeconds: look,
    };
    let busy = 0;
    let looking = false;
    const lookOn = async (): Promise<void> => {
      if (looking || busy === slots || this.#stopping) return;
      looking = true;
      const worker = await this.#boss.work<Job>(queue, options, async ([job]) => {
        busy += 1;
        looking = false;
        const next = lookOn();
        try {
          if (job) await start(job.data.runId);
        } finally {
          busy -= 1;
          await next;
          if (looking || this.#stopping) await this.#boss.offWork(queue, { id: worker, wait: false });
          else {
            looking = true;
            // Where there was one there may be another: without this, it would wait for the next look.
            this.#boss.notifyWorker(worker);
          }
        }
      });
    };
    await lookOn();
  }

  /** Takes no more jobs; resolves when those that were taken have ended. */
  async stopWorking(): Promise<void> {
    this.#stopping = true;
    await this.#boss.offWork(queue, { wait: true });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#boss.stop({ close: false, graceful: false });
  }
}
