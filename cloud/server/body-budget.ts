import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { onceClosed } from './once-closed.ts';
import { unavailable } from './problem.ts';

/**
 * Bounds what the bodies of all requests together may take of the memory: who comes when it is full is told to come
 * again. A body counts with the length that it declares, one that does not say or is compressed with what it may be.
 * @param budget bytes; one body fits whatever it is
 */
export function boundBodies(app: FastifyInstance, budget: number, gauge: Metrics['bodyBytes']): void {
  let held = 0;
  const hold = (size: number) => {
    held += size;
    gauge.set(held);
  };
  app.addHook('onRequest', async (request, reply) => {
    const declared = Number(request.headers['content-length'] ?? Number.NaN);
    const chunked = request.headers['transfer-encoding'] !== undefined;
    if (!chunked && !(declared > 0)) return;
    const compressed = request.headers['content-encoding'] !== undefined;
    const limit = request.routeOptions.bodyLimit;
    const size = chunked || compressed ? limit : Math.min(declared, limit);
    if (held > 0 && held + size > budget) throw unavailable('too much is being uploaded');
    hold(size);
    onceClosed(reply, () => hold(-size));
  });
}
