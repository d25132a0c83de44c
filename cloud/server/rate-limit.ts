import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { serviceError } from '../../kernel/errors.ts';
import { HttpError } from '../http-error.ts';
import { callerOf } from './caller.ts';

/** Keys of which the count is kept. */
const keysKept = 50_000;

/** Bounds the requests of each key. The answers say how many are left: RateLimit headers of the IETF's draft. */
export async function limitRates(app: FastifyInstance, { perMinute }: { perMinute: number }): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    cache: keysKept,
    enableDraftSpec: true,
    keyGenerator: (request) => callerOf(request).keyId,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      return new HttpError(serviceError('RATE_LIMITED', { seconds }), { retryAfter: seconds });
    },
  });
  // The draft's later form, in one field: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
  app.addHook('onSend', async (_request, reply) => {
    const limit = reply.getHeader('ratelimit-limit');
    if (limit === undefined) return;
    reply.header('ratelimit-policy', `"key";q=${limit};w=60`);
    reply.header(
      'ratelimit',
      `"key";r=${reply.getHeader('ratelimit-remaining')};t=${reply.getHeader('ratelimit-reset')}`,
    );
  });
}
