import { type Kysely, sql } from 'kysely';
import { openServerDatabase } from '../../../cloud/store/server-database.ts';
import type { Tables } from '../../../cloud/store/tables.ts';

export interface Filling {
  accounts: number;
  /** Runs that have ended, each with its log lines, its ledger entries and its Idempotency-Key. */
  ended: number;
  lines: number;
  /** Copies of the queued run. */
  queued: number;
}

/**
 * Adds runs to a database, as if clients had created them.
 * @param url of a PostgreSQL database with a queued run, which is copied
 */
export async function fillDatabase(url: string, filling: Filling): Promise<void> {
  const database = openServerDatabase({ url, pool: 1, queryTimeout: 0, onError: () => {} });
  try {
    const db = database.kysely;
    await addAccounts(db, filling);
    await addQueued(db, filling);
    await addEnded(db, filling);
    await sql`vacuum analyze`.execute(db);
  } finally {
    await database.close();
  }
}

async function addAccounts(db: Kysely<Tables>, { accounts }: Filling): Promise<void> {
  await sql`
    insert into accounts (id, name, balance, concurrency)
    select 'account-' || n, 'bench', 1000, 1000 from generate_series(1, ${accounts}::int) as n`.execute(db);
}

/** The account takes `filled` runs in turn. */
const account = ({ accounts }: Filling) => sql`'account-' || (1 + n % ${accounts}::int)`;

async function addQueued(db: Kysely<Tables>, filling: Filling): Promise<void> {
  await sql`
    create temporary table filled as
    select n, gen_random_uuid() as id, gen_random_uuid() as job, ${account(filling)} as account, n / ${filling.accounts}::int as turn
    from generate_series(0, ${filling.queued}::int - 1) as n`.execute(db);
  await sql`
    insert into runs (id, account_id, job_id, turn, project_type, package_name, timeout, cost, web_token)
    select filled.id, account, job, filled.turn, project_type, package_name, timeout, cost, web_token
    from filled, runs where status = 'queued' order by n`.execute(db);
  await sql`
    insert into uploads (run_id, content)
    select filled.id, content from filled, uploads where uploads.run_id not in (select id from filled)`.execute(db);
  await sql`
    insert into pgboss.job_common
    select (jsonb_populate_record(sample, jsonb_build_object(
      'id', filled.job, 'priority', -turn, 'data', jsonb_build_object('runId', filled.id)))).*
    from filled, pgboss.job_common as sample where sample.name = 'verify' and sample.state = 'created'`.execute(db);
}

async function addEnded(db: Kysely<Tables>, filling: Filling): Promise<void> {
  await sql`drop table filled`.execute(db);
  await sql`
    create temporary table filled as
    select n, gen_random_uuid() as id, now() - n * interval '10 s' as at, ${account(filling)} as account
    from generate_series(0, ${filling.ended}::int - 1) as n`.execute(db);
  await sql`
    insert into runs (id, account_id, job_id, project_type, package_name, timeout, cost, status, web_token,
      created_at, started_at, finished_at, summary, verification)
    select id, account, gen_random_uuid(), 'paced', 'paced', 60, 1, 'success', 'x', at, at, at, '2 of 2 checks passed', repeat('x', 500)
    from filled order by n desc`.execute(db);
  await sql`
    insert into run_logs (run_id, seq, level, message)
    select id, seq, 'info', md5(random()::text) from filled, generate_series(1, ${filling.lines}::int) as seq`.execute(
    db,
  );
  await sql`
    insert into ledger (account_id, run_id, kind, amount)
    select account, id, kind, case kind when 'hold' then -1 else 0 end
    from filled, unnest(array['hold', 'charge']) as kind`.execute(db);
  await sql`
    insert into idempotency_keys (account_id, key, payload, run_id)
    select account, id::text, '\\x00'::bytea, id from filled`.execute(db);
}
