import type { Kysely } from 'kysely';
import { type LogLine, readLog } from './run-logs.ts';
import { type Run, readRun } from './runs.ts';
import { SharedReads } from './shared-reads.ts';
import type { Tables } from './tables.ts';

/** Lines read at a time: what one reader of a log, however slow, holds of the memory. */
const page = 100;

/** What those read who watch runs. News of a run reaches all of its watchers at once; they share what they read then. */
export class RunFeed {
  readonly #db: Kysely<Tables>;
  readonly #runs = new SharedReads<Run>();
  readonly #lines = new SharedReads<LogLine[]>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** @throws {ServiceError} NOT_FOUND */
  run(accountId: string, id: string): Promise<Run> {
    return this.#runs.read(`${accountId}/${id}`, () => readRun(this.#db, accountId, id));
  }

  /** The next lines after a number. */
  lines(runId: string, after: number): Promise<LogLine[]> {
    return this.#lines.read(`${runId}/${after}`, () => readLog(this.#db, runId, { after, limit: page }));
  }
}
