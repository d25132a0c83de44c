import { setTimeout as delay } from 'node:timers/promises';
import type { JudgedSource } from '../../judge/judge-order.ts';
import type { Verification } from '../../kernel/result.ts';
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
import type { JudgeStock, ReadyJudge } from './judge-stock.ts';
import { persist } from './persist.ts';
import { ProgressWriter } from './progress-writer.ts';
import type { WorkerOptions } from './worker-options.ts';

/** Milliseconds between two looks at a run, when nothing is heard of it and when much is. */
const longestSilence = 5_000;
const shortestSilence = 250;

export interface VerifyRun extends Omit<WorkerOptions, 'slots' | 'queue' | 'plugins'> {
  judges: JudgeStock;
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
  const ready = options.judges.take();
  try {
    const verification = await verifyAttempt(attempt, ready, options, { cancel: cancel.signal, over: stop });
    if (!verification) {
      await persist(() => releaseAttempt(db, attempt), stop);
      logger.info('the run was given back');
      throw new HandedBack();
    }
    await persist(() => finishAttempt(db, attempt, verification), stop);
    options.metrics.ended({ status: verification.status, cost: attempt.run.cost });
    logger.info({ status: verification.status }, 'the run has ended');
  } catch (error) {
    if (options.leave.aborted) throw new HandedBack();
    if (!(error instanceof AttemptOver) && !over.signal.aborted) throw error;
    logger.warn('the attempt is over: another worker has the run, or it has ended');
  } finally {
    over.abort();
    await ready.close();
    await following;
  }
}

/** Undefined when the run is to be given back. Throws AttemptOver. */
async function verifyAttempt(
  attempt: Attempt,
  { judge, order }: ReadyJudge,
  options: VerifyRun,
  signals: { cancel: AbortSignal; over: AbortSignal },
): Promise<Verification | undefined> {
  const { isolation, handBack } = options;
  const { projectType, timeout } = attempt.run;
  const log = new ProgressWriter(options.database.kysely, attempt, signals.over);
  if (attempt.number > 1) log.log({ level: 'warn', message: `started again, for the ${attempt.number}. time` });
  if (isolation.note !== undefined) log.log({ level: 'warn', message: isolation.note });
  const source = await sourceOf(attempt, options, signals.over);
  const stop = AbortSignal.any([signals.cancel, signals.over, handBack]);
  const verifying = judge.verify({ ...order, source, projectType, timeout }, stop);
  for await (const event of verifying.events) {
    log.event(event);
    if (event.type === 'check-end') options.metrics.checked(event.report);
  }
  const verification = await verifying.result;
  await log.end();
  if (judge.lastWords !== undefined) options.logger.warn({ said: judge.lastWords }, 'the judge of the run was lost');
  const interrupted = verification.status === 'rejected' && verification.summary.startsWith('CANCELLED:');
  return interrupted && handBack.aborted && !signals.cancel.aborted ? undefined : verification;
}

async function sourceOf({ run }: Attempt, { database }: VerifyRun, over: AbortSignal): Promise<JudgedSource> {
  if (run.packageRef !== undefined) return { from: 'registry', reference: run.packageRef };
  const files = await persist(() => readUpload(database.kysely, run.id), over);
  return { from: 'upload', name: run.packageName ?? 'project', files: files ?? [] };
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
