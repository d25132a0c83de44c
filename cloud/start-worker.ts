import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { importPlugins } from '../judge/import-plugin.ts';
import type { PluginReference } from '../judge/judge-request.ts';
import { builtinKernel } from '../plugins/builtin.ts';
import { removeStaleFolders } from '../runner/remove-stale-folders.ts';
import { killOrphans } from '../runner/sandbox/kill-orphans.ts';
import { installKits } from './install-kits.ts';
import { safeIsolation } from './safe-isolation.ts';
import { type HealthContext, healthRoutes } from './server/health-routes.ts';
import { listen } from './server/listen.ts';
import { handleErrors } from './server/problem.ts';
import { validateBySchemas } from './server/validation.ts';
import { readSettings, type Settings } from './settings.ts';
import { openSharedResources } from './shared-resources.ts';
import { Worker } from './worker/worker.ts';

interface WorkerProcessOptions {
  /** postgres://… */
  databaseUrl: string;
  /** How many runs at the same time. */
  workers?: number;
  /** Plugins in addition to the built-in ones. */
  plugins?: readonly PluginReference[];
  settings?: Partial<Settings>;
  logger: Logger;
  isolation?: 'permission';
  /** Where to serve /metrics, /healthz and /readyz; nowhere when absent. Port 0 picks a free port. */
  metrics?: { host?: string; port: number };
}

interface WorkerProcess {
  /** Base URL of the metrics endpoint. */
  readonly metricsUrl: string | undefined;
  /** Takes no more runs, lets running ones finish or returns them to the queue, and closes. */
  close(): Promise<void>;
}

/**
 * Starts a process of workers only; servers are other processes on the same database.
 * @throws {ServiceError} DATABASE_UNREACHABLE, ADDRESS_UNUSABLE, ISOLATION_REQUIRED, KIT_*, PLUGIN_*
 */
export async function startWorker(options: WorkerProcessOptions): Promise<WorkerProcess> {
  const { databaseUrl, workers = 1, logger } = options;
  const settings = { ...readSettings({}), ...options.settings };
  const { plugins = [] } = options;
  // Reports an invalid plugin at start, not at the first run.
  const kernel = builtinKernel(await importPlugins(plugins));
  await using started = new AsyncDisposableStack();
  await killOrphans();
  await removeStaleFolders();
  const isolation = await safeIsolation({ allowed: options.isolation, exposed: true });
  started.defer(async () => isolation.close?.());
  await installKits(kernel, logger);
  const resources = await openSharedResources({ url: databaseUrl }, settings, logger);
  started.defer(() => resources.close());
  const draining = new AbortController();
  let metricsUrl: string | undefined;
  if (options.metrics) {
    const { host = '127.0.0.1', port } = options.metrics;
    const health = buildHealthServer({ ...resources, draining: draining.signal });
    started.defer(() => health.close());
    metricsUrl = await listen(health, { host, port });
  }
  const worker = await Worker.start({
    ...resources,
    plugins,
    isolation,
    rules: kernel.rules(),
    slots: workers,
    logger,
  });
  started.defer(() => worker.drain(settings.drainSeconds * 1000));
  started.defer(() => draining.abort());
  const all = started.move();
  return { metricsUrl, close: () => all.disposeAsync() };
}

/** Bytes. */
const bodyLimit = 1_024;
/** Milliseconds. */
const requestTimeout = 10_000;
const maxConnections = 100;

/** Serves /healthz, /readyz and /metrics for a process without the API. */
function buildHealthServer(context: HealthContext): FastifyInstance {
  const app = Fastify({ bodyLimit, requestTimeout, http: { headersTimeout: requestTimeout } });
  app.server.maxConnections = maxConnections;
  handleErrors(app);
  validateBySchemas(app);
  healthRoutes(app, context);
  return app;
}
