import type { FastifyInstance } from 'fastify';
import { unavailable } from './problem.ts';

/** Bytes of request bodies that one server process holds at once. */
const budget = 256 * 1024 * 1024;

/**
 * Bounds what the bodies of all requests together may take of the memory: who comes when it is full is told to come
 * again. A body counts with the length that it declares, one that does not say or is compressed with what it may be.
 */
export function boundBodies(app: FastifyInstance): void {
  let held = 0;
  app.addHook('onRequest', async (request, reply) => {
    const declared = Number(request.headers['content-length'] ?? Number.NaN);
    const chunked = request.headers['transfer-encoding'] !== undefined;
    if (!chunked && !(declared > 0)) return;
    const compressed = request.headers['content-encoding'] !== undefined;
    const limit = request.routeOptions.bodyLimit;
    const size = chunked || compressed ? limit : Math.min(declared, limit);
    if (held + size > budget) throw unavailable('too much is being uploaded');
    held += size;
    reply.raw.once('close', () => {
      held -= size;
    });
  });
}
