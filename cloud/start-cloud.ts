import { type Logger, pino } from 'pino';
import { importPlugins } from '../judge/import-plugin.ts';
import type { PluginPlace } from '../judge/judge-order.ts';
import { createKernel } from '../kernel/kernel.ts';
import { builtinPlugins } from '../plugins/builtin.ts';
import { removeAbandoned } from '../runner/remove-abandoned.ts';
import { endAbandoned } from '../runner/sandbox/end-abandoned.ts';
import { openAdminDoor } from './admin/admin-door.ts';
import { openBackbone } from './backbone.ts';
import { isLoopback, safeIsolation } from './safe-isolation.ts';
import { buildServer } from './server/build-server.ts';
import type { CloudContext } from './server/cloud-context.ts';
import { listen } from './server/listen.ts';
import { readSettings, type Settings } from './settings.ts';
import { makeFirstAccount } from './store/first-account.ts';
import type { DatabasePlace } from './store/open-database.ts';
import { Worker } from './worker/worker.ts';

/** Milliseconds that answers under way have when the server ends. */
const lastAnswers = 2_000;

export interface CloudOptions {
  /** A folder for the embedded database, or the URL of a PostgreSQL server. */
  database: DatabasePlace;
  host?: string;
  /** 0 takes a free one. */
  port?: number;
  /** How many runs this process verifies at a time; 0 leaves them to others. */
  workers?: number;
  /** Besides those that come with the product: each run loads them in a process of its own. */
  plugins?: readonly PluginPlace[];
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
  const { plugins = [] } = options;
  const kernel = createKernel({ plugins: [...builtinPlugins, ...(await importPlugins(plugins))] });
  // What was started last ends first.
  await using started = new AsyncDisposableStack();
  await endAbandoned();
  await removeAbandoned();
  // A server that verifies nothing itself needs none, and a container of it may be closed as tightly as any other.
  const isolation =
    workers > 0 ? await safeIsolation({ allowed: options.isolation, exposed: !isLoopback(host) }) : undefined;
  started.defer(async () => isolation?.close?.());
  const backbone = await openBackbone(options.database, settings, logger);
  started.defer(() => backbone.close());
  const db = backbone.database.kysely;
  const { firstCredits: credits, concurrency } = settings;
  const firstKey = await makeFirstAccount(db, { credits, concurrency });
  const api = await startApi({ ...backbone, kernel, settings, logger }, { host, port });
  started.defer(() => api.close());
  if ('folder' in options.database) {
    const door = await openAdminDoor(options.database.folder, backbone.database);
    started.defer(() => door.close());
  }
  if (isolation) {
    const worker = await Worker.start({ ...backbone, plugins, isolation, slots: workers, logger });
    started.defer(() => worker.drain(settings.drainSeconds * 1000));
  }
  started.defer(() => api.drain());
  const all = started.move();
  return { url: api.url, firstKey, close: () => all.disposeAsync() };
}

/** The server, listening. */
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
      // A connection that gets its last answer now would be kept for another request, and who does not read an answer
      // would keep the process.
      const idle = setInterval(() => server.server.closeIdleConnections(), 50);
      const unread = setTimeout(() => server.server.closeAllConnections(), lastAnswers);
      await server.close();
      clearInterval(idle);
      clearTimeout(unread);
    },
  };
}
