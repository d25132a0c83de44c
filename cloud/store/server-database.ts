import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, QueueDatabase } from './database.ts';
import { Listener } from './listener.ts';
import type { Tables } from './tables.ts';

export interface ServerOptions {
  /** postgres://… */
  url: string;
  /** How many connections this process may hold, besides one that listens. */
  pool: number;
  /** What went wrong on a connection that nobody was waiting for. */
  onError(error: Error): void;
}

/** A PostgreSQL server. Connections are made when they are needed and made again after they are lost. */
export function openServerDatabase({ url, pool: max, onError }: ServerOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'service',
    connectionTimeoutMillis: 5_000,
    // A half-open connection is given up after this long.
    query_timeout: 30_000,
    keepAlive: true,
    types: { getTypeParser },
  });
  pool.on('error', onError);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const listener = new Listener(url, onError);
  return {
    kind: 'server',
    kysely,
    queue: queueOn(pool, listener),
    listen: async (channel, onMessage, onGap) => listener.listen(channel, onMessage, onGap),
    async ping() {
      await sql`select 1`.execute(kysely);
    },
    async close() {
      await listener.close();
      await kysely.destroy();
    },
  };
}

/** 8-byte integers as numbers: none of ours passes 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid);
}

function queueOn(pool: pg.Pool, listener: Listener): QueueDatabase {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        const result = await client.query(text, values);
        client.release();
        return result;
      } catch (error) {
        // The text may hold its own BEGIN: a connection in a failed transaction must not go back to the pool.
        client.release(true);
        throw error;
      }
    },
    listen: async (channel, onNotification, onReconnect) => listener.listen(channel, onNotification, onReconnect),
  };
}
