import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { onceClosed } from './once-closed.ts';
import { unavailable } from './problem.ts';

/**
 * Limits the memory for the request bodies that are in flight together, and answers 503 beyond it. A body counts with
 * its Content-Length or, when it is chunked or compressed, with the route's limit.
 * @param budget bytes; a single body is always accepted
 */
export function limitBodies(app: FastifyInstance, budget: number, gauge: Metrics['bodyBytes']): void {
  let reserved = 0;
  const reserve = (size: number) => {
    reserved += size;
    gauge.set(reserved);
  };
  app.addHook('onRequest', async (request, reply) => {
    const declared = Number(request.headers['content-length'] ?? Number.NaN);
    const chunked = request.headers['transfer-encoding'] !== undefined;
    if (!chunked && !(declared > 0)) return;
    const compressed = request.headers['content-encoding'] !== undefined;
    const limit = request.routeOptions.bodyLimit;
    const size = chunked || compressed ? limit : Math.min(declared, limit);
    if (reserved > 0 && reserved + size > budget) throw unavailable('too many uploads are in progress');
    reserve(size);
    onceClosed(reply, () => reserve(-size));
  });
}
