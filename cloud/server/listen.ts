import type { FastifyInstance } from 'fastify';
import { reasonOf, serviceError } from '../../kernel/errors.ts';

/**
 * Starts listening; returns the URL.
 * @throws {ServiceError} ADDRESS_UNUSABLE
 */
export async function listen(server: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    throw serviceError('ADDRESS_UNUSABLE', { address: `${host}:${port}`, reason: reasonOf(error) }, { cause: error });
  }
}
