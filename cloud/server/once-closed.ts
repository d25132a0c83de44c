import type { FastifyReply } from 'fastify';

/**
 * Calls back when a response is complete or its connection is lost; immediately if that has already happened.
 */
export function onceClosed({ raw }: FastifyReply, callback: () => void): void {
  if (raw.closed) callback();
  else raw.once('close', callback);
}
