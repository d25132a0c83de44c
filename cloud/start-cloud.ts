import { type Logger, pino } from 'pino';
import { importPlugins } from '../judge/import-plugin.ts';
import type { PluginReference } from '../judge/judge-request.ts';
import { packageOfPlugin } from '../judge/plugin-package.ts';
import { builtinKernel } from '../plugins/builtin.ts';
import { removeStaleFolders } from '../runner/remove-stale-folders.ts';
import { killOrphans } from '../runner/sandbox/kill-orphans.ts';
import { startAdminServer } from './admin/admin-server.ts';
import { installKits } from './install-kits.ts';
import { isLoopback, safeIsolation } from './safe-isolation.ts';
import { buildServer } from './server/build-server.ts';
import type { CloudContext } from './server/cloud-context.ts';
import { listen } from './server/listen.ts';
import { readSettings, type Settings } from './settings.ts';
import { openSharedResources } from './shared-resources.ts';
import { createFirstAccount } from './store/first-account.ts';
import type { DatabasePlace } from './store/open-database.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';
import { Worker } from './worker/worker.ts';

/** Milliseconds that open responses get to finish when the server closes. */
const closeTimeout = 2_000;

export interface CloudOptions {
  database: DatabasePlace;
  host?: string;
  /** 0 picks a free port. */
  port?: number;
  /** How many runs this process verifies at the same time; 0 leaves all runs to other processes. */
  workers?: number;
  /** Plugins in addition to the built-in ones; each run loads them in its own process. */
  plugins?: readonly PluginReference[];
  /** Override the defaults. */
  settings?: Partial<Settings>;
  /** Silent when absent. */
  logger?: Logger;
  /** Accepts Node's permission model, which does not stop malicious code, where bubblewrap does not work. */
  isolation?: 'permission';
}

export interface Cloud {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** The key of the account that was created in an empty store. */
  readonly firstKey: string | undefined;
  /** Takes no more runs, lets running ones finish or returns them to the queue, and closes. */
  close(): Promise<void>;
}

/**
 * Starts the API and the workers in this process.
 * @throws {ServiceError} DATA_FOLDER_IN_USE, DATABASE_UNREACHABLE, ADDRESS_UNUSABLE, ISOLATION_REQUIRED, KIT_*, PLUGIN_*
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { host = '127.0.0.1', port = 7070, workers = 1, logger = pino({ enabled: false }) } = options;
  const settings = { ...readSettings({}), ...options.settings };
  const { plugins = [] } = options;
  const added = await importPlugins(plugins);
  const kernel = builtinKernel(added);
  const pluginNames = new Set([...added.map(({ name }) => name), ...plugins.map(packageOfPlugin)]);
  // Disposed in reverse order.
  await using started = new AsyncDisposableStack();
  await killOrphans();
  await removeStaleFolders();
  // A server without workers runs no code of others and needs no sandbox.
  const isolation =
    workers > 0 ? await safeIsolation({ allowed: options.isolation, exposed: !isLoopback(host) }) : undefined;
  started.defer(async () => isolation?.close?.());
  if (workers > 0) await installKits(kernel, logger);
  const resources = await openSharedResources(options.database, settings, logger);
  started.defer(() => resources.close());
  const db = resources.database.kysely;
  const { firstCredits: credits, concurrency } = settings;
  const firstKey = await createFirstAccount(db, { credits, concurrency });
  const api = await startApi({ ...resources, kernel, pluginNames, settings, logger }, { host, port });
  started.defer(() => api.close());
  const webhooks = await WebhookSender.start({ ...resources, settings, logger });
  started.defer(() => webhooks.close());
  if ('folder' in options.database) {
    const door = await startAdminServer(options.database.folder, resources);
    started.defer(() => door.close());
  }
  if (isolation) {
    const worker = await Worker.start({
      ...resources,
      plugins,
      isolation,
      rules: kernel.rules(),
      slots: workers,
      logger,
    });
    started.defer(() => worker.drain(settings.drainSeconds * 1000));
  }
  started.defer(() => api.drain());
  const all = started.move();
  return { url: api.url, firstKey, close: () => all.disposeAsync() };
}

async function startApi(
  cloud: Omit<CloudContext, 'draining' | 'closing'>,
  { host, port }: { host: string; port: number },
) {
  const draining = new AbortController();
  const closing = new AbortController();
  const server = await buildServer({ ...cloud, draining: draining.signal, closing: closing.signal });
  const url = await listen(server, { host, port });
  return {
    url,
    drain: () => draining.abort(),
    async close() {
      closing.abort();
      // Keep-alive connections, and clients that do not read their response, would keep the process running.
      const idle = setInterval(() => server.server.closeIdleConnections(), 50);
      const stuck = setTimeout(() => server.server.closeAllConnections(), closeTimeout);
      await server.close();
      clearInterval(idle);
      clearTimeout(stuck);
    },
  };
}
