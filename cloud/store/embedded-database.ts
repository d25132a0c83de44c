import { constants, cp } from 'node:fs/promises';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { assertPrivate, databaseFolder, hasStore, makeDataFolder, prepareStore } from './data-folder.ts';
import type { Database, QueueDatabase } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import type { Tables } from './tables.ts';

/** The type id of int8. */
const int8 = 20;

/**
 * Opens PostgreSQL in this process, with its files in `<folder>/database`.
 * @param folder created when it is missing; one process at a time can use it
 * @throws {ServiceError} DATA_FOLDER_UNUSABLE, DATA_FOLDER_IN_USE, DATA_FOLDER_EXPOSED, STORE_DAMAGED, UNWRITABLE_PATH
 */
export async function openEmbeddedDatabase(folder: string): Promise<Database> {
  makeDataFolder(folder);
  assertPrivate(folder);
  const lock = await lockFolder(folder, { used: hasStore(folder) });
  try {
    const store = prepareStore(folder);
    const database = await embeddedDatabase({ dataDir: databaseFolder(folder) });
    store.ready();
    return {
      ...database,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The same without a data folder: in memory unless the options say otherwise. */
export async function embeddedDatabase(options: PGliteOptions = {}): Promise<Database> {
  const pglite = await PGlite.create({ ...options, parsers: { [int8]: Number } });
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  const { dataDir } = options;
  const listen: Database['listen'] = async (channel, onMessage, onGap) => {
    const stop = await pglite.listen(channel, onMessage);
    onGap();
    return { close: () => stop() };
  };
  return {
    kind: 'embedded',
    kysely,
    queue: { executeSql: executorOn(kysely, pglite), listen },
    listen,
    ...(dataDir !== undefined && {
      copyFiles: (to: string) =>
        kysely.connection().execute(async () => {
          await pglite.exec('checkpoint');
          // Clones the files instead of copying their bytes where the file system supports it.
          await cp(dataDir, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
        }),
    }),
    async ping() {
      await sql`select 1`.execute(kysely);
    },
    close: () => kysely.destroy(),
  };
}

/**
 * PGlite has one connection, which the queue gets through kysely, so that it waits for transactions of kysely. After an
 * error it rolls back, so that the connection is not left in a failed transaction.
 */
function executorOn(kysely: Kysely<Tables>, pglite: PGlite): QueueDatabase['executeSql'] {
  return (text, values) =>
    kysely.connection().execute(async () => {
      try {
        if (values?.length) return await pglite.query<Record<string, unknown>>(text, values);
        const results = await pglite.exec(text);
        return { rows: results.flatMap((result) => result.rows) };
      } catch (error) {
        await pglite.exec('rollback');
        throw error;
      }
    });
}
