import type { Logger } from 'pino';
import type { PluginPlace } from '../../judge/judge-order.ts';
import type { Isolation } from '../../runner/sandbox/isolation.ts';
import type { Metrics } from '../metrics.ts';
import type { Database } from '../store/database.ts';
import type { JobQueue } from '../store/job-queue.ts';
import type { RunWatch } from '../store/run-watch.ts';

export interface WorkerOptions {
  database: Database;
  queue: JobQueue;
  watch: RunWatch;
  metrics: Metrics;
  /** Besides those that come with the product. */
  plugins: readonly PluginPlace[];
  isolation: Isolation;
  /** How many runs at a time. */
  slots: number;
  logger: Logger;
}
