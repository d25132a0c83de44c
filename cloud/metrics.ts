import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { finalStatuses } from '../kernel/enums.ts';
import { type CheckReport, outcomeOf } from '../kernel/result.ts';
import type { Database } from './store/database.ts';
import type { Run } from './store/runs.ts';
import type { Tables } from './store/tables.ts';

/** Milliseconds that the database may take to tell what it knows. */
const patience = 2_000;

/** What this process counts, for Prometheus. Rates are each process's own; the gauges of runs are the database's. */
export class Metrics {
  readonly #registry = new Registry();
  readonly runsCreated = new Counter({
    name: 'service_runs_created_total',
    help: 'Runs created through this process',
    registers: [this.#registry],
  });
  readonly #runsEnded = new Counter({
    name: 'service_runs_ended_total',
    help: 'Runs that this process has brought to their end, by final status',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #charged = new Counter({
    name: 'service_credits_charged_total',
    help: 'Credits of runs that this process has brought to their end which were charged',
    registers: [this.#registry],
  });
  readonly #refunded = new Counter({
    name: 'service_credits_refunded_total',
    help: 'Credits of runs that this process has brought to their end which were given back',
    registers: [this.#registry],
  });
  readonly jobRetries = new Counter({
    name: 'service_job_retries_total',
    help: 'Jobs that this process has given back to the queue unfinished: it drained, or could not do them',
    labelNames: ['reason'],
    registers: [this.#registry],
  });
  readonly takeovers = new Counter({
    name: 'service_takeovers_total',
    help: 'Attempts that this process has started for runs which another attempt had begun',
    registers: [this.#registry],
  });
  readonly #checkSeconds = new Histogram({
    name: 'service_check_duration_seconds',
    help: 'Duration of checks',
    labelNames: ['check'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.#registry],
  });
  readonly #checks = new Counter({
    name: 'service_checks_total',
    help: 'Checks of runs of this process, by what they came to; skipped ones have not run',
    labelNames: ['check', 'outcome'],
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
    help: 'Answers that this process holds open: log streams, and those that wait for another status',
    labelNames: ['kind'],
    registers: [this.#registry],
  });

  readonly bodyBytes = new Gauge({
    name: 'service_request_body_bytes',
    help: 'Bytes of request bodies that this process holds, or has promised to take',
    registers: [this.#registry],
  });
  readonly slots = new Gauge({
    name: 'service_worker_slots',
    help: 'Runs that this process can verify at a time',
    registers: [this.#registry],
  });
  readonly slotsBusy = new Gauge({
    name: 'service_worker_slots_busy',
    help: 'Runs that this process verifies',
    registers: [this.#registry],
  });

  readonly #database: Database;
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

  readonly #connections = new Gauge({
    name: 'service_database_connections',
    help: 'Connections of this process to the database server',
    labelNames: ['state'],
    registers: [this.#registry],
  });
  readonly #connectionsWaiting = new Gauge({
    name: 'service_database_connections_waiting',
    help: 'Statements that wait for a connection to the database server',
    registers: [this.#registry],
  });

  constructor(database: Database) {
    this.#database = database;
    collectDefaultMetrics({ register: this.#registry });
    for (const status of finalStatuses) this.#runsEnded.inc({ status }, 0);
    for (const kind of ['log', 'wait']) this.watchers.set({ kind }, 0);
  }

  /** Counts a run that this process has brought to its end, and what became of its credits. */
  ended({ status, cost }: Pick<Run, 'status' | 'cost'>): void {
    this.#runsEnded.inc({ status });
    if (status === 'rejected') this.#refunded.inc(cost);
    else this.#charged.inc(cost);
  }

  /** Counts a check, and how long it took if it ran. */
  checked(report: CheckReport): void {
    const outcome = outcomeOf(report);
    this.#checks.inc({ check: report.name, outcome });
    if (outcome !== 'skipped') this.#checkSeconds.observe({ check: report.name }, report.duration / 1000);
  }

  /**
   * The text that Prometheus reads, and its media type. What the database knows is old while it is away, and while it
   * takes long.
   */
  async text(): Promise<{ type: string; text: string }> {
    const late = new AbortController();
    await Promise.race([
      this.#look().catch(() => {}),
      delay(patience, undefined, { signal: late.signal }).catch(() => {}),
    ]);
    late.abort();
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  async #look(): Promise<void> {
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
