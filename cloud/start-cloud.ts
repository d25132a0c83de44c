import { type Logger, pino } from 'pino';
import { reasonOf, serviceError } from '../kernel/errors.ts';
import { createKernel } from '../kernel/kernel.ts';
import type { Plugin } from '../kernel/plugin.ts';
import { builtinPlugins } from '../plugins/builtin.ts';
import { type Backbone, openBackbone } from './backbone.ts';
import { isLoopback, safeIsolation } from './safe-isolation.ts';
import { buildServer } from './server/build-server.ts';
import { readSettings, type Settings } from './settings.ts';
import { makeFirstAccount } from './store/first-account.ts';
import type { DatabasePlace } from './store/open-database.ts';
import { Worker } from './worker/worker.ts';

export interface CloudOptions {
  /** A folder for the embedded database, or the URL of a PostgreSQL server. */
  database: DatabasePlace;
  host?: string;
  /** 0 takes a free one. */
  port?: number;
  /** How many runs this process verifies at a time; 0 leaves them to others. */
  workers?: number;
  /** Besides those that come with the product. */
  plugins?: readonly Plugin[];
  /** What the operator set; else the defaults. */
  settings?: Partial<Settings>;
  /** Silent when absent. */
  logger?: Logger;
  /** Whether Node's permission model, which keeps out mistakes rather than attackers, will do. */
  isolation?: 'permission';
}

export interface Cloud {
  /** Where it answers, without a slash at its end. */
  readonly url: string;
  /** The key of the account that was made because there was none. */
  readonly firstKey: string | undefined;
  /** Takes no more work, lets runs end or gives them back, and ends. */
  close(): Promise<void>;
}

/**
 * Starts the cloud in this process: its API, and workers beside it.
 * @throws {ServiceError} DATA_FOLDER_IN_USE, DATABASE_UNREACHABLE, ADDRESS_UNUSABLE, ISOLATION_REQUIRED, PLUGIN_*
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { host = '127.0.0.1', port = 7070, workers = 1, logger = pino({ enabled: false }) } = options;
  const settings = { ...readSettings({}), ...options.settings };
  const kernel = createKernel({ plugins: [...builtinPlugins, ...(options.plugins ?? [])] });
  const isolation = await safeIsolation({ allowed: options.isolation, exposed: !isLoopback(host) });
  const draining = new AbortController();
  let backbone: Backbone | undefined;
  try {
    backbone = await openBackbone(options.database, settings, logger);
    const { database, queue, watch } = backbone;
    const firstKey = await makeFirstAccount(database.kysely, {
      credits: settings.firstCredits,
      concurrency: settings.concurrency,
    });
    const server = await buildServer({ database, queue, watch, kernel, settings, logger, draining: draining.signal });
    const url = await server.listen({ host, port }).catch((error: unknown) => {
      throw serviceError('ADDRESS_UNUSABLE', { address: `${host}:${port}`, reason: reasonOf(error) }, { cause: error });
    });
    const worker =
      workers > 0
        ? await Worker.start({ database, queue, watch, kernel, isolation, slots: workers, logger })
        : undefined;
    const { close } = backbone;
    return {
      url,
      firstKey,
      async close() {
        draining.abort();
        await worker?.drain(settings.drainSeconds * 1000);
        await server.close();
        await close();
        await isolation.close?.();
      },
    };
  } catch (error) {
    await backbone?.close();
    await isolation.close?.();
    throw error;
  }
}
