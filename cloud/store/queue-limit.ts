import { type Kysely, sql } from 'kysely';
import { SharedReads } from './shared-reads.ts';
import type { Tables } from './tables.ts';

/** Milliseconds for which a count is cached. */
const countTtl = 1_000;

/**
 * Limits the number of queued runs of all accounts. The queue is counted at most once a second, and again before a run is
 * refused. Several processes together may exceed the limit by what they accept within that second.
 */
export class QueueLimit {
  readonly #db: Kysely<Tables>;
  readonly #limit: number;
  readonly #counts = new SharedReads<void>();
  #waiting = Number.POSITIVE_INFINITY;
  #until = 0;

  /** @param limit maximum number of queued runs */
  constructor(db: Kysely<Tables>, limit: number) {
    this.#db = db;
    this.#limit = limit;
  }

  /** Reserves a place for a run that is about to be created; false when the queue is full. */
  async reserve(): Promise<boolean> {
    if (this.#waiting >= this.#limit || performance.now() > this.#until) {
      await this.#counts.read('queued', () => this.#count());
    }
    if (this.#waiting >= this.#limit) return false;
    this.#waiting += 1;
    return true;
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
