import type { Kysely } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { unrevokedKeys } from '../store/api-keys.ts';
import type { Database, Listening } from '../store/database.ts';
import { revokedKeys } from '../store/notifications.ts';
import type { Tables } from '../store/tables.ts';

/**
 * The keys with which answers are being held open. When one is revoked, in whichever process, its answers end at once:
 * a stream would otherwise go on telling who has lost the right to listen.
 */
export class OpenKeys {
  readonly #open = new Map<string, Set<AbortController>>();
  readonly #db: Kysely<Tables>;
  #listening: Listening | undefined;

  /** @param onError is told when keys could not be looked at again after a lost connection */
  static async start(database: Database, onError: (error: Error) => void): Promise<OpenKeys> {
    const keys = new OpenKeys(database.kysely);
    const lookAgain = () => {
      keys.#endRevoked().catch(onError);
    };
    keys.#listening = await database.listen(revokedKeys, (id) => keys.#end(id), lookAgain);
    return keys;
  }

  private constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** To be disposed of. The signal aborts when the key is revoked, with UNAUTHORIZED as its reason. */
  hold(keyId: string): { signal: AbortSignal } & Disposable {
    const controllers = this.#open.get(keyId) ?? new Set();
    this.#open.set(keyId, controllers);
    const controller = new AbortController();
    controllers.add(controller);
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => {
        controllers.delete(controller);
        if (controllers.size === 0) this.#open.delete(keyId);
      },
    };
  }

  async close(): Promise<void> {
    await this.#listening?.close();
  }

  #end(keyId: string): void {
    const reason = serviceError('UNAUTHORIZED', { reason: 'it was revoked' });
    for (const controller of this.#open.get(keyId) ?? []) controller.abort(reason);
  }

  /** What was told while nobody listened was not heard. */
  async #endRevoked(): Promise<void> {
    const ids = [...this.#open.keys()];
    if (ids.length === 0) return;
    const inForce = new Set(await unrevokedKeys(this.#db, ids));
    for (const id of ids) if (!inForce.has(id)) this.#end(id);
  }
}
