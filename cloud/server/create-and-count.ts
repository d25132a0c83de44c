import type { FastifyBaseLogger } from 'fastify';
import { createRun } from '../store/create-run.ts';
import type { CloudContext } from './cloud-context.ts';

/** Creates a run as `createRun` does, counts it and logs it, unless it had been created before. */
export async function createAndCount(
  { database, queue, metrics }: Pick<CloudContext, 'database' | 'queue' | 'metrics'>,
  log: FastifyBaseLogger,
  options: Parameters<typeof createRun>[2],
): ReturnType<typeof createRun> {
  const created = await createRun(database.kysely, queue, options);
  if (!created.replayed) {
    metrics.runsCreated.inc();
    log.info({ runId: created.run.id, accountId: options.accountId }, 'run created');
  }
  return created;
}
