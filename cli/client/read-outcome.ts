import { ServiceError, serviceError } from '../../kernel/errors.ts';
import type { FinalResult, Verification } from '../../kernel/result.ts';
import type { RunOutcome } from '../run-update.ts';
import type { RunRecord } from './api-types.ts';
import type { Cloud } from './cloud.ts';
import { TransientError } from './failure.ts';
import { inconsistencyInFindings, inconsistencyOf } from './inconsistency.ts';
import { retry } from './retry.ts';

/** Characters of what a result says that are shown. */
const maxReason = 500;
/** Milliseconds. */
const timeout = 30_000;

interface OutcomeOptions {
  /** Whether to fetch findings. */
  findings: boolean;
  /** Subject of the run, which the result does not contain. */
  projectType: string;
  packageName: string;
  signal: AbortSignal;
}

/**
 * Reads the outcome of a finished run. The stored result decides the verdict. Findings are included if the server provides them
 * and they are consistent with the result.
 * @throws {ServiceError} CONTRADICTING_RESULT; if the result cannot be fetched
 */
export async function readOutcome(cloud: Cloud, record: RunRecord, options: OutcomeOptions): Promise<RunOutcome> {
  const { runId } = record;
  const { signal } = options;
  const until = performance.now() + timeout;
  const result = await retry(() => cloud.result(runId, signal).catch(retryUnfinished), { until, signal });
  refuse(runId, inconsistencyOf(result, record));
  const plain = withoutFindings(result, options);
  const rich = options.findings ? await findingsOf(cloud, runId, { until, signal }) : undefined;
  const verification = rich && isConsistent(plain, rich) ? rich : plain;
  if (verification === rich) refuse(runId, inconsistencyInFindings(rich));
  return { runId: result.runId, creditsUsed: result.creditsUsed, verification };
}

function refuse(runId: string, reason: string | undefined): void {
  if (reason !== undefined) throw serviceError('CONTRADICTING_RESULT', { runId, reason: reason.slice(0, maxReason) });
}

/** The result may be available shortly after the record is final. */
function retryUnfinished(error: unknown): never {
  throw error instanceof ServiceError && error.code === 'RUN_NOT_FINISHED' ? new TransientError(error) : error;
}

/** Findings are optional; errors are ignored. */
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

function isConsistent(plain: Verification, rich: Verification): boolean {
  const comparable = ({ status, passed, summary, checks }: Verification) =>
    JSON.stringify([status, passed, summary, checks.map(({ name, passed, message }) => [name, passed, message])]);
  return comparable(plain) === comparable(rich);
}
