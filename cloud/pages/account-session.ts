import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import { originOf } from '../server/run-record.ts';
import { authenticate, type KeyInUse } from '../store/api-keys.ts';
import type { Scope } from '../store/scopes.ts';
import { signInPage } from './account-page.ts';
import { expiredCookie, keyOfCookies, sessionCookie } from './session-cookie.ts';

/** Who is signed in, on the pages below `/account`. */
export class AccountSession {
  readonly #cloud: Pick<CloudContext, 'database' | 'settings'>;

  constructor(cloud: Pick<CloudContext, 'database' | 'settings'>) {
    this.#cloud = cloud;
  }

  /** The account of a key and what the key may do, or why it is rejected. */
  async check(key: string): Promise<KeyInUse | { refused: string }> {
    try {
      return await authenticate(this.#cloud.database.kysely, key);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') return { refused: error.message };
      throw error;
    }
  }

  /**
   * Returns the key that is signed in; undefined after answering with the sign-in form.
   * @param next page to open after signing in, if not the account
   * @throws {ServiceError} FORBIDDEN for a key without the scope
   */
  async signedIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { next, scope = 'read' }: { next?: string; scope?: Scope } = {},
  ): Promise<KeyInUse | undefined> {
    // With `no-referrer`, browsers would send `Origin: null` with the forms of these pages.
    reply.type('text/html; charset=utf-8').header('referrer-policy', 'same-origin');
    const key = keyOfCookies(request.headers.cookie);
    const checked = key === undefined ? undefined : await this.check(key);
    if (checked && 'accountId' in checked) {
      if (!checked.scopes.includes(scope)) throw serviceError('FORBIDDEN', { scope });
      return checked;
    }
    if (checked) reply.header('set-cookie', this.expiredCookie(request)).code(401);
    reply.send(signInPage({ ...checked, next }));
    return undefined;
  }

  /** The Set-Cookie header to sign in with a key. */
  cookie(request: FastifyRequest, key: string): string {
    return sessionCookie(key, this.#secure(request));
  }

  /** The Set-Cookie header to sign out. */
  expiredCookie(request: FastifyRequest): string {
    return expiredCookie(this.#secure(request));
  }

  #secure(request: FastifyRequest): { secure: boolean } {
    return { secure: originOf(request, this.#cloud.settings).startsWith('https:') };
  }
}
