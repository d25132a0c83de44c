import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { errorCatalogue, isErrorCode, ServiceError } from '../../kernel/errors.ts';
import { Problem } from '../server/schemas.ts';
import type { Database } from '../store/database.ts';
import { JobQueue } from '../store/job-queue.ts';
import { type DatabasePlace, openDatabase } from '../store/open-database.ts';
import { AdminEndpoint, endpointFile } from './admin-server.ts';
import type { Operation } from './operations.ts';
import { readValue } from './read-value.ts';

/** Runs admin operations on a store. */
export interface Admin {
  /** @throws {ServiceError} NOT_FOUND, INVALID_PAYLOAD */
  call<Input extends TSchema, Output extends TSchema>(
    operation: Operation<Input, Output>,
    input: Static<Input>,
  ): Promise<Static<Output>>;
  close(): Promise<void>;
}

/** A process that has just started holds the data folder before it serves admin operations: retries, with milliseconds between them. */
const retryDelay = 200;
const maxRetries = 25;

/**
 * Opens the store for admin operations: the database itself or, while another process uses the data folder, through
 * that process.
 * @throws {ServiceError} DATA_FOLDER_IN_USE, DATABASE_UNREACHABLE
 */
export async function openAdmin(place: DatabasePlace): Promise<Admin> {
  for (let left = maxRetries; ; left--) {
    try {
      return directAdmin(await openDatabase(place, { pool: 2, onError: () => {} }));
    } catch (error) {
      const inUse = error instanceof ServiceError && error.code === 'DATA_FOLDER_IN_USE';
      if (!inUse || !('folder' in place)) throw error;
      const endpoint = await findEndpoint(place.folder);
      if (endpoint) return remoteAdmin(endpoint);
      if (left === 0) throw error;
    }
    await delay(retryDelay);
  }
}

/** Runs admin operations in this process. Nothing verifies the runs of an embedded database meanwhile. */
function directAdmin(database: Database): Admin {
  let queue: Promise<JobQueue> | undefined;
  return {
    async call(operation, input) {
      if (operation.queues && database.kind === 'server') queue ??= JobQueue.start({ database, onError: () => {} });
      return operation.run(database, input, await queue);
    },
    async close() {
      await (await queue)?.stop();
      await database.close();
    },
  };
}

/** The admin endpoint of the process that uses a data folder; undefined when no process answers, for example because it was killed. */
export async function findEndpoint(folder: string, signal?: AbortSignal): Promise<AdminEndpoint | undefined> {
  try {
    const endpoint = readValue(AdminEndpoint, JSON.parse(await readFile(endpointFile(folder), 'utf8')));
    await fetch(endpoint.url, { signal });
    return endpoint;
  } catch {
    return undefined;
  }
}

/** Runs admin operations in the process with this endpoint. */
export function remoteAdmin({ url, token }: AdminEndpoint, signal?: AbortSignal): Admin {
  return {
    async call({ name, output }, input) {
      const response = await fetch(`${url}/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
        signal,
      });
      const body: unknown = await response.json();
      if (response.ok) return readValue(output, body);
      const { code, detail } = readValue(Problem, body);
      const known = isErrorCode(code) ? code : 'RUNNER_ERROR';
      throw new ServiceError(known, detail, errorCatalogue[known].next);
    },
    close: async () => {},
  };
}
