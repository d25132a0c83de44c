import { sql } from 'kysely';
import type { Database } from '../../../cloud/store/database.ts';

const tables = ['runs', 'run_logs', 'ledger', 'idempotency_keys', 'uploads', 'pgboss.job_common'];

/** Bytes of the tables that grow with runs, with their indexes and without what is dead in them. */
export async function tableSizes({ kysely }: Database): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const table of tables) {
    await sql`vacuum full ${sql.table(table)}`.execute(kysely);
    const { rows } = await sql<{
      size: number;
    }>`select pg_total_relation_size(${table}::regclass)::float as size`.execute(kysely);
    sizes.set(table, rows[0]?.size ?? Number.NaN);
  }
  return sizes;
}
