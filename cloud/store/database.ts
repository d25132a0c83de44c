import type { Kysely } from 'kysely';
import type { ConstructorOptions } from 'pg-boss';
import type { Tables } from './tables.ts';

/** PostgreSQL, embedded or a server, as the store and the queue use it. */
export interface Database {
  /** `embedded` runs in this process and has no other users; a `server` may be shared by many processes. */
  readonly kind: 'embedded' | 'server';
  readonly kysely: Kysely<Tables>;
  /** The same database for pg-boss. */
  readonly queue: QueueDatabase;
  /**
   * Listens on a channel of NOTIFY. Calls `onGap` when messages may have been missed: when the subscription takes effect,
   * at first and after each reconnect.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<Listening>;
  /** The connections of this process to a server; absent for the embedded database. */
  connections?(): Connections;
  /**
   * Copies a consistent state of the files of an embedded database into a new folder. Queries wait meanwhile. Absent for
   * a server, which has its own tools.
   */
  copyFiles?(to: string): Promise<void>;
  /** Resolves when the database responds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type QueueDatabase = NonNullable<ConstructorOptions['db']>;

export interface Listening {
  close(): Promise<void>;
}

interface Connections {
  busy: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}
