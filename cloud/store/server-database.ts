import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, QueueDatabase } from './database.ts';
import { Listener } from './listener.ts';
import type { Tables } from './tables.ts';

/**
 * Milliseconds. A connection without a response for so long is considered half-open: statements are faster, and one that
 * waits for a lock is better retried. Idle connections are closed before that.
 */
const defaultQueryTimeout = 10_000;
const idleTimeout = 5_000;

/** Milliseconds after which the server ends a transaction whose client is idle, to release its locks. */
const idleTransactionTimeout = 5_000;

interface ServerOptions {
  /** postgres://… */
  url: string;
  /** Maximum connections, without the one that listens. */
  pool: number;
  /** Called for errors outside of a query. */
  onError(error: Error): void;
  /** Milliseconds; 0 for no timeout. */
  queryTimeout?: number;
}

/** Connects to a PostgreSQL server on demand; lost connections are replaced. */
export function openServerDatabase(options: ServerOptions): Database {
  const { url, pool: max, onError, queryTimeout = defaultQueryTimeout } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'service',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleTimeout,
    idle_in_transaction_session_timeout: idleTransactionTimeout,
    // pg's own `query_timeout` would return the half-open connection to the pool.
    stream: () => socketWithTimeout(queryTimeout),
    keepAlive: true,
    types: { getTypeParser },
  });
  // Without a listener, losing a connection in use would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  // Reported by the connection already.
  pool.on('error', () => {});
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const listener = new Listener(url, onError);
  return {
    kind: 'server',
    kysely,
    queue: queueOn(pool, listener),
    listen: async (channel, onMessage, onGap) => listener.listen(channel, onMessage, onGap),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async ping() {
      await sql`select 1`.execute(kysely);
    },
    async close() {
      await listener.close();
      await kysely.destroy();
    },
  };
}

/** A socket that is destroyed when it is inactive for so many milliseconds. */
function socketWithTimeout(timeout: number): Socket {
  const socket = new Socket();
  socket.setTimeout(timeout, () => {
    const error = new Error(`the database did not respond within ${timeout} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return socket;
}

/** Parses int8 as a number: no value exceeds 2^53. */
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
        // pg-boss sends its own BEGIN: a connection in a failed transaction must not return to the pool.
        client.release(true);
        throw error;
      }
    },
    listen: async (channel, onNotification, onReconnect) => listener.listen(channel, onNotification, onReconnect),
  };
}
