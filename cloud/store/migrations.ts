import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from './tables.ts';

/** Run in the order of their names. Never change a released migration: add a new one. */
const statements: Readonly<Record<string, readonly string[]>> = {
  '001-accounts-and-ledger': [
    `
        create table accounts (
          id text primary key,
          name text not null,
          balance bigint not null default 0 check (balance >= 0),
          concurrency integer not null check (concurrency > 0),
          created_at timestamptz not null default now()
        )`,
    `
        create table api_keys (
          id text primary key,
          account_id text not null references accounts,
          hash bytea not null,
          created_at timestamptz not null default now(),
          revoked_at timestamptz
        )`,
    `create index api_keys_account on api_keys (account_id)`,
    `
        create table ledger (
          id bigint generated always as identity primary key,
          account_id text not null references accounts,
          run_id uuid,
          kind text not null check (kind in ('grant', 'hold', 'charge', 'refund')),
          amount bigint not null,
          created_at timestamptz not null default now(),
          check ((kind = 'grant') = (run_id is null)),
          check (case kind when 'grant' then amount > 0 when 'hold' then amount <= 0 when 'charge' then amount = 0 else amount >= 0 end)
        )`,
    `create index ledger_account on ledger (account_id, id)`,
    `create unique index ledger_one_hold on ledger (run_id) where kind = 'hold'`,
    `create unique index ledger_one_settlement on ledger (run_id) where kind in ('charge', 'refund')`,
    `
        create function refuse_ledger_change() returns trigger language plpgsql as $$
        begin raise exception 'the ledger is append-only'; end $$`,
    `
        create trigger ledger_is_append_only before update or delete or truncate on ledger
        for each statement execute function refuse_ledger_change()`,
  ],
  '002-runs': [
    `
        create table runs (
          id uuid primary key,
          number bigint generated always as identity unique,
          account_id text not null references accounts,
          job_id uuid not null,
          project_type text not null,
          package_name text,
          package_ref text,
          ref text,
          git_remote text,
          timeout double precision not null check (timeout > 0),
          status text not null default 'queued'
            check (status in ('queued', 'running', 'success', 'failed', 'timeout', 'rejected')),
          attempt integer not null default 0,
          crashes integer not null default 0,
          cost bigint not null check (cost >= 0),
          checks_done integer not null default 0,
          checks_total integer not null default 0,
          last_seq integer not null default 0,
          cancel_requested_at timestamptz,
          created_at timestamptz not null default now(),
          started_at timestamptz,
          finished_at timestamptz,
          verification text,
          web_token text not null,
          check ((status in ('queued', 'running')) = (finished_at is null)),
          check ((finished_at is null) = (verification is null))
        ) with (fillfactor = 70)`,
    `create index runs_of_account on runs (account_id, number)`,
    `create index runs_active on runs (account_id) where status in ('queued', 'running')`,
    `create index runs_queued on runs (number) where status = 'queued'`,
    `create index runs_finished on runs (finished_at) where finished_at is not null`,
    `
        create table uploads (
          run_id uuid primary key references runs on delete cascade,
          content bytea not null
        )`,
    // The content is compressed already.
    `alter table uploads alter column content set storage external`,
    `
        create table run_logs (
          run_id uuid not null references runs on delete cascade,
          seq integer not null check (seq > 0),
          time timestamptz not null default now(),
          level text not null,
          message text not null,
          check_name text,
          primary key (run_id, seq)
        )`,
    `
        create table idempotency_keys (
          account_id text not null references accounts,
          key text not null,
          payload bytea not null,
          run_id uuid not null,
          created_at timestamptz not null default now(),
          primary key (account_id, key)
        )`,
    `create index idempotency_keys_age on idempotency_keys (created_at)`,
  ],
  '003-git-state': [
    `
        alter table runs
          add column git_commit text,
          add column git_branch text,
          add column git_dirty boolean`,
    // Finds runs by a prefix of their id.
    `create index runs_of_account_by_id on runs (account_id, id)`,
  ],
  '004-repeated-runs': [
    `alter table runs add column n8n text`,
    // No foreign key: the run that is repeated may be removed first.
    `alter table runs add column repeats uuid`,
    `
        create unique index runs_repeated_once on runs (repeats, n8n)
        where repeats is not null and status <> 'rejected'`,
    `create index runs_repeated_with on runs (n8n, number) where repeats is not null`,
  ],
  '005-key-scopes': [
    `
        alter table api_keys
          add column label text,
          add column scopes text[] not null default '{read,verify}',
          add column expires_at timestamptz,
          add column last_used_at timestamptz`,
    `create index api_keys_end on api_keys (least(revoked_at, expires_at))`,
  ],
  '006-check-states': [
    `
        alter table runs
          add column check_states text,
          add column cancelled boolean not null default false`,
    `update runs set cancelled = true where status = 'rejected' and cancel_requested_at is not null`,
  ],
  '007-ruleset': [`alter table runs add column ruleset text`],
  '008-runs-of-a-package': [
    // Generated, so that the runs that an old process creates have it too.
    `
        alter table runs
          add column summary text,
          add column package text generated always as
            (coalesce(regexp_replace(package_ref, '^(@?[^@]+)@.*$', '\\1'), package_name)) stored`,
    `create index runs_of_account_by_package on runs (account_id, package, number)`,
    `
        create index runs_of_package on runs (package, number)
        where package_ref is not null and repeats is null and status in ('success', 'failed')`,
  ],
  '009-webhooks': [
    `
        create table webhooks (
          id text primary key,
          account_id text not null references accounts,
          url text not null,
          secret text not null,
          created_at timestamptz not null default now()
        )`,
    `create index webhooks_account on webhooks (account_id)`,
    `
        create table webhook_deliveries (
          id text primary key,
          number bigint generated always as identity unique,
          webhook_id text not null references webhooks on delete cascade,
          run_id uuid not null,
          body text not null,
          status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
          queued boolean not null default false,
          attempts integer not null default 0,
          response_status integer,
          error text,
          created_at timestamptz not null default now(),
          attempted_at timestamptz
        )`,
    `create index webhook_deliveries_log on webhook_deliveries (webhook_id, number)`,
    `create index webhook_deliveries_unqueued on webhook_deliveries (number) where not queued`,
    `create index webhook_deliveries_age on webhook_deliveries (created_at)`,
  ],
  '010-device-logins': [
    `
        create table device_logins (
          device_hash bytea primary key,
          user_code text not null unique,
          label text not null,
          scopes text[] not null,
          status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
          account_id text references accounts,
          poll_seconds integer not null,
          polled_at timestamptz,
          expires_at timestamptz not null
        )`,
    `create index device_logins_end on device_logins (expires_at)`,
  ],
  '011-turns': [
    `alter table runs add column turn integer not null default 0`,
    `create index runs_queue on runs (turn, number) where status = 'queued'`,
    `drop index runs_queued`,
  ],
  '012-trusted-repositories': [
    `
        create table trusted_repositories (
          id text primary key,
          account_id text not null references accounts,
          repository text not null,
          branch text,
          environment text,
          github_id text,
          github_owner_id text,
          created_at timestamptz not null default now()
        )`,
    `create index trusted_repositories_account on trusted_repositories (account_id)`,
    `
        alter table api_keys
          add column trusted_repository_id text,
          add column id_token text unique`,
    `
        create index api_keys_trusted_repository on api_keys (trusted_repository_id)
        where trusted_repository_id is not null`,
  ],
  '013-against-published': [`alter table runs add column against_published boolean not null default false`],
};

const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(statements).map(([name, all]) => [
    name,
    {
      async up(db) {
        for (const statement of all) await sql.raw(statement).execute(db);
      },
    },
  ]),
);

/**
 * Runs pending migrations. When several processes start at once, the others wait for the first. Migrations of a newer
 * version, which may have run during a rolling update, are ignored.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  // Before the migrator takes the only connection of an embedded database.
  const all = { ...migrations, ...(await laterMigrations(db)) };
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => all } }).migrateToLatest();
  if (error) throw error;
}

/** Lists the migrations that have not run, and those that only a newer version knows. Changes nothing. */
export async function compareMigrations(db: Kysely<Tables>): Promise<{ missing: string[]; later: string[] }> {
  const applied = await appliedMigrations(db);
  return {
    missing: Object.keys(migrations).filter((name) => !applied.includes(name)),
    later: applied.filter((name) => !(name in migrations)),
  };
}

/** Unknown migrations that have run, as no-ops. */
async function laterMigrations(db: Kysely<Tables>): Promise<Record<string, Migration>> {
  const { later } = await compareMigrations(db);
  return Object.fromEntries(later.map((name) => [name, { up: async () => {} }]));
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const table = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!table.rows[0]?.there) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return applied.rows.map(({ name }) => name);
}
