import type { Logger } from 'pino';
import type { Kernel } from '../../kernel/plugin.ts';
import type { Metrics } from '../metrics.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import type { JobQueue } from '../store/job-queue.ts';
import type { RunWatch } from '../store/run-watch.ts';

/** What the routes work with. */
export interface CloudContext {
  database: Database;
  queue: JobQueue;
  watch: RunWatch;
  kernel: Kernel;
  settings: Settings;
  logger: Logger;
  metrics: Metrics;
  /** Aborts when the server takes no more runs, because it is about to end. */
  draining: AbortSignal;
  /** Aborts when it ends: what still waits is answered. */
  closing: AbortSignal;
}
