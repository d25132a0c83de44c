import { timingSafeEqual } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { serviceError } from '../../kernel/errors.ts';
import type { GitState } from '../../kernel/git-state.ts';
import { guard } from '../../kernel/guard.ts';
import type { Verification } from '../../kernel/result.ts';
import * as schemas from '../../kernel/result-schemas.ts';
import { HttpError } from '../http-error.ts';
import { hashOf } from './api-keys.ts';
import { idRange } from './id-range.ts';
import type { RunStatus, Tables } from './tables.ts';

const verifications = guard(schemas.Verification);

/** A run without its upload and its verification. */
export interface Run {
  id: string;
  number: number;
  accountId: string;
  projectType: string;
  packageName?: string;
  packageRef?: string;
  /** The name of the package without a version. */
  package?: string;
  ref?: string;
  git: GitState;
  /** The current one when absent. */
  ruleset?: 'next';
  /** Whether to compare the project with its published version. */
  againstPublished: boolean;
  /** Exact version of n8n to verify with; the default when absent. */
  n8n?: string;
  /** The run that this one repeats with another n8n. */
  repeats?: string;
  /** Seconds. */
  timeout: number;
  status: RunStatus;
  attempt: number;
  /** Credits. */
  cost: number;
  checks: { done: number; total: number };
  lastSeq: number;
  cancelRequested: boolean;
  /** Whether it ended because of that, as `rejected`. */
  cancelled: boolean;
  createdAt: Date;
  startedAt?: Date;
  finishedAt?: Date;
  /** Of its verification, once it has ended. */
  summary?: string;
  /** Position of a queued run, starting at 1; absent beyond the first 1,000. */
  queuePosition?: number;
  webToken: string;
}

/** The columns that `toRun` reads; without the verification, which may be large. */
export const runColumns = [
  'id',
  'number',
  'account_id',
  'project_type',
  'package_name',
  'package_ref',
  'package',
  'ref',
  'git_remote',
  'git_commit',
  'git_branch',
  'git_dirty',
  'ruleset',
  'against_published',
  'n8n',
  'repeats',
  'timeout',
  'status',
  'attempt',
  'cost',
  'checks_done',
  'checks_total',
  'last_seq',
  'cancel_requested_at',
  'cancelled',
  'created_at',
  'started_at',
  'finished_at',
  'summary',
  'web_token',
] as const;

type RunRow = Pick<Selectable<Tables['runs']>, (typeof runColumns)[number]>;

/** Runs with the same prefix that an error lists, and among which a link is looked for. */
const maxListed = 10;
const maxLinked = 100;

/**
 * Reads a run of an account.
 * @param id its id or a unique prefix of it
 * @throws {ServiceError} NOT_FOUND, also for a run of another account; AMBIGUOUS_RUN_ID
 */
export async function readRun(db: Kysely<Tables>, accountId: string, id: string): Promise<Run> {
  const [run, ...others] = await findRuns(runsIn(db).where('run.account_id', '=', accountId), id, maxListed + 1);
  if (!run) throw unknownRun(id);
  if (others.length > 0) throw ambiguous(id, [run, ...others]);
  return run;
}

/**
 * Reads a run by its link.
 * @param id its id or a prefix of it: the token belongs to one run only
 * @throws {ServiceError} NOT_FOUND, also for a wrong token
 */
export async function readLinkedRun(db: Kysely<Tables>, id: string, token: string): Promise<Run> {
  const runs = await findRuns(runsIn(db), id, maxLinked);
  // Hashes have equal lengths, and the comparison takes constant time.
  const run = runs.find(({ webToken }) => timingSafeEqual(hashOf(token), hashOf(webToken)));
  if (!run) throw unknownRun(id);
  return run;
}

/** Finds the runs whose id starts with a text. */
async function findRuns(query: ReturnType<typeof runsIn>, prefix: string, limit: number): Promise<Run[]> {
  const range = idRange(prefix.toLowerCase());
  if (!range) return [];
  const rows = await query
    .where('run.id', '>=', range.first)
    .where('run.id', '<=', range.last)
    .orderBy('run.id')
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

function ambiguous(prefix: string, runs: readonly Run[]): HttpError {
  const ids = runs.slice(0, maxListed).map(({ id }) => id);
  const more = runs.length > maxListed ? ' and more' : '';
  return new HttpError(serviceError('AMBIGUOUS_RUN_ID', { prefix, ids: `${ids.join(', ')}${more}` }), {
    errors: ids.map((id) => ({ pointer: '#', detail: id })),
  });
}

const unknownRun = (id: string) => serviceError('NOT_FOUND', { what: `Run "${id.slice(0, 64)}"` });

/** Newest first. @param before only runs with a lower number @param packageName only runs of this package */
export async function listRuns(
  db: Kysely<Tables>,
  accountId: string,
  { limit, before, packageName }: { limit: number; before?: number; packageName?: string | undefined },
): Promise<Run[]> {
  const rows = await runsIn(db)
    .where('run.account_id', '=', accountId)
    .$if(packageName !== undefined, (query) => query.where('run.package', '=', packageName ?? ''))
    .$if(before !== undefined, (query) => query.where('run.number', '<', before ?? 0))
    .orderBy('run.number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

/**
 * Reads a finished run with its verification.
 * @throws {ServiceError} NOT_FOUND, RUN_NOT_FINISHED
 */
export async function readVerification(
  db: Kysely<Tables>,
  accountId: string,
  id: string,
): Promise<{ run: Run; verification: Verification }> {
  const run = await readRun(db, accountId, id);
  const row = await db.selectFrom('runs').select('verification').where('id', '=', run.id).executeTakeFirst();
  if (!row?.verification) throw serviceError('RUN_NOT_FINISHED', { runId: run.id });
  return { run, verification: verifications.parse(JSON.parse(row.verification)) };
}

/** Counting a long queue would be slow. */
const maxQueuePosition = 1_000;

function runsIn(db: Kysely<Tables>) {
  return db
    .selectFrom('runs as run')
    .select(runColumns.map((column) => `run.${column}` as const))
    .select((eb) =>
      eb
        .case()
        .when('run.status', '=', 'queued')
        .then(
          eb
            .selectFrom((ahead) =>
              ahead
                .selectFrom('runs as other')
                .select('other.number')
                .where(sql<boolean>`(other.turn, other.number) <= (run.turn, run.number)`)
                .where('other.status', '=', 'queued')
                .limit(maxQueuePosition + 1)
                .as('ahead'),
            )
            .select(sql<number>`count(*)`.as('position')),
        )
        .end()
        .as('queue_position'),
    );
}

export function toRun(row: RunRow & { queue_position?: number | null }): Run {
  const position = row.queue_position ?? null;
  return {
    id: row.id,
    number: row.number,
    accountId: row.account_id,
    projectType: row.project_type,
    ...(row.package_name !== null && { packageName: row.package_name }),
    ...(row.package_ref !== null && { packageRef: row.package_ref }),
    ...(row.package !== null && { package: row.package }),
    ...(row.ref !== null && { ref: row.ref }),
    git: {
      ...(row.git_remote !== null && { gitRemote: row.git_remote }),
      ...(row.git_commit !== null && { gitCommit: row.git_commit }),
      ...(row.git_branch !== null && { gitBranch: row.git_branch }),
      ...(row.git_dirty !== null && { gitDirty: row.git_dirty }),
    },
    ...(row.ruleset !== null && { ruleset: row.ruleset }),
    againstPublished: row.against_published,
    ...(row.n8n !== null && { n8n: row.n8n }),
    ...(row.repeats !== null && { repeats: row.repeats }),
    timeout: row.timeout,
    status: row.status,
    attempt: row.attempt,
    cost: row.cost,
    checks: { done: row.checks_done, total: row.checks_total },
    lastSeq: row.last_seq,
    cancelRequested: row.cancel_requested_at !== null,
    cancelled: row.cancelled,
    createdAt: row.created_at,
    ...(row.started_at && { startedAt: row.started_at }),
    ...(row.finished_at && { finishedAt: row.finished_at }),
    ...(row.summary !== null && { summary: row.summary }),
    ...(position !== null && position <= maxQueuePosition && { queuePosition: position }),
    webToken: row.web_token,
  };
}

export const isFinal = (status: RunStatus) => status !== 'queued' && status !== 'running';

/**
 * The verdict of the last run of a published package, whoever created it: a package is the same for everyone. Runs without a
 * verdict, uploaded projects of that name and runs that the operator repeats do not count.
 */
export async function packageVerdict(db: Kysely<Tables>, name: string): Promise<'success' | 'failed' | undefined> {
  const row = await db
    .selectFrom('runs')
    .select('status')
    .where('package', '=', name)
    .where('package_ref', 'is not', null)
    .where('repeats', 'is', null)
    .where('status', 'in', ['success', 'failed'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status === 'success' || row?.status === 'failed' ? row.status : undefined;
}
