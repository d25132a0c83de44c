import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { callerOf } from './caller.ts';
import { rateLimited } from './problem.ts';

/** Number of keys to track. */
const maxKeys = 50_000;

/** Limits the requests with each key. Responses carry the RateLimit headers of the IETF draft. */
export async function limitRates(app: FastifyInstance, { perMinute }: { perMinute: number }): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    cache: maxKeys,
    enableDraftSpec: true,
    keyGenerator: (request) => callerOf(request).keyId,
    errorResponseBuilder: (_request, { ttl }) => rateLimited(Math.ceil(ttl / 1000)),
  });
  // The single-field form of later drafts: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
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
