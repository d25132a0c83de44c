import { type Kysely, sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { finalStatuses } from '../kernel/enums.ts';
import { type CheckReport, outcomeOf } from '../kernel/result.ts';
import { TimeLimit } from '../runner/time-limit.ts';
import { untilAborted } from '../runner/until-aborted.ts';
import type { Database } from './store/database.ts';
import type { Run } from './store/runs.ts';
import type { Tables } from './store/tables.ts';

/** Seconds to wait for the database before gauges keep their last values. */
const databaseTimeout = 2;

/** Prometheus metrics. Counters belong to this process; the gauges of runs and credits are read from the database. */
export class Metrics {
  readonly #registry = new Registry();
  readonly runsCreated = this.#counter('service_runs_created_total', 'Runs created by this process');
  readonly #runsEnded = this.#counter('service_runs_ended_total', 'Runs ended by this process, by final status', [
    'status',
  ]);
  readonly #charged = this.#counter(
    'service_credits_charged_total',
    'Credits charged for runs that this process ended',
  );
  readonly #refunded = this.#counter(
    'service_credits_refunded_total',
    'Credits refunded for runs that this process ended',
  );
  readonly jobRetries = this.#counter(
    'service_job_retries_total',
    'Runs that this process returned to the queue unfinished, because it drained or on an error',
    ['reason'],
  );
  readonly takeovers = this.#counter(
    'service_takeovers_total',
    'Attempts that this process started at runs with an earlier attempt',
  );
  readonly #checkSeconds = this.#histogram(
    'service_check_duration_seconds',
    'Duration of checks in seconds',
    ['check'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  );
  readonly #checks = this.#counter(
    'service_checks_total',
    'Checks of this process, by outcome; a skipped check did not run',
    ['check', 'outcome'],
  );
  readonly requestSeconds = this.#histogram(
    'service_http_request_duration_seconds',
    'Duration of HTTP requests in seconds, without log streams',
    ['method', 'route', 'status'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
  );
  readonly watchers = this.#gauge('service_watchers', 'Open log streams and waiting requests of this process', [
    'kind',
  ]);

  readonly bodyBytes = this.#gauge(
    'service_request_body_bytes',
    'Bytes of memory that this process reserves for request bodies',
  );
  readonly slots = this.#gauge('service_worker_slots', 'Runs that this process can verify at the same time');
  readonly slotsBusy = this.#gauge('service_worker_slots_busy', 'Runs that this process is verifying');

  readonly #database: Database;
  readonly #open = this.#gauge('service_runs', 'Queued and running runs', ['status']);
  readonly #age = this.#gauge('service_queue_age_seconds', 'Age of the oldest queued run in seconds');
  readonly #held = this.#gauge('service_credits_held', 'Credits held by queued and running runs');

  readonly #connections = this.#gauge(
    'service_database_connections',
    'Connections of this process to the database server, by state',
    ['state'],
  );
  readonly #connectionsWaiting = this.#gauge(
    'service_database_connections_waiting',
    'Statements waiting for a connection to the database server',
  );

  constructor(database: Database) {
    this.#database = database;
    collectDefaultMetrics({ register: this.#registry });
    for (const status of finalStatuses) this.#runsEnded.inc({ status }, 0);
    for (const kind of ['log', 'wait']) this.watchers.set({ kind }, 0);
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string, labelNames: string[], buckets: number[]): Histogram {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
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
    using limit = new TimeLimit(databaseTimeout);
    await untilAborted(limit.signal, this.#readGauges()).catch(() => {});
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
