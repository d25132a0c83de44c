import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { errorCatalogue, isErrorCode, ServiceError } from '../../kernel/errors.ts';
import { Problem } from '../server/schemas.ts';
import { type DatabasePlace, openDatabase } from '../store/open-database.ts';
import { DoorNote, doorFile } from './admin-door.ts';
import type { Operation } from './operations.ts';
import { readValue } from './read-value.ts';

/** The store, as an operator works on it. */
export interface Admin {
  /** @throws {ServiceError} NOT_FOUND, INVALID_PAYLOAD */
  call<Input extends TSchema, Output extends TSchema>(
    operation: Operation<Input, Output>,
    input: Static<Input>,
  ): Promise<Static<Output>>;
  close(): Promise<void>;
}

/** Milliseconds between two tries, and how many, to reach a process that holds the data folder but has no door yet. */
const pause = 200;
const tries = 25;

/**
 * Opens the store for an operator: the database itself or, while another process holds its data folder, the door of
 * that process.
 * @throws {ServiceError} DATA_FOLDER_IN_USE, DATABASE_UNREACHABLE
 */
export async function openAdmin(place: DatabasePlace): Promise<Admin> {
  for (let left = tries; ; left--) {
    try {
      const database = await openDatabase(place, { pool: 2, onError: () => {} });
      return { call: (operation, input) => operation.run(database, input), close: () => database.close() };
    } catch (error) {
      const inUse = error instanceof ServiceError && error.code === 'DATA_FOLDER_IN_USE';
      if (!inUse || !('folder' in place)) throw error;
      const door = await findDoor(place.folder);
      if (door) return throughDoor(door);
      if (left === 0) throw error;
    }
    await delay(pause);
  }
}

/** The door of a process that answers; a note may be left of one that was killed. */
export async function findDoor(folder: string, signal?: AbortSignal): Promise<DoorNote | undefined> {
  try {
    const note = readValue(DoorNote, JSON.parse(await readFile(doorFile(folder), 'utf8')));
    await fetch(note.url, { signal });
    return note;
  } catch {
    return undefined;
  }
}

/** The store of the process that has this door. */
export function throughDoor({ url, token }: DoorNote, signal?: AbortSignal): Admin {
  return {
    async call({ name, output }, input) {
      const answer = await fetch(`${url}/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
        signal,
      });
      const body: unknown = await answer.json();
      if (answer.ok) return readValue(output, body);
      const { code, detail } = readValue(Problem, body);
      const known = isErrorCode(code) ? code : 'RUNNER_ERROR';
      throw new ServiceError(known, detail, errorCatalogue[known].next);
    },
    close: async () => {},
  };
}
