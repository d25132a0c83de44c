import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../cloud/store/database.ts';
import type { Created, LoadClient } from './client.ts';

/** Seconds. */
const endTimeout = 300;

export interface Ends {
  /** Runs by their final status. */
  statuses: Readonly<Record<string, number>>;
  /** Milliseconds for each run, from creation to start and to result. */
  waits: number[];
  results: number[];
  /** Milliseconds from the first creation to the last end. */
  span: number;
}

/**
 * Creates runs concurrently, on the servers in turn.
 */
export async function createRuns(
  client: LoadClient,
  urls: readonly string[],
  { runs, clients, body }: { runs: number; clients: number; body: string | ((run: number) => string) },
): Promise<Created[]> {
  const created: Created[] = [];
  let next = 0;
  const work = async () => {
    while (next < runs) {
      const run = next++;
      const url = urls[run % urls.length] ?? '';
      created.push(await client.create(url, typeof body === 'string' ? body : body(run)));
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return created;
}

/**
 * Waits until all runs have ended.
 * @throws {Error} if a run does not end or does not exist
 */
export async function endsOf({ kysely }: Database, created: readonly Created[]): Promise<Ends> {
  const ids = created.map(({ runId }) => runId);
  const until = performance.now() + endTimeout * 1000;
  for (;;) {
    const { rows } = await sql<{ status: string; wait: number; result: number; created: number; ended: number }>`
      select status, extract(epoch from started_at - created_at)::float * 1000 as wait,
        extract(epoch from finished_at - created_at)::float * 1000 as result,
        extract(epoch from created_at)::float * 1000 as created, extract(epoch from finished_at)::float * 1000 as ended
      from runs where id = any(${ids}::uuid[])`.execute(kysely);
    if (rows.length !== ids.length) throw new Error(`${ids.length - rows.length} acknowledged runs do not exist`);
    const open = rows.filter(({ ended }) => ended === null).length;
    if (open === 0) {
      const statuses: Record<string, number> = {};
      for (const { status } of rows) statuses[status] = (statuses[status] ?? 0) + 1;
      const span = Math.max(...rows.map(({ ended }) => ended)) - Math.min(...rows.map((row) => row.created));
      return { statuses, waits: rows.map(({ wait }) => wait), results: rows.map(({ result }) => result), span };
    }
    if (performance.now() > until) throw new Error(`${open} of ${ids.length} runs did not end`);
    await delay(200);
  }
}

/** @throws {Error} unless all runs ended with this status */
export function expectAll({ statuses }: Ends, status: string): void {
  const others = Object.keys(statuses).filter((one) => one !== status);
  if (others.length > 0) throw new Error(`not all runs ended with status ${status}: ${JSON.stringify(statuses)}`);
}
