import { sql } from 'kysely';
import type { Database } from '../../../cloud/store/database.ts';
import { bytes, table } from './distribution.ts';

const tables = ['runs', 'run_logs', 'ledger', 'idempotency_keys', 'uploads', 'pgboss.job_common'];

/** A table of the storage per run. */
export function storageTable(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  runs: number,
): string {
  const rows = [...after].map(([name, size]) => [name, bytes(Math.max(0, size - (before.get(name) ?? 0)) / runs)]);
  return table(['table', 'bytes per run, with indexes'], rows);
}

/** Sizes in bytes of the tables that grow with runs, with indexes and without dead rows. */
export async function tableSizes({ kysely }: Database): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of tables) {
    await sql`vacuum full ${sql.table(name)}`.execute(kysely);
    const { rows } = await sql<{
      size: number;
    }>`select pg_total_relation_size(${name}::regclass)::float as size`.execute(kysely);
    sizes.set(name, rows[0]?.size ?? Number.NaN);
  }
  return sizes;
}
