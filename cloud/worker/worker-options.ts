import type { Logger } from 'pino';
import type { PluginReference } from '../../judge/judge-request.ts';
import type { Kernel } from '../../kernel/plugin.ts';
import type { Isolation } from '../../runner/sandbox/isolation.ts';
import type { Metrics } from '../metrics.ts';
import type { Database } from '../store/database.ts';
import type { JobQueue } from '../store/job-queue.ts';
import type { RunUpdates } from '../store/run-updates.ts';

export interface WorkerOptions {
  database: Database;
  queue: JobQueue;
  updates: RunUpdates;
  metrics: Metrics;
  /** Plugins in addition to the built-in ones. */
  plugins: readonly PluginReference[];
  isolation: Isolation;
  /** Every rule by its code. */
  rules: ReturnType<Kernel['rules']>;
  /** How many runs at the same time. */
  slots: number;
  logger: Logger;
}
