import { type Kysely, type RawBuilder, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { compareMigrations } from '../store/migrations.ts';
import type { Tables } from '../store/tables.ts';

/** What a database says of itself, whichever process asks it. */
export const DatabaseFacts = Type.Object({
  /** Of the process that asked. */
  process: Type.Integer(),
  /** As `server_version_num` has it: 180002 is 18.2. */
  version: Type.Integer(),
  /** Milliseconds of a question that needs no work. */
  latency: Type.Number(),
  /** Milliseconds that its clock is ahead of ours, give or take the latency. */
  clockAhead: Type.Number(),
  connections: Type.Object({ most: Type.Integer(), used: Type.Integer(), ofService: Type.Integer() }),
  /** Names of migrations: those that are still to be done, and those that only a newer version knows. */
  migrations: Type.Object({ missing: Type.Array(Type.String()), later: Type.Array(Type.String()) }),
  /** Absent while there are no tables. */
  runs: Type.Optional(
    Type.Object({
      queued: Type.Integer(),
      running: Type.Integer(),
      /** Seconds that the run has waited that has waited longest. */
      waited: Type.Integer(),
      /** Open runs that nobody will bring to an end: their job is gone, or is past its limit. */
      stuck: Type.Array(Type.String()),
      /** Runs at work whose worker has sent a sign of life in time. */
      alive: Type.Integer(),
    }),
  ),
});
export type DatabaseFacts = Static<typeof DatabaseFacts>;

/** Asks for everything, and changes nothing. */
export async function readDatabaseFacts(db: Kysely<Tables>): Promise<DatabaseFacts> {
  const version = await one(db, sql<{ version: number }>`select current_setting('server_version_num')::int as version`);
  const { latency, clockAhead } = await timing(db);
  const migrations = await compareMigrations(db);
  return {
    process: process.pid,
    ...version,
    latency,
    clockAhead,
    connections: await connections(db),
    migrations,
    ...(migrations.missing.length === 0 && { runs: await runs(db) }),
  };
}

/** Of a few answers the fastest: what the network and the machine add now and then is not the database's. */
async function timing(db: Kysely<Tables>): Promise<{ latency: number; clockAhead: number }> {
  const answers: { latency: number; clockAhead: number }[] = [];
  for (let count = 0; count < 5; count++) {
    const sent = Date.now();
    const started = performance.now();
    const { now } = await one(
      db,
      sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float as now`,
    );
    const latency = performance.now() - started;
    answers.push({ latency, clockAhead: now - sent - latency / 2 });
  }
  return answers.reduce((best, answer) => (answer.latency < best.latency ? answer : best));
}

function connections(db: Kysely<Tables>): Promise<DatabaseFacts['connections']> {
  return one(
    db,
    sql<DatabaseFacts['connections']>`
      select
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as most,
        count(*) filter (where backend_type = 'client backend')::int as used,
        count(*) filter (where application_name like 'service%')::int as "ofService"
      from pg_stat_activity`,
  );
}

/** Seconds beyond its lease after which a silent worker should long have been noticed. */
const noticed = 30;

async function runs(db: Kysely<Tables>): Promise<NonNullable<DatabaseFacts['runs']>> {
  const counts = await one(
    db,
    sql<{ queued: number; running: number; waited: number }>`
      select
        count(*) filter (where status = 'queued')::int as queued,
        count(*) filter (where status = 'running')::int as running,
        coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::int as waited
      from runs where status in ('queued', 'running')`,
  );
  const { rows } = await sql<{ id: string; alive: boolean; stuck: boolean }>`
    select
      runs.id,
      coalesce(job.state = 'active' and job.heartbeat_on + job.heartbeat_seconds * interval '1 s' > now(), false)
        as alive,
      coalesce(
        job.id is null
          or job.state in ('completed', 'failed', 'cancelled')
          or (job.state = 'active'
            and job.heartbeat_on + (job.heartbeat_seconds + ${noticed}::int) * interval '1 s' < now()),
        false
      ) as stuck
    from runs left join pgboss.job as job on job.name = 'verify' and job.id = runs.job_id
    where runs.status in ('queued', 'running')
    order by runs.number
    limit 1000`.execute(db);
  return {
    ...counts,
    stuck: rows.filter(({ stuck }) => stuck).map(({ id }) => id),
    alive: rows.filter(({ alive }) => alive).length,
  };
}

async function one<Row>(db: Kysely<Tables>, query: RawBuilder<Row>): Promise<Row> {
  const [row] = (await query.execute(db)).rows;
  if (row === undefined) throw new Error('the database gave no answer');
  return row;
}
