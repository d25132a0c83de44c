import { setTimeout as delay } from 'node:timers/promises';
import type { Verification } from '../../kernel/result.ts';
import type { Source } from '../../runner/source/source.ts';
import { uploadSource } from '../../runner/source/upload-source.ts';
import { verify } from '../../runner/verify.ts';
import { isDatabaseAway } from '../store/database-away.ts';
import {
  type Attempt,
  AttemptOver,
  finishAttempt,
  lookAtAttempt,
  releaseAttempt,
  startAttempt,
} from '../store/run-attempts.ts';
import { readUpload } from '../store/uploads.ts';
import { boundVerification } from './bound-verification.ts';
import { persist } from './persist.ts';
import { ProgressWriter } from './progress-writer.ts';
import type { WorkerOptions } from './worker.ts';

/** Milliseconds between two looks at a run, when nothing is heard of it and when much is. */
const longestSilence = 5_000;
const shortestSilence = 250;

export interface VerifyRun extends Omit<WorkerOptions, 'slots' | 'queue'> {
  /** Aborts when runs are to be given back. */
  handBack: AbortSignal;
  /** Aborts when there is no more time to tell the database: the run is left to whoever takes it over. */
  leave: AbortSignal;
}

/** The run was given back unfinished, or left. */
export class HandedBack extends Error {}

/**
 * Takes a run to its end: starts an attempt, verifies, writes the log while it runs, and the result. Nothing of it
 * counts once a later attempt has started.
 * @throws {HandedBack} when the run was given back, or left
 */
export async function verifyRun(runId: string, options: VerifyRun): Promise<void> {
  const db = options.database.kysely;
  const attempt = await startAttempt(db, runId, (run) => {
    options.metrics.ended(run);
    options.logger.warn({ status: run.status }, 'the run was not started, but ended');
  });
  if (!attempt) return;
  const logger = options.logger.child({ attempt: attempt.number });
  if (attempt.number > 1) options.metrics.takeovers.inc();
  logger.info('the run was started');
  const cancel = new AbortController();
  const over = new AbortController();
  const stop = AbortSignal.any([over.signal, options.leave]);
  const following = follow(attempt, options, { cancel, over });
  try {
    const verification = await verifyAttempt(attempt, options, { cancel: cancel.signal, over: stop });
    if (!verification) {
      await persist(() => releaseAttempt(db, attempt), stop);
      logger.info('the run was given back');
      throw new HandedBack();
    }
    await persist(() => finishAttempt(db, attempt, boundVerification(verification)), stop);
    options.metrics.ended({ status: verification.status, cost: attempt.run.cost });
    logger.info({ status: verification.status }, 'the run has ended');
  } catch (error) {
    if (options.leave.aborted) throw new HandedBack();
    if (!(error instanceof AttemptOver) && !over.signal.aborted) throw error;
    logger.warn('the attempt is over: another worker has the run, or it has ended');
  } finally {
    over.abort();
    await following;
  }
}

/** Undefined when the run is to be given back. Throws AttemptOver. */
async function verifyAttempt(
  attempt: Attempt,
  options: VerifyRun,
  signals: { cancel: AbortSignal; over: AbortSignal },
): Promise<Verification | undefined> {
  const { kernel, isolation, handBack } = options;
  const { projectType, timeout } = attempt.run;
  const log = new ProgressWriter(options.database.kysely, attempt, signals.over);
  if (attempt.number > 1) log.log({ level: 'warn', message: `started again, for the ${attempt.number}. time` });
  if (isolation.note !== undefined) log.log({ level: 'warn', message: isolation.note });
  const verifying = verify(await sourceOf(attempt, options, signals.over), {
    kernel,
    projectType,
    timeout,
    signal: AbortSignal.any([signals.cancel, signals.over, handBack]),
    sandbox: ({ folder }) => isolation.sandbox({ folder, account: attempt.run.accountId }),
  });
  for await (const event of verifying.events) {
    log.event(event);
    if (event.type !== 'check-end') continue;
    options.metrics.checkSeconds.observe({ check: event.report.name }, event.report.duration / 1000);
  }
  const verification = await verifying.result;
  await log.end();
  const interrupted = verification.status === 'rejected' && verification.summary.startsWith('CANCELLED:');
  return interrupted && handBack.aborted && !signals.cancel.aborted ? undefined : verification;
}

async function sourceOf({ run }: Attempt, { database }: VerifyRun, over: AbortSignal): Promise<Source> {
  if (run.packageRef !== undefined) {
    const { registrySource } = await import('../../runner/source/registry-source.ts');
    return registrySource({ reference: run.packageRef });
  }
  const files = await persist(() => readUpload(database.kysely, run.id), over);
  return uploadSource({ name: run.packageName ?? 'project', files: files ?? [] });
}

/** Notices that the run was cancelled, or that this attempt is over. */
async function follow(
  attempt: Attempt,
  { database, watch, logger }: VerifyRun,
  { cancel, over }: { cancel: AbortController; over: AbortController },
): Promise<void> {
  using news = watch.watch(attempt.run.id);
  while (!over.signal.aborted && !cancel.signal.aborted) {
    await news.news(longestSilence, over.signal);
    if (over.signal.aborted) return;
    try {
      const state = await lookAtAttempt(database.kysely, attempt);
      if (state === 'cancelled') cancel.abort();
      if (state === 'over') over.abort();
    } catch (error) {
      // Looking again is all there is to do; what must not be lost is tried again where it is written.
      if (!isDatabaseAway(error)) logger.error({ err: error }, 'could not look after the run');
    }
    await delay(shortestSilence, undefined, { signal: over.signal }).catch(() => {});
  }
}
