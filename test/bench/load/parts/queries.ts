import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../cloud/store/tables.ts';
import { pacedRequest } from '../../cluster/paced-plugin.ts';
import { table, time } from '../distribution.ts';
import { fillDatabase } from '../fill-database.ts';
import { type Loaded, startLoaded } from '../load-cluster.ts';
import type { Part } from '../part.ts';
import { createRuns } from '../runs.ts';

const queued = 10_000;
const ended = 200_000;
const runs = 200;
const shown = 10;
const body = JSON.stringify(pacedRequest({ steps: 2, milliseconds: 5, errors: 0 }));

/** Tables that grow with the runs: ours, and that of pg-boss, which counts its jobs on a timer. */
const ours = ['runs', 'run_logs', 'ledger', 'idempotency_keys', 'uploads'];
const growing = [...ours, 'job_common'];

/** The busiest queries in an empty and in a full database, and their plans. Throws if one reads a table of ours as a whole. */
export const queries: Part = {
  name: 'queries',
  title: `The ${shown} busiest queries with ${queued.toLocaleString('en')} queued and ${ended.toLocaleString('en')} ended runs: 1 server, 1 worker with 4 slots`,
  async measure(signal) {
    const log: string[] = [];
    await using loaded = await startLoaded(
      { servers: 1, workers: 0, slots: 4, onDatabaseLog: (text) => log.push(text) },
      signal,
    );
    const db = loaded.cluster.database.kysely;
    await observe(loaded);
    const worker = await loaded.cluster.addWorker();
    // Prepares statements and caches.
    await load(loaded, 20);
    const empty = await busiest(db, () => load(loaded, runs));
    worker.signal('SIGTERM');
    await worker.ended;
    await createRuns(loaded.client, loaded.urls, { runs: 1, clients: 1, body });
    await fillDatabase(loaded.cluster.databaseUrl, { accounts: 1_000, ended, lines: 3, queued: queued - 1 });
    await sql`alter system set auto_explain.log_min_duration = 0`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    await worker.start();
    const full = await busiest(db, () => load(loaded, runs));
    const plans = plansOf(log.join(''));
    const top = full.slice(0, shown);
    const rows = top.map((query) => {
      const before = empty.find(({ text }) => text === query.text);
      return [
        title(query.text),
        (query.calls / runs).toPrecision(2),
        `${before ? time(before.mean) : '–'}, ${time(query.mean)}`,
        `${before ? before.pages.toFixed(0) : '–'}, ${query.pages.toFixed(0)}`,
        plans.get(query.id)?.scans.join(', ') ?? '–',
      ];
    });
    const scanned = [...plans.values()].flatMap(({ text, scans }) =>
      scans.filter((scan) => ours.some((table) => scan === `all of ${table}`)).map((scan) => `${scan}: ${text}`),
    );
    if (scanned.length > 0)
      throw new Error(`queries read a table that grows with the runs as a whole:\n${scanned.join('\n')}`);
    return table(['query', 'calls per run', 'empty, full: mean', 'pages read', 'plan when full'], rows);
  },
};

/** Records all statements of the server and their plans. */
async function observe({ cluster }: Loaded): Promise<void> {
  const { kysely } = cluster.database;
  const settings = {
    shared_preload_libraries: 'pg_stat_statements,auto_explain',
    'pg_stat_statements.track': 'all',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_verbose': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.sample_rate': '0.1',
  };
  for (const [name, value] of Object.entries(settings)) {
    const values = value.split(',').map((one) => sql.lit(one));
    await sql`alter system set ${sql.ref(name)} = ${sql.join(values)}`.execute(kysely);
  }
  await cluster.postgres.stop();
  await cluster.postgres.start();
  await sql`create extension pg_stat_statements`.execute(kysely);
}

/** Creates runs and reads them, until as many runs have ended, these or others. */
async function load({ cluster, client, urls }: Loaded, count: number): Promise<void> {
  const [url = ''] = urls;
  const ended = async () => {
    const { rows } = await sql<{ ended: number }>`
      select count(finished_at)::int as ended from runs`.execute(cluster.database.kysely);
    return rows[0]?.ended ?? 0;
  };
  const before = await ended();
  for (const { runId, key } of await createRuns(client, urls, { runs: count, clients: 8, body })) {
    const paths = [`/runs/${runId}`, `/runs/${runId}/logs`, '/runs', '/account'];
    for (const path of paths) await client.read(url, path, key);
  }
  while ((await ended()) < before + count) await delay(500);
}

/** Whether a query is of this benchmark. */
const isOwn = (text: string) => text.includes('count(finished_at)');

interface Query {
  id: string;
  text: string;
  calls: number;
  /** Milliseconds and pages of 8 KiB per call. */
  mean: number;
  pages: number;
}

/** The queries during some work, those first that took most time in total. */
async function busiest(db: Kysely<Tables>, work: () => Promise<void>): Promise<Query[]> {
  await sql`select pg_stat_statements_reset()`.execute(db);
  await work();
  const { rows } = await sql<Query>`
    select queryid::text as id, query as text, calls::int, mean_exec_time as mean,
      ((shared_blks_hit + shared_blks_read)::float / calls) as pages
    from pg_stat_statements
    where query ~* '^\\s*(with|select|insert|update|delete)' and query !~ 'pg_stat|pg_current'
      and dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc`.execute(db);
  return rows.filter(({ text }) => !isOwn(text));
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** The scans of the plans in the log of PostgreSQL, by query. */
function plansOf(log: string): Map<string, { text: string; scans: string[] }> {
  const plans = new Map<string, { text: string; scans: string[] }>();
  for (const [, json = ''] of log.matchAll(/ plan:\n(\t\{\n.*?\n\t\})\n/gs)) {
    // Not by JSON.parse: it is above 2^53.
    const [, id = ''] = /"Query Identifier": (-?\d+)/.exec(json) ?? [];
    const { 'Query Text': text, Plan }: { 'Query Text': string; Plan: PlanNode } = JSON.parse(json);
    if (!isOwn(text)) plans.set(id, { text, scans: [...new Set(scansOf(Plan))] });
  }
  return plans;
}

function scansOf({ 'Relation Name': relation, 'Index Name': index, Plans = [], ...node }: PlanNode): string[] {
  const own = index ?? (relation !== undefined && node['Node Type'] === 'Seq Scan' ? whole(relation) : undefined);
  return [...(own === undefined ? [] : [own]), ...Plans.flatMap(scansOf)];
}

const whole = (relation: string) => `${growing.includes(relation) ? 'all of ' : 'small table '}${relation}`;

/** The query without quotes and lists of columns, shortened. */
const title = (text: string) => {
  const short = text
    .replace(/\s+/g, ' ')
    .replaceAll('"', '')
    .replace(/\b(select|returning) (?:[^()]|\([^()]*\))*? from /g, '$1 … from ')
    .replaceAll('|', '\\|');
  return `\`${short.length > 110 ? `${short.slice(0, 110)}…` : short}\``;
};
