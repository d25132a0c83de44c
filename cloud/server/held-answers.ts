import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';
import type { CloudContext } from './cloud-context.ts';
import { onceClosed } from './once-closed.ts';
import type { OpenKeys } from './open-keys.ts';
import { unavailable } from './problem.ts';

/** Seconds after which somebody who holds too many answers open may ask again. */
const pause = 5;

/** Who an answer is held for. */
export interface Holder {
  accountId: string;
  keyId?: string;
}

/** A log stream, or an answer that waits for another status. */
export type HeldKind = 'log' | 'wait';

/** The answers that this process holds open: bounded together, and for each account, so that one can't take them all. */
export class HeldAnswers {
  readonly #cloud: Pick<CloudContext, 'settings' | 'metrics' | 'closing'>;
  readonly #keys: OpenKeys;
  readonly #byAccount = new Map<string, number>();
  #open = 0;

  constructor(cloud: Pick<CloudContext, 'settings' | 'metrics' | 'closing'>, keys: OpenKeys) {
    this.#cloud = cloud;
    this.#keys = keys;
  }

  /**
   * Counts an answer until its connection closes or it is complete.
   * @param who the account, and the key where the reader has shown one
   * @returns aborts when there is nobody to wait for any more: the connection is closed, the server ends, or the key is
   * revoked
   * @throws {HttpError} RATE_LIMITED when the account, UNAVAILABLE when the process holds too many
   */
  hold(reply: FastifyReply, { accountId, keyId }: Holder, kind: HeldKind): AbortSignal {
    const { settings, metrics, closing } = this.#cloud;
    const own = this.#byAccount.get(accountId) ?? 0;
    if (own >= settings.accountWatchers) {
      const message = `This account watches ${own} runs at once, which is as many as it may`;
      throw new HttpError(new ServiceError('RATE_LIMITED', message, 'Stop watching some of them.'), {
        retryAfter: pause,
      });
    }
    if (this.#open >= settings.watchers) throw unavailable('too many logs are being watched');
    this.#open += 1;
    this.#byAccount.set(accountId, own + 1);
    metrics.watchers.inc({ kind });
    const gone = new AbortController();
    const key = keyId === undefined ? undefined : this.#keys.hold(keyId);
    onceClosed(reply, () => {
      gone.abort();
      key?.[Symbol.dispose]();
      this.#open -= 1;
      metrics.watchers.dec({ kind });
      const left = (this.#byAccount.get(accountId) ?? 1) - 1;
      if (left === 0) this.#byAccount.delete(accountId);
      else this.#byAccount.set(accountId, left);
    });
    return AbortSignal.any([gone.signal, closing, ...(key ? [key.signal] : [])]);
  }
}
