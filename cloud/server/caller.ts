import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { authenticate, keyIdOf } from '../store/api-keys.ts';
import type { Tables } from '../store/tables.ts';
import type { AddressLimit } from './address-limit.ts';

/** Who sent a request. */
export interface Caller {
  accountId: string;
  keyId: string;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Ids of keys that were accepted lately: who has one is let in from an address that somebody else guesses keys from. */
const acceptedKept = 10_000;

/**
 * Refuses every request of a server that does not carry a key, before its body is read. An address from which too many
 * wrong keys came is refused without a look at its key, unless one with this id was accepted before.
 */
export function requireKey(app: FastifyInstance, db: Kysely<Tables>, addresses: AddressLimit): void {
  const accepted = new Set<string>();
  app.addHook('onRequest', async (request) => {
    const key = bearerToken(request);
    const id = key === undefined ? undefined : keyIdOf(key);
    if (id === undefined || !accepted.has(id)) await addresses.check(request);
    try {
      if (key === undefined) throw serviceError('UNAUTHORIZED', { reason: 'the request carries no bearer token' });
      const caller = await authenticate(db, key);
      if (accepted.size >= acceptedKept) accepted.clear();
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

/** Who sent a request that has passed `requireKey`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error(`the route ${request.routeOptions.url} does not require a key`);
  return caller;
}
