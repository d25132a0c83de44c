import type { FastifyReply } from 'fastify';

/**
 * Calls back when an answer is complete or its connection is lost; at once when that has happened already, while the
 * server waited for something else.
 */
export function onceClosed({ raw }: FastifyReply, callback: () => void): void {
  if (raw.closed) callback();
  else raw.once('close', callback);
}
