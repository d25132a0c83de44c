import type { Kysely } from 'kysely';
import Type, { type Static } from 'typebox';
import { compareFindings } from '../../kernel/compare-findings.ts';
import { listRepeated, type Repeated } from '../store/repeat-runs.ts';
import { readVerification } from '../store/runs.ts';
import type { Tables } from '../store/tables.ts';

/** Findings that an entry names. */
const maxFindings = 20;

const Change = Type.Object({
  code: Type.String(),
  severity: Type.Enum(['error', 'warning']),
  message: Type.String(),
});

/** What a run with another release of n8n found, compared with the run that it repeats. */
export const RepeatedRun = Type.Object({
  number: Type.Integer(),
  package: Type.String(),
  runId: Type.String(),
  /** Absent when it was removed. */
  before: Type.Optional(Type.String()),
  status: Type.String(),
  summary: Type.String(),
  /** Numbers of findings, and the first ones. */
  came: Type.Integer(),
  went: Type.Integer(),
  first: Type.Array(Change),
});
export type RepeatedRun = Static<typeof RepeatedRun>;

/** The ended runs with a release of n8n, a page; empty after the last one. @param after `number` of the last entry before */
export async function repeatedRuns(db: Kysely<Tables>, n8n: string, after: number): Promise<RepeatedRun[]> {
  const entries: RepeatedRun[] = [];
  for (const run of await listRepeated(db, n8n, after)) entries.push(await entryOf(db, run));
  return entries;
}

async function entryOf(db: Kysely<Tables>, run: Repeated): Promise<RepeatedRun> {
  const { verification } = await readVerification(db, run.accountId, run.runId);
  const before = run.before && (await readVerification(db, run.before.accountId, run.before.runId)).verification;
  // A rejected run found nothing because it did not look.
  const isCompared = before !== undefined && run.status !== 'rejected';
  const { came, went } = isCompared ? compareFindings(before.checks, verification.checks) : { came: [], went: [] };
  return {
    number: run.number,
    package: run.packageRef,
    runId: run.runId,
    ...(run.before && { before: run.before.runId }),
    status: run.status,
    summary: verification.summary,
    came: came.length,
    went: went.length,
    first: came
      .toSorted((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'))
      .slice(0, maxFindings)
      .map(({ code, severity, message }) => ({ code, severity, message })),
  };
}
