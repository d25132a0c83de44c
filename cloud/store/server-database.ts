import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, QueueDatabase } from './database.ts';
import { Listener } from './listener.ts';
import type { Tables } from './tables.ts';

/**
 * Milliseconds. A connection on which an answer has been waited for so long is half-open: a statement takes less, and who
 * has to wait for another's lock is better off trying again. Idle connections are closed before that.
 */
const longestSilence = 10_000;
const longestIdle = 5_000;

/** Milliseconds after which the server ends a transaction that waits for a client that may be gone, and its locks. */
const longestPause = 5_000;

export interface ServerOptions {
  /** postgres://… */
  url: string;
  /** How many connections this process may hold, besides one that listens. */
  pool: number;
  /** What went wrong on a connection that nobody was waiting for. */
  onError(error: Error): void;
  /** Milliseconds that a statement may take; 0 for as long as it wants. */
  silence?: number;
}

/** A PostgreSQL server. Connections are made when they are needed and made again after they are lost. */
export function openServerDatabase(options: ServerOptions): Database {
  const { url, pool: max, onError, silence = longestSilence } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'service',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: longestIdle,
    idle_in_transaction_session_timeout: longestPause,
    // Not pg's own `query_timeout`: it leaves the connection in the pool, for others to wait for in vain.
    stream: () => impatientSocket(silence),
    keepAlive: true,
    types: { getTypeParser },
  });
  // Without a listener of its own, a connection that is lost while somebody uses it would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  // It has told that already.
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

/** A socket that breaks when nothing has been sent or heard on it for so many milliseconds. */
function impatientSocket(silence: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silence, () => {
    const error = new Error(`the database did not answer within ${silence} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return socket;
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
