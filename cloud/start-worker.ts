import type { Logger } from 'pino';
import { createKernel } from '../kernel/kernel.ts';
import type { Plugin } from '../kernel/plugin.ts';
import { builtinPlugins } from '../plugins/builtin.ts';
import { openBackbone } from './backbone.ts';
import { safeIsolation } from './safe-isolation.ts';
import { readSettings, type Settings } from './settings.ts';
import { Worker } from './worker/worker.ts';

export interface WorkerProcessOptions {
  /** postgres://… */
  databaseUrl: string;
  /** How many runs at a time. */
  workers?: number;
  /** Besides those that come with the product. */
  plugins?: readonly Plugin[];
  settings?: Partial<Settings>;
  logger: Logger;
  isolation?: 'permission';
}

/**
 * Starts workers alone, for servers that are other processes on the same database.
 * @throws {ServiceError} DATABASE_UNREACHABLE, ISOLATION_REQUIRED, PLUGIN_*
 */
export async function startWorker(options: WorkerProcessOptions): Promise<{ close(): Promise<void> }> {
  const { databaseUrl, workers = 1, logger } = options;
  const settings = { ...readSettings({}), ...options.settings };
  const kernel = createKernel({ plugins: [...builtinPlugins, ...(options.plugins ?? [])] });
  await using started = new AsyncDisposableStack();
  const isolation = await safeIsolation({ allowed: options.isolation, exposed: true });
  started.defer(async () => isolation.close?.());
  const backbone = await openBackbone({ url: databaseUrl }, settings, logger);
  started.defer(() => backbone.close());
  const worker = await Worker.start({ ...backbone, kernel, isolation, slots: workers, logger });
  started.defer(() => worker.drain(settings.drainSeconds * 1000));
  const all = started.move();
  return { close: () => all.disposeAsync() };
}
