import { type Kysely, type RawBuilder, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { compareMigrations } from '../store/migrations.ts';
import type { Tables } from '../store/tables.ts';

/** The state of a database. */
export const DatabaseFacts = Type.Object({
  /** Id of the process that asked. */
  process: Type.Integer(),
  /** `server_version_num`: 180002 is 18.2. */
  version: Type.Integer(),
  /** Milliseconds for a trivial query. */
  latency: Type.Number(),
  /** Milliseconds by which its clock is ahead of this machine's, ± the latency. */
  clockAhead: Type.Number(),
  connections: Type.Object({ most: Type.Integer(), used: Type.Integer(), ofService: Type.Integer() }),
  /** Names of migrations that have not run, and of those that only a newer version knows. */
  migrations: Type.Object({ missing: Type.Array(Type.String()), later: Type.Array(Type.String()) }),
  /** Absent before the tables exist. */
  runs: Type.Optional(
    Type.Object({
      queued: Type.Integer(),
      running: Type.Integer(),
      /** Age of the oldest queued run in seconds. */
      waited: Type.Integer(),
      /** Runs without a live job: it is missing, has ended, or its worker has stopped sending heartbeats. */
      stuck: Type.Array(Type.String()),
      /** Running runs whose worker sends heartbeats. */
      alive: Type.Integer(),
    }),
  ),
});
export type DatabaseFacts = Static<typeof DatabaseFacts>;

/** Reads the state without changing anything. */
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

/** Takes the fastest of several measurements, to leave out hiccups of the network and of this machine. */
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

/** Seconds after the end of the lease by which the queue must have noticed a dead worker. */
const detectionTime = 30;

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
            and job.heartbeat_on + (job.heartbeat_seconds + ${detectionTime}::int) * interval '1 s' < now()),
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
  if (row === undefined) throw new Error('the query returned no row');
  return row;
}
