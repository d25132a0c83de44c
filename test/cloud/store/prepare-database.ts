import type { Database } from '../../../cloud/store/database.ts';
import { JobQueue } from '../../../cloud/store/job-queue.ts';
import { migrate } from '../../../cloud/store/migrations.ts';

/** Makes the tables of a database that tests get copies of: those of the store and those of the queue. */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database.kysely);
  const queue = await JobQueue.start({
    database,
    onError: (error) => {
      throw error;
    },
  });
  await queue.stop();
}
