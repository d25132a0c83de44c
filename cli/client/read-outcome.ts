import { ServiceError, serviceError } from '../../kernel/errors.ts';
import type { FinalResult, Verification } from '../../kernel/result.ts';
import type { RunOutcome } from '../run-backend.ts';
import type { RunRecord } from './api-types.ts';
import type { Cloud } from './cloud.ts';
import { TransientError } from './failure.ts';
import { inconsistencyInFindings, inconsistencyOf } from './inconsistency.ts';
import { retry } from './retry.ts';

/** Characters of what a result says that are shown. */
const maxReason = 500;
/** Milliseconds in which a stored result must be had. */
const patience = 30_000;

export interface OutcomeOptions {
  /** Whether what was found is needed besides the verdict. */
  findings: boolean;
  /** What the run is of: a result does not say. */
  projectType: string;
  packageName: string;
  signal: AbortSignal;
}

/**
 * The outcome of a run that has ended. The verdict is that of the stored result; the findings come with it where the
 * server offers them and they tell the same story, else each check has its message only.
 * @throws {ServiceError} CONTRADICTING_RESULT; when the result can't be had
 */
export async function readOutcome(cloud: Cloud, record: RunRecord, options: OutcomeOptions): Promise<RunOutcome> {
  const { runId } = record;
  const { signal } = options;
  const until = performance.now() + patience;
  const result = await retry(() => cloud.result(runId, signal).catch(notYet), { until, signal });
  refuse(runId, inconsistencyOf(result, record));
  const plain = withoutFindings(result, options);
  const rich = options.findings ? await findingsOf(cloud, runId, { until, signal }) : undefined;
  const verification = rich && sameStory(plain, rich) ? rich : plain;
  if (verification === rich) refuse(runId, inconsistencyInFindings(rich));
  return { runId: result.runId, creditsUsed: result.creditsUsed, verification };
}

function refuse(runId: string, reason: string | undefined): void {
  if (reason !== undefined) throw serviceError('CONTRADICTING_RESULT', { runId, reason: reason.slice(0, maxReason) });
}

/** A record may be final a moment before its result can be read everywhere. */
function notYet(error: unknown): never {
  throw error instanceof ServiceError && error.code === 'RUN_NOT_FINISHED' ? new TransientError(error) : error;
}

/** They only explain the verdict: that they can't be had is no failure. */
async function findingsOf(
  cloud: Cloud,
  runId: string,
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<Verification | undefined> {
  try {
    return await retry(() => cloud.verification(runId, signal), { until, attempts: 3, signal });
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

function withoutFindings(result: FinalResult, { projectType, packageName }: OutcomeOptions): Verification {
  const { status, passed, summary } = result;
  const checks = result.checks.map(({ name, passed, message }) => ({
    name,
    title: name,
    passed,
    ...(message !== undefined && { message }),
    findings: [],
    duration: 0,
  }));
  return { projectType, packageName, status, passed, summary, checks };
}

function sameStory(plain: Verification, rich: Verification): boolean {
  const story = ({ status, passed, summary, checks }: Verification) =>
    JSON.stringify([status, passed, summary, checks.map(({ name, passed, message }) => [name, passed, message])]);
  return story(plain) === story(rich);
}
