import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { authenticate, type KeyInUse, keyIdOf } from '../store/api-keys.ts';
import type { Scope } from '../store/scopes.ts';
import type { Tables } from '../store/tables.ts';
import type { AddressLimit } from './address-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs: when absent, `read` to GET, `admin` for everything else. */
    scope?: Scope;
  }
}

type Caller = KeyInUse;

const callers = new WeakMap<FastifyRequest, Caller>();

/** Number of key ids to remember as valid. */
const maxAcceptedIds = 10_000;

/**
 * Rejects requests without a valid key that has the scope of the route, before their body is read. Once an address has sent too many wrong keys, its
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
      const { method, routeOptions } = request;
      const scope = scopeOf({ method, config: routeOptions.config });
      if (!caller.scopes.includes(scope)) throw serviceError('FORBIDDEN', { scope });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') await addresses.count(request);
      throw error;
    }
  });
}

/** The scope that a key needs for a route. */
export function scopeOf({ method, config }: Pick<RouteOptions, 'method' | 'config'>): Scope {
  return config?.scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'admin');
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
