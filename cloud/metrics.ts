import { type Kysely, sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Tables } from './store/tables.ts';

/** What this process counts, for Prometheus. Rates are each process's own; the gauges of runs are the database's. */
export class Metrics {
  readonly #registry = new Registry();
  readonly runsCreated = new Counter({
    name: 'service_runs_created_total',
    help: 'Runs created through this process',
    registers: [this.#registry],
  });
  readonly runsEnded = new Counter({
    name: 'service_runs_ended_total',
    help: 'Runs that this process has brought to their end, by final status',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly takeovers = new Counter({
    name: 'service_takeovers_total',
    help: 'Attempts that this process has started for runs which another attempt had begun',
    registers: [this.#registry],
  });
  readonly checkSeconds = new Histogram({
    name: 'service_check_duration_seconds',
    help: 'Duration of checks',
    labelNames: ['check'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.#registry],
  });
  readonly requestSeconds = new Histogram({
    name: 'service_http_request_duration_seconds',
    help: 'Duration of requests until the answer is complete, log streams left out',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    registers: [this.#registry],
  });
  readonly watchers = new Gauge({
    name: 'service_watchers',
    help: 'Log streams open at this process',
    registers: [this.#registry],
  });

  readonly #db: Kysely<Tables>;
  readonly #open = new Gauge({
    name: 'service_runs',
    help: 'Runs that have not ended',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #age = new Gauge({
    name: 'service_queue_age_seconds',
    help: 'How long the run has waited that has waited longest',
    registers: [this.#registry],
  });
  readonly #held = new Gauge({
    name: 'service_credits_held',
    help: 'Credits held by runs that have not ended',
    registers: [this.#registry],
  });

  constructor(db: Kysely<Tables>) {
    this.#db = db;
    collectDefaultMetrics({ register: this.#registry });
  }

  /** The text that Prometheus reads, and its media type. What the database knows is old while it is away. */
  async text(): Promise<{ type: string; text: string }> {
    await this.#look().catch(() => {});
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  async #look(): Promise<void> {
    const rows = await openRuns(this.#db);
    for (const status of ['queued', 'running'] as const) {
      this.#open.set({ status }, rows.find((row) => row.status === status)?.runs ?? 0);
    }
    this.#age.set(rows.find((row) => row.status === 'queued')?.age ?? 0);
    this.#held.set(rows.reduce((sum, row) => sum + row.cost, 0));
  }
}

function openRuns(db: Kysely<Tables>) {
  return db
    .selectFrom('runs')
    .select([
      'status',
      sql<number>`count(*)`.as('runs'),
      sql<number>`sum(cost)::bigint`.as('cost'),
      sql<number>`extract(epoch from now() - min(created_at))::float`.as('age'),
    ])
    .where('status', 'in', ['queued', 'running'])
    .groupBy('status')
    .execute();
}
