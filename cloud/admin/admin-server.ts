import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import Type, { type Static } from 'typebox';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { replaceFile } from '../../runner/replace-file.ts';
import { HttpError } from '../http-error.ts';
import { handleErrors } from '../server/problem.ts';
import type { Database } from '../store/database.ts';
import type { JobQueue } from '../store/job-queue.ts';
import { operations } from './operations.ts';

/** A file in the data folder while a process uses it: where `service admin` reaches that process. */
export const AdminEndpoint = Type.Object({ url: Type.String(), token: Type.String() });
export type AdminEndpoint = Static<typeof AdminEndpoint>;

export const endpointFile = (folder: string) => join(folder, 'admin.json');

/**
 * Serves the admin operations on an embedded database, which only this process can open, on a port of the loopback
 * address. Requests need the token from the data folder, which only the owner of the folder can read.
 */
export async function startAdminServer(
  folder: string,
  { database, queue }: { database: Database; queue: JobQueue },
): Promise<{ close(): Promise<void> }> {
  const token = randomBytes(32).toString('base64url');
  const app = Fastify({ forceCloseConnections: true });
  handleErrors(app);
  app.addHook('onRequest', async (request) => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw serviceError('UNAUTHORIZED', { reason: 'it does not match the token in the data folder' });
    }
  });
  for (const { name, validateAndRun } of Object.values(operations)) {
    app.post(`/${name}`, ({ body }) =>
      validateAndRun(database, body, queue).catch((error: unknown) => {
        // The operator may see every error of the catalogue, not only those of the public API.
        throw error instanceof ServiceError ? new HttpError(error) : error;
      }),
    );
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const endpoint: AdminEndpoint = { url, token };
  const file = endpointFile(folder);
  await replaceFile(file, JSON.stringify(endpoint), { mode: 0o600 });
  return {
    async close() {
      await rm(file, { force: true });
      await app.close();
    },
  };
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
