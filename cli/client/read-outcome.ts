import { ServiceError, serviceError } from '../../kernel/errors.ts';
import type { FinalResult, Verification } from '../../kernel/result.ts';
import type { RunOutcome } from '../run-backend.ts';
import type { Cloud } from './cloud.ts';
import { TransientError } from './failure.ts';
import { inconsistencyOf } from './inconsistency.ts';
import { retry } from './retry.ts';

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
export async function readOutcome(cloud: Cloud, runId: string, options: OutcomeOptions): Promise<RunOutcome> {
  const { signal } = options;
  const until = performance.now() + patience;
  const result = await retry(() => cloud.result(runId, signal).catch(notYet), { until, signal });
  const reason = inconsistencyOf(result, runId);
  if (reason !== undefined) throw serviceError('CONTRADICTING_RESULT', { runId, reason });
  const plain = withoutFindings(result, options);
  const rich = options.findings ? await findingsOf(cloud, runId, { until, signal }) : undefined;
  return {
    runId: result.runId,
    creditsUsed: result.creditsUsed,
    verification: rich && sameStory(plain, rich) ? rich : plain,
  };
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
