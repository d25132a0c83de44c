import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { reasonOf } from '../../kernel/errors.ts';
import type { Tables } from '../store/tables.ts';
import { readDatabaseFacts } from './database-facts.ts';
import { databaseParts, databaseReports } from './database-reports.ts';
import { failed, notChecked, ok, type Report, warning } from './report.ts';
import type { Probe } from './run-probes.ts';

/** Milliseconds: to connect, for a query, and for a notification to arrive. */
const timeouts = { connection: 5_000, query: 10_000, notification: 5_000 };

/** Checks a PostgreSQL server, without migrating the database. */
export function serverProbe({ url, pool: poolSize }: { url: string; pool: number }): Probe {
  const parts = [...databaseParts('server'), 'notifications'];
  return {
    parts,
    async run(): Promise<Report[]> {
      const options = {
        connectionString: url,
        application_name: 'service doctor',
        connectionTimeoutMillis: timeouts.connection,
        query_timeout: timeouts.query,
      };
      const pool = new pg.Pool({ ...options, max: 1 });
      pool.on('error', () => {});
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      try {
        const reports = databaseReports(await readDatabaseFacts(db), { kind: 'server', needs: poolSize + 1 });
        return [...reports, { part: 'notifications', ...(await notifications(db, options)) }];
      } catch (error) {
        const next = 'Check --database-url (or DATABASE_URL), and that the server accepts connections.';
        const [first = '', ...others] = parts;
        const rest = { part: others.join(', '), ...notChecked('the database is unreachable', 'See "database".') };
        return [{ part: first, ...failed(`unreachable: ${reasonOfConnection(error)}`, next) }, rest];
      } finally {
        await db.destroy();
      }
    },
  };
}

/** Checks that a NOTIFY of one connection reaches another one, which poolers in transaction mode prevent. */
async function notifications(db: Kysely<Tables>, options: pg.ClientConfig) {
  const channel = `service_doctor_${randomUUID().replaceAll('-', '')}`;
  const listener = new pg.Client(options);
  listener.on('error', () => {});
  await listener.connect();
  try {
    const received = new Promise<boolean>((resolve) => listener.on('notification', () => resolve(true)));
    await listener.query(`listen ${channel}`);
    await sql`select pg_notify(${channel}, '')`.execute(db);
    if (await Promise.race([received, delay(timeouts.notification, false, { ref: false })]))
      return ok('LISTEN and NOTIFY work');
    return warning(
      'a NOTIFY did not reach a listening connection: log streams and starts of runs are delayed',
      'Connect to PostgreSQL directly, or to a pooler in session mode.',
    );
  } finally {
    await listener.end();
  }
}

/** A host with several addresses fails once for each: the first is shown. The URL, with its password, never is. */
function reasonOfConnection(error: unknown): string {
  return reasonOf(error instanceof AggregateError ? error.errors[0] : error);
}
