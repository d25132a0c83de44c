import { setTimeout as delay } from 'node:timers/promises';
import { againstPublished } from '../../judge/against-published.ts';
import type { JudgedSource, JudgeRequest } from '../../judge/judge-request.ts';
import { kitsOf } from '../../judge/n8n-releases.ts';
import { reasonOf } from '../../kernel/errors.ts';
import type { KitSource } from '../../kernel/kits.ts';
import { isCancelled, type Verification } from '../../kernel/result.ts';
import { builtinTypes } from '../../plugins/builtin-types.ts';
import { installKit } from '../../runner/kits/install-kit.ts';
import { isDatabaseUnavailable } from '../store/database-errors.ts';
import {
  type Attempt,
  attemptState,
  finishAttempt,
  rejection,
  releaseAttempt,
  StaleAttempt,
  startAttempt,
} from '../store/run-attempts.ts';
import type { Run } from '../store/runs.ts';
import { readUpload } from '../store/uploads.ts';
import { withDatabaseRetry } from './database-retry.ts';
import type { JudgePool, ReadyJudge } from './judge-pool.ts';
import { ProgressWriter } from './progress-writer.ts';
import type { WorkerOptions } from './worker-options.ts';

/** Milliseconds between checks of a run: without an update, and at least. */
const maxCheckInterval = 5_000;
const minCheckInterval = 250;

interface VerifyRun extends Omit<WorkerOptions, 'slots' | 'queue' | 'plugins'> {
  judges: JudgePool;
  /** Aborts when unfinished runs must return to the queue. */
  release: AbortSignal;
  /** Aborts when there is no time left to release a run: another worker takes it over after its lease. */
  abandon: AbortSignal;
}

/** The run was released or abandoned. */
export class RunReleased extends Error {}

/**
 * Runs one attempt at a run: verifies, streams the log to the store, and stores the result. Its writes are refused once a
 * later attempt has started.
 * @throws {RunReleased}
 */
export async function verifyRun(runId: string, options: VerifyRun): Promise<void> {
  const db = options.database.kysely;
  const attempt = await startAttempt(db, runId, (run) => {
    options.metrics.ended(run);
    options.logger.warn({ status: run.status }, 'run ended without being started');
  });
  if (!attempt) return;
  const logger = options.logger.child({ attempt: attempt.number });
  if (attempt.number > 1) options.metrics.takeovers.inc();
  logger.info('run started');
  const cancel = new AbortController();
  const stale = new AbortController();
  const stop = AbortSignal.any([stale.signal, options.abandon]);
  const watching = watchAttempt(attempt, options, { cancel, stale });
  const ready = options.judges.take();
  try {
    const verification = await verifyAttempt(attempt, ready, options, { cancel: cancel.signal, stop });
    if (!verification) {
      await withDatabaseRetry(() => releaseAttempt(db, attempt), stop);
      logger.info('run returned to the queue');
      throw new RunReleased();
    }
    await withDatabaseRetry(() => finishAttempt(db, attempt, verification), stop);
    options.metrics.ended({ status: verification.status, cost: attempt.run.cost });
    logger.info({ status: verification.status }, 'run ended');
  } catch (error) {
    if (options.abandon.aborted) throw new RunReleased();
    if (!(error instanceof StaleAttempt) && !stale.signal.aborted) throw error;
    logger.warn('attempt is stale: another worker has taken over the run, or it has ended');
  } finally {
    stale.abort();
    await ready.close();
    await watching;
  }
}

/** @returns undefined when the run must be released. @throws {StaleAttempt} */
async function verifyAttempt(
  attempt: Attempt,
  { judge, order }: ReadyJudge,
  options: VerifyRun,
  signals: { cancel: AbortSignal; stop: AbortSignal },
): Promise<Verification | undefined> {
  const { isolation, release } = options;
  const { projectType, timeout, ruleset } = attempt.run;
  const log = new ProgressWriter(options.database.kysely, attempt, signals.stop);
  if (attempt.number > 1) log.log({ level: 'warn', message: `Restarted (attempt ${attempt.number})` });
  if (isolation.note !== undefined) log.log({ level: 'warn', message: isolation.note });
  const source = await sourceOf(attempt, options, signals.stop);
  const end = AbortSignal.any([signals.cancel, signals.stop, release]);
  const verify = async (kits: JudgeRequest['kits']) => {
    const request = { ...order, source, projectType, timeout, ruleset, kits };
    const started = performance.now();
    const verification = await judge.verify(request, end, (event) => {
      log.event(event);
      if (event.type === 'check-end') options.metrics.checked(event.report);
    });
    if (!attempt.run.againstPublished) return verification;
    return againstPublished(verification, {
      request,
      rules: options.rules,
      started,
      async verify(published) {
        const other = options.judges.take();
        try {
          return await other.judge.verify({ ...published, ...other.order }, end);
        } finally {
          await other.close();
        }
      },
      log: (message) => log.log({ level: 'info', message }),
    });
  };
  const verification = await withKits(attempt, log, end, verify);
  await log.end();
  if (judge.diagnostics !== undefined)
    options.logger.warn({ said: judge.diagnostics }, 'judge process of the run was lost');
  return isCancelled(verification) && release.aborted && !signals.cancel.aborted ? undefined : verification;
}

/** Installs what the run needs, then verifies. When it cannot be installed, the run is rejected. */
async function withKits(
  { run }: Attempt,
  log: ProgressWriter,
  signal: AbortSignal,
  verify: (kits: JudgeRequest['kits']) => Promise<Verification>,
): Promise<Verification> {
  let kits: JudgeRequest['kits'];
  try {
    kits = await runKits(run, { signal, log: (message) => log.log({ level: 'info', message }) });
  } catch (error) {
    // The judge says why a run has ended before.
    if (!signal.aborted) return rejection(run, `RUNNER_ERROR: ${reasonOf(error)}`);
  }
  return verify(kits);
}

async function sourceOf({ run }: Attempt, { database }: VerifyRun, stop: AbortSignal): Promise<JudgedSource> {
  if (run.packageRef !== undefined) return { from: 'registry', reference: run.packageRef };
  const files = await withDatabaseRetry(() => readUpload(database.kysely, run.id), stop);
  return { from: 'upload', name: run.packageName ?? 'project', files: files ?? [] };
}

/** Aborts `cancel` when the run is cancelled, and `stale` when this attempt is no longer current. */
async function watchAttempt(
  attempt: Attempt,
  { database, updates, logger }: VerifyRun,
  { cancel, stale }: { cancel: AbortController; stale: AbortController },
): Promise<void> {
  using subscription = updates.subscribe(attempt.run.id);
  while (!stale.signal.aborted && !cancel.signal.aborted) {
    await subscription.next(maxCheckInterval, stale.signal);
    if (stale.signal.aborted) return;
    try {
      const state = await attemptState(database.kysely, attempt);
      if (state === 'cancelled') cancel.abort();
      if (state === 'stale') stale.abort();
    } catch (error) {
      // The next check tries again.
      if (!isDatabaseUnavailable(error)) logger.error({ err: error }, 'could not check the state of the run');
    }
    await delay(minCheckInterval, undefined, { signal: stale.signal }).catch(() => {});
  }
}

/**
 * Installs what a run needs besides the kits of its project type: another release of n8n, or the kits of the next ruleset.
 * @returns the kits to verify with, if not those of the ruleset
 * @throws {ServiceError} UNKNOWN_RELEASE, KIT_UNAVAILABLE, KIT_FOLDER_UNUSABLE, NO_HOME_FOLDER
 */
async function runKits(
  { n8n, ruleset, projectType }: Run,
  { log, signal }: { log(line: string): void; signal: AbortSignal },
): Promise<JudgeRequest['kits']> {
  const releases = n8n === undefined ? [] : await kitsOf([n8n], { offline: false, log });
  for (const kit of [...releases, ...(ruleset === 'next' ? nextKitsOf(projectType) : [])])
    await installKit(kit, { signal, onStart: () => log(`Installing ${kit.name}, which may take some minutes`) });
  return n8n === undefined ? undefined : releases.map(({ name, lock }) => ({ name, lock: lock.href }));
}

function nextKitsOf(projectType: string): readonly KitSource[] {
  const types = builtinTypes.flatMap(({ projectTypes = [] }) => projectTypes);
  return types.find(({ name }) => name === projectType)?.nextKits ?? [];
}
