import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { reasonOf } from '../../kernel/errors.ts';
import type { Tables } from '../store/tables.ts';
import { readDatabaseFacts } from './database-facts.ts';
import { databaseParts, databaseReports } from './database-reports.ts';
import type { Probe } from './examine.ts';
import { failed, ok, type Report, unchecked, warning } from './report.ts';

/** Milliseconds: to get a connection, for an answer, and for news to arrive. */
const patience = { connection: 5_000, answer: 10_000, news: 5_000 };

/** A PostgreSQL server: asked without the migrations that a server or worker begins with. */
export function serverProbe({ url, pool: most }: { url: string; pool: number }): Probe {
  const parts = [...databaseParts('server'), 'news'];
  return {
    parts,
    async look(): Promise<Report[]> {
      const options = {
        connectionString: url,
        application_name: 'service doctor',
        connectionTimeoutMillis: patience.connection,
        query_timeout: patience.answer,
      };
      const pool = new pg.Pool({ ...options, max: 1 });
      pool.on('error', () => {});
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      try {
        const reports = databaseReports(await readDatabaseFacts(db), { kind: 'server', needs: most + 1 });
        return [...reports, { part: 'news', ...(await news(db, options)) }];
      } catch (error) {
        const next = 'Check --database-url (or DATABASE_URL) and that the server accepts connections.';
        const [first = '', ...others] = parts;
        const rest = { part: others.join(', '), ...unchecked('the database gives no answer', 'See above.') };
        return [{ part: first, ...failed(`no answer: ${reasonOfConnection(error)}`, next) }, rest];
      } finally {
        await db.destroy();
      }
    },
  };
}

/** Whether what one connection says reaches another that listens: not through a pooler that shares connections. */
async function news(db: Kysely<Tables>, options: pg.ClientConfig) {
  const channel = `service_doctor_${randomUUID().replaceAll('-', '')}`;
  const listener = new pg.Client(options);
  listener.on('error', () => {});
  await listener.connect();
  try {
    const heard = new Promise<boolean>((resolve) => listener.on('notification', () => resolve(true)));
    await listener.query(`listen ${channel}`);
    await sql`select pg_notify(${channel}, '')`.execute(db);
    if (await Promise.race([heard, delay(patience.news, false, { ref: false })])) return ok('LISTEN and NOTIFY work');
    return warning(
      'a NOTIFY did not reach who listens: logs and starts of runs come late',
      'Connect to PostgreSQL itself, or to a pooler in session mode.',
    );
  } finally {
    await listener.end();
  }
}

/** A name with several addresses fails once for each: the first says enough. Never with the URL, nor its password. */
function reasonOfConnection(error: unknown): string {
  return reasonOf(error instanceof AggregateError ? error.errors[0] : error);
}
