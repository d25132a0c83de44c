import { type Kysely, sql } from 'kysely';
import { SharedReads } from './shared-reads.ts';
import type { Tables } from './tables.ts';

/** Milliseconds that a count is believed for. */
const fresh = 1_000;

/**
 * Whether another run may wait, whoever's it is. The queue is counted once a second and once more before somebody is
 * refused, so that a full queue costs little; several processes together may overrun the bound by what they let in
 * within that second.
 */
export class QueueRoom {
  readonly #db: Kysely<Tables>;
  readonly #most: number;
  readonly #counts = new SharedReads<void>();
  #waiting = Number.POSITIVE_INFINITY;
  #until = 0;

  /** @param most runs that may wait at once */
  constructor(db: Kysely<Tables>, most: number) {
    this.#db = db;
    this.#most = most;
  }

  /** Takes a place for a run that is about to be created; false when there is none. */
  async take(): Promise<boolean> {
    if (this.#waiting >= this.#most || performance.now() > this.#until) {
      await this.#counts.read('queued', () => this.#count());
    }
    if (this.#waiting >= this.#most) return false;
    this.#waiting += 1;
    return true;
  }

  async #count(): Promise<void> {
    const waiting = this.#db.selectFrom('runs').select('number').where('status', '=', 'queued').limit(this.#most);
    const { runs } = await this.#db
      .selectFrom(waiting.as('waiting'))
      .select(sql<number>`count(*)`.as('runs'))
      .executeTakeFirstOrThrow();
    this.#waiting = runs;
    this.#until = performance.now() + fresh;
  }
}
