import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serviceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';

/** Addresses of which the count is kept. */
const addressesKept = 50_000;

/** Bounds what one address may do without a valid key: look at pages, and guess keys. */
export interface AddressLimit {
  /** @throws {HttpError} RATE_LIMITED when the address has no requests left in this minute */
  check(request: FastifyRequest): Promise<void>;
  /** Takes one of them. @throws {HttpError} RATE_LIMITED when there was none */
  count(request: FastifyRequest): Promise<void>;
}

/** @param perMinute requests of one address; in IPv6 of one network of 64 bits, which is what one customer has */
export async function limitAddresses(
  app: FastifyInstance,
  { perMinute }: { perMinute: number },
): Promise<AddressLimit> {
  await app.register(rateLimit, { global: false, cache: addressesKept });
  const requests = app.createRateLimit({ max: perMinute, timeWindow: '1 minute' });
  const refuse = (seconds: number) => {
    throw new HttpError(serviceError('RATE_LIMITED', { seconds }), { retryAfter: seconds });
  };
  return {
    async check(request) {
      const state = await requests(request, { increment: false });
      if (!state.isAllowed && state.remaining === 0) refuse(Math.max(1, state.ttlInSeconds));
    },
    async count(request) {
      const state = await requests(request);
      if (!state.isAllowed && state.isExceeded) refuse(Math.max(1, state.ttlInSeconds));
    },
  };
}
