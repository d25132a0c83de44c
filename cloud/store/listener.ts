import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Listening } from './database.ts';

/** Milliseconds. */
const heartbeatInterval = 10_000;
const queryTimeout = 5_000;
const minBackoff = 250;
const maxBackoff = 5_000;

interface Subscription {
  channel: string;
  onMessage(payload: string): void;
  onGap(): void;
}

/** Listens on any number of channels through one connection to a PostgreSQL server, and reconnects when it is lost. */
export class Listener {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #subscriptions = new Set<Subscription>();
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #running: Promise<void> | undefined;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /** See `Database.listen`. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Listening {
    const subscription = { channel, onMessage, onGap };
    this.#subscriptions.add(subscription);
    this.#running ??= this.#run();
    // Without a connection: the next one subscribes to all channels.
    if (this.#client) this.#subscribe(this.#client, subscription).catch(this.#onError);
    return {
      close: async () => {
        this.#subscriptions.delete(subscription);
      },
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let backoff = minBackoff;
    while (!signal.aborted) {
      const client = new pg.Client({
        connectionString: this.#url,
        application_name: 'service listener',
        keepAlive: true,
        connectionTimeoutMillis: queryTimeout,
        query_timeout: queryTimeout,
      });
      try {
        await this.#stayConnected(client, () => {
          backoff = minBackoff;
        });
      } catch (error) {
        if (!signal.aborted) this.#onError(error instanceof Error ? error : new Error(String(error)));
      }
      this.#client = undefined;
      client.end().catch(() => {});
      await delay(backoff, undefined, { signal }).catch(() => {});
      backoff = Math.min(backoff * 2, maxBackoff);
    }
  }

  /** Returns when the listener is closed; throws when the connection is lost. */
  async #stayConnected(client: pg.Client, onConnected: () => void): Promise<void> {
    const lost = new AbortController();
    const over = AbortSignal.any([lost.signal, this.#closing.signal]);
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('the connection ended')));
    client.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of this.#subscriptions) {
        if (subscription.channel === channel) subscription.onMessage(payload);
      }
    });
    await client.connect();
    this.#client = client;
    for (const subscription of this.#subscriptions) await this.#subscribe(client, subscription);
    onConnected();
    while (!over.aborted) {
      await delay(heartbeatInterval, undefined, { signal: over }).catch(() => {});
      if (!over.aborted) await client.query('select 1');
    }
    if (lost.signal.aborted) throw lost.signal.reason;
  }

  async #subscribe(client: pg.Client, { channel, onGap }: Subscription): Promise<void> {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onGap();
  }
}
