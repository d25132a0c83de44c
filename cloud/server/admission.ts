import { type Kysely, sql } from 'kysely';
import { SharedReads } from '../store/shared-reads.ts';
import type { Tables } from '../store/tables.ts';
import type { CloudContext } from './cloud-context.ts';
import { unavailable } from './problem.ts';

/** Milliseconds for which a count is cached. */
const countTtl = 1_000;

/**
 * Decides whether a server accepts another run, whoever asks for it: not while it drains, and not when the queue is full. The
 * queue is counted at most once a second, and again before a run is refused. Several processes together may exceed the limit
 * by what they accept within that second.
 */
export class Admission {
  readonly #db: Kysely<Tables>;
  readonly #limit: number;
  readonly #draining: AbortSignal;
  readonly #counts = new SharedReads<void>();
  #waiting = Number.POSITIVE_INFINITY;
  #until = 0;

  constructor({ database, settings, draining }: Pick<CloudContext, 'database' | 'settings' | 'draining'>) {
    this.#db = database.kysely;
    this.#limit = settings.queue;
    this.#draining = draining;
  }

  /** Reserves a place in the queue for a run that is about to be created. @throws {HttpError} UNAVAILABLE */
  async admit(): Promise<void> {
    if (this.#draining.aborted) throw unavailable('it is shutting down');
    if (this.#waiting >= this.#limit || performance.now() > this.#until)
      await this.#counts.read('queued', () => this.#count());
    if (this.#waiting >= this.#limit) throw unavailable('the queue is full', { seconds: 30 });
    this.#waiting += 1;
  }

  async #count(): Promise<void> {
    const waiting = this.#db
      .selectFrom('runs')
      .select('number')
      .where('status', '=', 'queued')
      .where('repeats', 'is', null)
      .limit(this.#limit);
    const { runs } = await this.#db
      .selectFrom(waiting.as('waiting'))
      .select(sql<number>`count(*)`.as('runs'))
      .executeTakeFirstOrThrow();
    this.#waiting = runs;
    this.#until = performance.now() + countTtl;
  }
}
