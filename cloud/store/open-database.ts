import { reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import type { Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { migrate } from './migrations.ts';
import { openServerDatabase } from './server-database.ts';

/** A folder for the embedded database, or the URL of a PostgreSQL server. */
export type DatabasePlace = { folder: string } | { url: string };

/**
 * Opens a database and migrates it.
 * @throws {ServiceError} DATA_FOLDER_IN_USE, DATABASE_UNREACHABLE
 */
export async function openDatabase(
  place: DatabasePlace,
  { pool, onError }: { pool: number; onError(error: Error): void },
): Promise<Database> {
  try {
    if ('url' in place) {
      // Without a timeout: a migration may take long.
      const migrating = openServerDatabase({ url: place.url, pool: 1, onError, queryTimeout: 0 });
      await migrate(migrating.kysely).finally(() => migrating.close());
      return openServerDatabase({ url: place.url, pool, onError });
    }
    const database = await openEmbeddedDatabase(place.folder);
    try {
      await migrate(database.kysely);
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw serviceError('DATABASE_UNREACHABLE', { reason: reasonOf(error) }, { cause: error });
  }
}
