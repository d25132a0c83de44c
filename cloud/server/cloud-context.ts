import type { Logger } from 'pino';
import type { Kernel } from '../../kernel/plugin.ts';
import type { Metrics } from '../metrics.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import type { JobQueue } from '../store/job-queue.ts';
import type { RunUpdates } from '../store/run-updates.ts';

/** What the routes use. */
export interface CloudContext {
  database: Database;
  queue: JobQueue;
  updates: RunUpdates;
  kernel: Kernel;
  /** Names of the plugins that runs are verified with, and of their packages. */
  pluginNames: ReadonlySet<string>;
  settings: Settings;
  logger: Logger;
  metrics: Metrics;
  /** Aborts when the server shuts down: it accepts no more runs. */
  draining: AbortSignal;
  /** Aborts when the server closes: log streams and waiting requests end. */
  closing: AbortSignal;
}
