import type { Kysely } from 'kysely';
import { type CheckState, readCheckStates } from './check-states.ts';
import { type LogLine, readLog } from './run-logs.ts';
import { type Run, readRun } from './runs.ts';
import { SharedReads } from './shared-reads.ts';
import type { Tables } from './tables.ts';

/** Lines per read; bounds the memory of one log stream. */
const pageSize = 100;

/** Reads runs and logs for watchers. All watchers of a run are notified at the same time and share one read. */
export class RunFeed {
  readonly #db: Kysely<Tables>;
  readonly #runs = new SharedReads<Run>();
  readonly #checks = new SharedReads<CheckState[] | undefined>();
  readonly #lines = new SharedReads<LogLine[]>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** @throws {ServiceError} NOT_FOUND */
  run(accountId: string, id: string): Promise<Run> {
    return this.#runs.read(`${accountId}/${id}`, () => readRun(this.#db, accountId, id));
  }

  /** The checks of a running run; undefined before they are known. */
  checks(runId: string): Promise<CheckState[] | undefined> {
    return this.#checks.read(runId, () => readCheckStates(this.#db, runId));
  }

  /** The next lines after line `after`. */
  lines(runId: string, after: number): Promise<LogLine[]> {
    return this.#lines.read(`${runId}/${after}`, () => readLog(this.#db, runId, { after, limit: pageSize }));
  }
}
