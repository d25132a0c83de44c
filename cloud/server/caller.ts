import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import { authenticate } from '../store/api-keys.ts';
import type { Tables } from '../store/tables.ts';

/** Who sent a request. */
export interface Caller {
  accountId: string;
  keyId: string;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Refuses every request of a server that does not carry a key, before its body is read. */
export function requireKey(app: FastifyInstance, db: Kysely<Tables>): void {
  app.addHook('onRequest', async (request) => {
    const [scheme = '', key = '', ...rest] = (request.headers.authorization ?? '').split(' ');
    if (scheme.toLowerCase() !== 'bearer' || rest.length > 0) {
      throw serviceError('UNAUTHORIZED', { reason: 'the request carries no bearer token' });
    }
    callers.set(request, await authenticate(db, key));
  });
}

/** Who sent a request that has passed `requireKey`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error(`the route ${request.routeOptions.url} does not require a key`);
  return caller;
}
