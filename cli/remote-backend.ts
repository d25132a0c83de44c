import { randomUUID } from 'node:crypto';
import { reasonOf, ServiceError } from '../kernel/errors.ts';
import { isFinal, type RunRecord } from './client/api-types.ts';
import { cancelRun } from './client/cancel-run.ts';
import type { Cloud } from './client/cloud.ts';
import { createBody } from './client/create-body.ts';
import { followRun } from './client/follow-run.ts';
import { readOutcome } from './client/read-outcome.ts';
import { retry } from './client/retry.ts';
import { webLink } from './client/web-link.ts';
import type { RunBackend, RunRequest } from './run-request.ts';
import type { RunUpdate } from './run-update.ts';

/** Milliseconds (CONTRACT 2). */
const cancelTimeout = 5_000;
/** Bytes per second; the time limit of an upload assumes at least this speed. */
const minUploadSpeed = 256 * 1024;

interface RemoteOptions {
  logs: boolean;
  findings: boolean;
  /** Whether to compare the project with its published version. */
  againstPublished?: boolean;
}

/** Verifies in the cloud: steps 6 to 8 of SPEC 4.2. An abort cancels the run. */
export function remoteBackend(cloud: Cloud, options: RemoteOptions): RunBackend {
  return async function* (request, signal) {
    const record = await createWithGitState(cloud, request, options, signal);
    const { runId } = record;
    const link = webLink(record, cloud);
    yield { type: 'created', runId, ...(link !== undefined && { link }) };
    const { projectType, subject, timeout } = request;
    const outcomeOptions = { findings: options.findings, projectType, packageName: subject.name };
    // The cloud enforces the time limit; this is for a cloud that stops responding.
    const until = performance.now() + timeout * 1100 + 5_000;
    try {
      signal.throwIfAborted();
      const final = yield* followRun(cloud, { runId, logs: options.logs, until, signal });
      yield { type: 'end', outcome: await readOutcome(cloud, final, { ...outcomeOptions, signal }) };
    } catch (error) {
      if (!signal.aborted) throw error;
      yield* cancel(cloud, runId, outcomeOptions);
    }
  };
}

/** Clouds that know only the fields of CONTRACT 1 refuse the state of the repository, which no verdict needs. */
async function createWithGitState(
  cloud: Cloud,
  request: RunRequest,
  options: RemoteOptions,
  signal: AbortSignal,
): Promise<RunRecord> {
  try {
    return await create(cloud, request, options, signal);
  } catch (error) {
    const known = withoutGitState(request);
    if (known === undefined || !(error instanceof ServiceError && error.code === 'INVALID_PAYLOAD')) throw error;
    return create(cloud, known, options, signal);
  }
}

/** The request with only the remote of the repository; undefined if there is nothing else to leave out. */
function withoutGitState(request: RunRequest): RunRequest | undefined {
  const { subject } = request;
  if (subject.mode === 'package') return undefined;
  const { gitRemote, ...state } = subject.git;
  if (Object.keys(state).length === 0) return undefined;
  return { ...request, subject: { ...subject, git: gitRemote === undefined ? {} : { gitRemote } } };
}

/** Retries with one key, so that only one run is created. After an abort, still finds out whether a run was created. */
async function create(
  cloud: Cloud,
  request: RunRequest,
  options: RemoteOptions,
  signal: AbortSignal,
): Promise<RunRecord> {
  const body = await createBody(request, options);
  const key = randomUUID();
  const seconds = Math.min(30, Math.max(5, request.timeout)) + body.length / minUploadSpeed;
  const until = performance.now() + seconds * 1000;
  using lateSignal = abortedAfter(signal, cancelTimeout);
  try {
    return await retry(
      () => {
        const within = Math.max(1, (until - performance.now()) / 1000);
        return cloud.createRun(body, key, { within, signal: lateSignal.signal });
      },
      { until, attempts: 4, signal: lateSignal.signal },
    );
  } catch (error) {
    if (!lateSignal.signal.aborted) throw error;
    const message = 'The service did not respond in time; it may have created a run';
    throw new ServiceError('CANCELLED', message, 'Run `service runs list` to see the runs of your account.');
  }
}

async function* cancel(
  cloud: Cloud,
  runId: string,
  options: { findings: boolean; projectType: string; packageName: string },
): AsyncGenerator<RunUpdate> {
  const hint = `Run \`service runs show ${runId}\` to see it.`;
  const signal = AbortSignal.timeout(cancelTimeout);
  const failed = (what: string, error: unknown) => {
    const reason = signal.aborted ? 'the service did not respond in time' : reasonOf(error);
    return new ServiceError('CANCELLED', `${what}: ${reason}`, hint);
  };
  const record = await cancelRun(cloud, runId, signal).catch((error) => {
    throw failed(`Cannot cancel run ${runId}`, error);
  });
  if (!isFinal(record)) throw new ServiceError('CANCELLED', `Run ${runId} is being cancelled`, hint);
  yield { type: 'notice', message: `Run ${runId} finished. ${hint}` };
  const outcome = await readOutcome(cloud, record, { ...options, signal }).catch((error) => {
    throw failed(`Run ${runId} finished, but its result cannot be read`, error);
  });
  yield { type: 'end', outcome };
}

/** Returns a signal that aborts some milliseconds after another one. */
function abortedAfter(signal: AbortSignal, milliseconds: number): { signal: AbortSignal; [Symbol.dispose](): void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(() => controller.abort(signal.reason), milliseconds);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', start);
      clearTimeout(timer);
    },
  };
}
