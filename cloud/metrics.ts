import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { finalStatuses } from '../kernel/enums.ts';
import { type CheckReport, outcomeOf } from '../kernel/result.ts';
import type { Database } from './store/database.ts';
import type { Run } from './store/runs.ts';
import type { Tables } from './store/tables.ts';

/** Milliseconds to wait for the database before gauges keep their last values. */
const databaseTimeout = 2_000;

/** Prometheus metrics. Counters belong to this process; the gauges of runs and credits are read from the database. */
export class Metrics {
  readonly #registry = new Registry();
  readonly runsCreated = new Counter({
    name: 'service_runs_created_total',
    help: 'Runs created by this process',
    registers: [this.#registry],
  });
  readonly #runsEnded = new Counter({
    name: 'service_runs_ended_total',
    help: 'Runs ended by this process, by final status',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #charged = new Counter({
    name: 'service_credits_charged_total',
    help: 'Credits charged for runs that this process ended',
    registers: [this.#registry],
  });
  readonly #refunded = new Counter({
    name: 'service_credits_refunded_total',
    help: 'Credits refunded for runs that this process ended',
    registers: [this.#registry],
  });
  readonly jobRetries = new Counter({
    name: 'service_job_retries_total',
    help: 'Runs that this process returned to the queue unfinished, because it drained or on an error',
    labelNames: ['reason'],
    registers: [this.#registry],
  });
  readonly takeovers = new Counter({
    name: 'service_takeovers_total',
    help: 'Attempts that this process started at runs with an earlier attempt',
    registers: [this.#registry],
  });
  readonly #checkSeconds = new Histogram({
    name: 'service_check_duration_seconds',
    help: 'Duration of checks in seconds',
    labelNames: ['check'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.#registry],
  });
  readonly #checks = new Counter({
    name: 'service_checks_total',
    help: 'Checks of this process, by outcome; a skipped check did not run',
    labelNames: ['check', 'outcome'],
    registers: [this.#registry],
  });
  readonly requestSeconds = new Histogram({
    name: 'service_http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, without log streams',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    registers: [this.#registry],
  });
  readonly watchers = new Gauge({
    name: 'service_watchers',
    help: 'Open log streams and waiting requests of this process',
    labelNames: ['kind'],
    registers: [this.#registry],
  });

  readonly bodyBytes = new Gauge({
    name: 'service_request_body_bytes',
    help: 'Bytes of memory that this process reserves for request bodies',
    registers: [this.#registry],
  });
  readonly slots = new Gauge({
    name: 'service_worker_slots',
    help: 'Runs that this process can verify at the same time',
    registers: [this.#registry],
  });
  readonly slotsBusy = new Gauge({
    name: 'service_worker_slots_busy',
    help: 'Runs that this process is verifying',
    registers: [this.#registry],
  });

  readonly #database: Database;
  readonly #open = new Gauge({
    name: 'service_runs',
    help: 'Queued and running runs',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #age = new Gauge({
    name: 'service_queue_age_seconds',
    help: 'Age of the oldest queued run in seconds',
    registers: [this.#registry],
  });
  readonly #held = new Gauge({
    name: 'service_credits_held',
    help: 'Credits held by queued and running runs',
    registers: [this.#registry],
  });

  readonly #connections = new Gauge({
    name: 'service_database_connections',
    help: 'Connections of this process to the database server, by state',
    labelNames: ['state'],
    registers: [this.#registry],
  });
  readonly #connectionsWaiting = new Gauge({
    name: 'service_database_connections_waiting',
    help: 'Statements waiting for a connection to the database server',
    registers: [this.#registry],
  });

  constructor(database: Database) {
    this.#database = database;
    collectDefaultMetrics({ register: this.#registry });
    for (const status of finalStatuses) this.#runsEnded.inc({ status }, 0);
    for (const kind of ['log', 'wait']) this.watchers.set({ kind }, 0);
  }

  /** Counts a run that this process ended, and its credits. */
  ended({ status, cost }: Pick<Run, 'status' | 'cost'>): void {
    this.#runsEnded.inc({ status });
    if (status === 'rejected') this.#refunded.inc(cost);
    else this.#charged.inc(cost);
  }

  /** Counts a check and, if it ran, its duration. */
  checked(report: CheckReport): void {
    const outcome = outcomeOf(report);
    this.#checks.inc({ check: report.name, outcome });
    if (outcome !== 'skipped') this.#checkSeconds.observe({ check: report.name }, report.duration / 1000);
  }

  /**
   * The metrics in the text format of Prometheus, and its media type. While the database is unreachable or slow, the
   * gauges that come from it keep their last values.
   */
  async text(): Promise<{ type: string; text: string }> {
    const timeout = new AbortController();
    await Promise.race([
      this.#readGauges().catch(() => {}),
      delay(databaseTimeout, undefined, { signal: timeout.signal }).catch(() => {}),
    ]);
    timeout.abort();
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  async #readGauges(): Promise<void> {
    const connections = this.#database.connections?.();
    if (connections) {
      this.#connections.set({ state: 'busy' }, connections.busy);
      this.#connections.set({ state: 'idle' }, connections.idle);
      this.#connectionsWaiting.set(connections.waiting);
    }
    const rows = await openRuns(this.#database.kysely);
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
