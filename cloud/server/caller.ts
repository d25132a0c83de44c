import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { authenticate, keyIdOf } from '../store/api-keys.ts';
import type { Tables } from '../store/tables.ts';
import type { AddressLimit } from './address-limit.ts';

export interface Caller {
  accountId: string;
  keyId: string;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Number of key ids to remember as valid. */
const maxAcceptedIds = 10_000;

/**
 * Rejects requests without a valid key, before their body is read. Once an address has sent too many wrong keys, its
 * keys are no longer looked up, except those that were accepted before: users who share the address stay unaffected.
 */
export function requireKey(app: FastifyInstance, db: Kysely<Tables>, addresses: AddressLimit): void {
  const accepted = new Set<string>();
  app.addHook('onRequest', async (request) => {
    const key = bearerToken(request);
    const id = key === undefined ? undefined : keyIdOf(key);
    if (id === undefined || !accepted.has(id)) await addresses.check(request);
    try {
      if (key === undefined)
        throw serviceError('UNAUTHORIZED', { reason: 'the Authorization header has no bearer token' });
      const caller = await authenticate(db, key);
      if (accepted.size >= maxAcceptedIds) accepted.clear();
      accepted.add(caller.keyId);
      callers.set(request, caller);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') await addresses.count(request);
      throw error;
    }
  });
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  const [scheme = '', key = '', ...rest] = (headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && rest.length === 0 ? key : undefined;
}

/** The caller of a request that has passed `requireKey`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error(`route ${request.routeOptions.url} does not require a key`);
  return caller;
}
