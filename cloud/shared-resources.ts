import type { Logger } from 'pino';
import { Metrics } from './metrics.ts';
import type { Settings } from './settings.ts';
import type { Database } from './store/database.ts';
import { JobQueue } from './store/job-queue.ts';
import { type DatabasePlace, openDatabase } from './store/open-database.ts';
import { RunUpdates } from './store/run-updates.ts';
import { sweep } from './store/sweep.ts';

/** Milliseconds. */
const sweepInterval = 60_000;

/** What every process of the cloud shares: the database, the queue, run updates and metrics. */
interface SharedResources {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly updates: RunUpdates;
  readonly metrics: Metrics;
  close(): Promise<void>;
}

/** @throws {ServiceError} DATA_FOLDER_IN_USE, DATABASE_UNREACHABLE */
export async function openSharedResources(
  place: DatabasePlace,
  settings: Settings,
  logger: Logger,
): Promise<SharedResources> {
  const onError = (error: Error) => logger.warn({ err: error }, 'database error');
  const database = await openDatabase(place, { pool: settings.databasePool, onError });
  try {
    const queue = await JobQueue.start({ database, onError });
    const updates = await RunUpdates.start(database);
    const timer = setInterval(() => {
      sweep(database.kysely, queue, settings).catch(onError);
    }, sweepInterval);
    return {
      database,
      queue,
      updates,
      metrics: new Metrics(database),
      async close() {
        clearInterval(timer);
        await updates.close();
        await queue.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
