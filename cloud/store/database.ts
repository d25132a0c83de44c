import type { Kysely } from 'kysely';
import type { ConstructorOptions } from 'pg-boss';
import type { Tables } from './tables.ts';

/** PostgreSQL, embedded or a server: what the store and the queue need of it. */
export interface Database {
  /** `embedded` lives in this process and is gone with it; any number of processes may share a `server`. */
  readonly kind: 'embedded' | 'server';
  readonly kysely: Kysely<Tables>;
  /** The same database, as the queue speaks to it. */
  readonly queue: QueueDatabase;
  /**
   * Calls back for each message on a channel of NOTIFY, and `onGap` when messages may have been missed before: the
   * subscription has come into force, for the first time or again after a lost connection.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<Listening>;
  /** How the connections of this process to a server are used; the embedded one has none. */
  connections?(): Connections;
  /**
   * Copies the files of an embedded database, as they are at one moment, into a new folder. Everybody else waits
   * meanwhile. A server has tools of its own for that.
   */
  copyFiles?(to: string): Promise<void>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type QueueDatabase = NonNullable<ConstructorOptions['db']>;

export interface Listening {
  close(): Promise<void>;
}

export interface Connections {
  busy: number;
  idle: number;
  /** Who waits for one. */
  waiting: number;
}
