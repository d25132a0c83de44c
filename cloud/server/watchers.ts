import type { FastifyReply } from 'fastify';
import { ServiceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';
import type { CloudContext } from './cloud-context.ts';
import type { KeyRevocations, WatchedKey } from './key-revocations.ts';
import { onceClosed } from './once-closed.ts';
import { unavailable } from './problem.ts';

/** Seconds. */
const retryAfter = 5;

/** Whose watcher it is. Pages, which are opened by link, have no key. */
interface WatcherOwner extends Partial<WatchedKey> {
  accountId: string;
}

/** A log stream, or a request that waits for a change of status. */
type WatcherKind = 'log' | 'wait';

/** The open log streams and waiting requests of this process, limited in all and for each account. */
export class Watchers {
  readonly #cloud: Pick<CloudContext, 'settings' | 'metrics' | 'closing'>;
  readonly #revocations: KeyRevocations;
  readonly #byAccount = new Map<string, number>();
  #open = 0;

  constructor(cloud: Pick<CloudContext, 'settings' | 'metrics' | 'closing'>, revocations: KeyRevocations) {
    this.#cloud = cloud;
    this.#revocations = revocations;
  }

  /**
   * Counts a response as a watcher until it is complete or its connection closes.
   * @returns a signal that aborts when the connection closes, the server closes, or the key is revoked or expires
   * @throws {HttpError} RATE_LIMITED at the limit of the account, UNAVAILABLE at the limit of the process
   */
  add(reply: FastifyReply, { accountId, keyId, expiresAt }: WatcherOwner, kind: WatcherKind): AbortSignal {
    const { settings, metrics, closing } = this.#cloud;
    const own = this.#byAccount.get(accountId) ?? 0;
    if (own >= settings.accountWatchers) {
      const message = `This account has ${own} open log streams and waiting requests, which is the limit`;
      throw new HttpError(new ServiceError('RATE_LIMITED', message, 'Close some of them.'), { retryAfter });
    }
    if (this.#open >= settings.watchers) throw unavailable('too many log streams are open');
    this.#open += 1;
    this.#byAccount.set(accountId, own + 1);
    metrics.watchers.inc({ kind });
    const closed = new AbortController();
    const key = keyId === undefined ? undefined : this.#revocations.watch({ keyId, expiresAt });
    onceClosed(reply, () => {
      closed.abort();
      key?.[Symbol.dispose]();
      this.#open -= 1;
      metrics.watchers.dec({ kind });
      const left = (this.#byAccount.get(accountId) ?? 1) - 1;
      if (left === 0) this.#byAccount.delete(accountId);
      else this.#byAccount.set(accountId, left);
    });
    return AbortSignal.any([closed.signal, closing, ...(key ? [key.signal] : [])]);
  }
}
