import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rateLimited } from './problem.ts';

/** Number of addresses to track. */
const maxAddresses = 50_000;

/** Limits the requests that one address may send without a valid key: for pages, and with wrong keys. */
export interface AddressLimit {
  /** @throws {HttpError} RATE_LIMITED when the address has no requests left */
  check(request: FastifyRequest): Promise<void>;
  /** Counts a request. @throws {HttpError} RATE_LIMITED when the address had none left */
  count(request: FastifyRequest): Promise<void>;
}

/** @param perMinute requests of one address or, with IPv6, of one /64 network, which is what one customer gets */
export async function limitAddresses(
  app: FastifyInstance,
  { perMinute }: { perMinute: number },
): Promise<AddressLimit> {
  await app.register(rateLimit, { global: false, cache: maxAddresses });
  const requests = app.createRateLimit({ max: perMinute, timeWindow: '1 minute' });
  return {
    async check(request) {
      const state = await requests(request, { increment: false });
      if (!state.isAllowed && state.remaining === 0) throw rateLimited(state.ttlInSeconds);
    },
    async count(request) {
      const state = await requests(request);
      if (!state.isAllowed && state.isExceeded) throw rateLimited(state.ttlInSeconds);
    },
  };
}
