import type { Kysely } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { expiredKey, type KeyInUse, unrevokedKeys } from '../store/api-keys.ts';
import type { Database, Listening } from '../store/database.ts';
import { revokedKeys } from '../store/notifications.ts';
import type { Tables } from '../store/tables.ts';

export type WatchedKey = Pick<KeyInUse, 'keyId' | 'expiresAt'>;

/** The longest timer of Node.js in milliseconds (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args). */
const maxTimer = 2 ** 31 - 1;

/**
 * Ends the log streams and waiting requests of a key when it expires, or is revoked in whichever process.
 */
export class KeyRevocations {
  readonly #open = new Map<string, Set<AbortController>>();
  readonly #db: Kysely<Tables>;
  #listening: Listening | undefined;

  /** @param onError called when keys cannot be checked after a lost connection */
  static async start(database: Database, onError: (error: Error) => void): Promise<KeyRevocations> {
    const revocations = new KeyRevocations(database.kysely);
    const recheck = () => {
      revocations.#recheck().catch(onError);
    };
    revocations.#listening = await database.listen(revokedKeys, (id) => revocations.#abort(id), recheck);
    return revocations;
  }

  private constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** The signal aborts when the key is revoked or expires, with UNAUTHORIZED as its reason. To be disposed of. */
  watch({ keyId, expiresAt }: WatchedKey): { signal: AbortSignal } & Disposable {
    const controllers = this.#open.get(keyId) ?? new Set();
    this.#open.set(keyId, controllers);
    const controller = new AbortController();
    controllers.add(controller);
    const left = expiresAt === undefined ? maxTimer : Math.min(expiresAt.getTime() - Date.now(), maxTimer);
    const timer = left < maxTimer ? setTimeout(() => controller.abort(expiredKey()), left) : undefined;
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => {
        clearTimeout(timer);
        controllers.delete(controller);
        if (controllers.size === 0) this.#open.delete(keyId);
      },
    };
  }

  async close(): Promise<void> {
    await this.#listening?.close();
  }

  #abort(keyId: string): void {
    const reason = serviceError('UNAUTHORIZED', { reason: 'it has been revoked' });
    for (const controller of this.#open.get(keyId) ?? []) controller.abort(reason);
  }

  /** Notifications were missed while the connection was lost. */
  async #recheck(): Promise<void> {
    const ids = [...this.#open.keys()];
    if (ids.length === 0) return;
    const valid = new Set(await unrevokedKeys(this.#db, ids));
    for (const id of ids) if (!valid.has(id)) this.#abort(id);
  }
}
