import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../kernel/errors.ts';
import type { TimedEvent } from '../kernel/events.ts';
import type { Verification } from '../kernel/result.ts';
import { TimeLimit } from '../runner/time-limit.ts';
import type { JudgeMessage } from './judge-message.ts';
import { type JudgeEnd, JudgeProcess, maxHeap, maxMemory } from './judge-process.ts';
import type { JudgeRequest } from './judge-request.ts';
import { RunTracker } from './run-tracker.ts';

/**
 * Seconds for a judge to start, and to stop by itself after the time limit or a cancellation.
 */
const gracePeriod = { start: 60, timeout: 2, cancel: 1 };

/** Milliseconds for cleanup after the last event. */
const maxCleanup = 15_000;

/** MiB of memory of a process that verifies another run. */
const maxKept = maxMemory.own / 3;

/** Milliseconds between memory checks; it can allocate about 200 MiB in between. */
const memoryInterval = 100;
/** Every nth memory check includes the sandboxes, which the judge limits too. */
const treeInterval = 10;

/** Why a judge was killed. */
type KillReason = 'timeout' | 'cancel' | 'unreadable' | { memory: number };

/** The end of a run whose judge failed: why it was killed, or how it exited. */
type Failure = { killed: KillReason } | { end: JudgeEnd };

/**
 * Verifies runs in a separate process with memory and time limits, so that checks of a hostile project cannot affect this
 * process. It is for one run, or for runs of one project of this user, one after the other. The process starts with the first
 * one, or with `start` before there is a request, and loads its modules.
 */
export class Judge {
  readonly #niceness: number | undefined;
  #started: JudgeProcess | undefined;
  #fault: Extract<JudgeMessage, { type: 'fault' }> | undefined;
  /** Resolved when the last run has been cleaned up; undefined before the first one. */
  #closed: PromiseWithResolvers<void> | undefined;
  #failure: Failure | undefined;
  #hasPlugins = false;
  /** Whether processes wait in it for another run. */
  #isWatching = false;
  #closing: Promise<void> | undefined;

  /** @param niceness of its processes, see nice(1) */
  constructor(niceness?: number) {
    this.#niceness = niceness;
  }

  get #process(): JudgeProcess {
    if (this.#closing && !this.#started) throw new Error('the judge is closed');
    this.#started ??= new JudgeProcess(this.#niceness);
    return this.#started;
  }

  start(): this {
    void this.#process;
    return this;
  }

  /** Output of plugins. */
  get output(): Readable | null {
    return this.#started?.output ?? null;
  }

  /** Stack trace or standard error of a judge that failed, for diagnosis; not of one that was killed for a cancelled run. */
  get diagnostics(): string | undefined {
    const failure = this.#failure;
    if (!failure || ('killed' in failure && failure.killed === 'cancel')) return undefined;
    return this.#fault?.stack ?? this.#process.printed;
  }

  get alive(): boolean {
    return this.#started?.alive ?? false;
  }

  /**
   * Verifies a project like runner/verify.ts. Call it once, and again only if it is `reusable`. Rejects only after `close`.
   * @param signal cancels the run
   */
  async verify(
    request: JudgeRequest,
    signal: AbortSignal,
    onEvent: (event: TimedEvent) => void = () => {},
  ): Promise<Verification> {
    this.#closed = Promise.withResolvers();
    this.#hasPlugins = request.plugins.length > 0;
    this.#isWatching = request.changed !== undefined;
    const tracker = new RunTracker(request);
    const ending = await this.#outcome(request, signal, (event) => {
      tracker.add(event);
      onEvent(event);
    });
    if ('verification' in ending) return ending.verification;
    const verification = this.#failedRun(ending, request, tracker);
    this.#failure = ending;
    this.#process.kill();
    await this.#process.end();
    const message = this.#logMessage(ending, tracker);
    onEvent({ type: 'log', level: 'error', message, time: new Date().toISOString() });
    return verification;
  }

  /**
   * Resolves when the last run has been cleaned up, to whether this can verify another one. Not after a failure, and not with
   * plugins, whose code may change. It does not keep this process alive until then.
   */
  async reusable(): Promise<boolean> {
    if (!this.#started || this.#failure || !(await this.#cleanup())) return false;
    this.#process.keepAlive(false);
    return this.alive && !this.#hasPlugins && this.#process.memory('own') < maxKept;
  }

  /** Ends it; resolves when its processes and temporary folders are gone. Can be called repeatedly. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    if (!this.#started) return;
    if (!this.#failure) await this.#cleanup();
    this.#process.kill();
    await this.#process.end();
    this.#process.release();
    if (!this.#failure && !this.#isWatching) return;
    const [{ killOrphans }, { removeStaleFolders }] = await Promise.all([
      import('../runner/sandbox/kill-orphans.ts'),
      import('../runner/remove-stale-folders.ts'),
    ]);
    await killOrphans();
    await removeStaleFolders();
  }

  /** Waits until the last run has been cleaned up. Kills the process if it is not in time. @returns whether it was */
  async #cleanup(): Promise<boolean> {
    if (!this.#closed) return true;
    const isClosed = await Promise.race([
      this.#closed.promise.then(() => true),
      this.#process.end().then(() => false),
      delay(maxCleanup, false, { ref: false }),
    ]);
    if (!isClosed) this.#process.kill();
    return isClosed;
  }

  #outcome(
    request: JudgeRequest,
    signal: AbortSignal,
    onEvent: (event: TimedEvent) => void,
  ): Promise<Failure | { verification: Verification }> {
    const judge = this.#process;
    const { promise, resolve } = Promise.withResolvers<Failure | { verification: Verification }>();
    let limit: TimeLimit | undefined;
    let hasStarted = false;
    const limitTo = (seconds: number) => {
      limit?.[Symbol.dispose]();
      limit = new TimeLimit(seconds);
      limit.signal.addEventListener('abort', () => resolve({ killed: 'timeout' }));
    };
    limitTo(request.timeout + gracePeriod.start);
    judge.listen(request.bounded === true, (message) => {
      if (!message) resolve({ killed: 'unreadable' });
      else if (message.type === 'fault') this.#fault = message;
      else if (message.type === 'closed') this.#closed?.resolve();
      else if (message.type === 'result') resolve({ verification: message.verification });
      else {
        // The time limit of the run starts with the first event.
        if (!hasStarted) limitTo(request.timeout + gracePeriod.timeout);
        hasStarted = true;
        onEvent(message);
      }
    });
    judge.end().then((end) => resolve({ end }));
    const watch = setInterval(() => {
      count += 1;
      judge.applyNiceness();
      const of = count % treeInterval === 0 ? 'all' : 'own';
      if (judge.memory(of) > maxMemory[of]) resolve({ killed: { memory: maxMemory[of] } });
    }, memoryInterval);
    let count = 0;
    const cancel = async () => {
      judge.cancel();
      await delay(gracePeriod.cancel * 1000, undefined, { ref: false });
      resolve({ killed: 'cancel' });
    };
    judge.send(request);
    if (signal.aborted) void cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return promise.finally(() => {
      clearInterval(watch);
      limit?.[Symbol.dispose]();
      signal.removeEventListener('abort', cancel);
    });
  }

  /** Returns the result of a run whose judge failed. */
  #failedRun(ending: Failure, { timeout }: JudgeRequest, tracker: RunTracker): Verification {
    const killed = 'killed' in ending ? ending.killed : undefined;
    if (killed === 'timeout') {
      const reason = 'time limit of the run reached';
      return tracker.interrupted('timeout', `TIMEOUT: the run exceeded its time limit of ${timeout} s`, reason);
    }
    if (killed === 'cancel') {
      return tracker.interrupted('rejected', 'CANCELLED: the run was cancelled', 'the run was cancelled');
    }
    if (typeof killed === 'object') {
      const reason = `the checks exceeded the memory limit of ${killed.memory} MiB`;
      return tracker.running.length > 0 ? tracker.failed(reason) : tracker.lost(reason);
    }
    if (killed !== undefined || !('end' in ending)) return tracker.lost('cannot read the result of the checks');
    const reason = this.#projectFailure(ending.end);
    // Before the first check, the project cannot be the cause.
    if (reason === undefined) return tracker.lost(this.#serviceFailure(ending.end));
    return tracker.running.length > 0 ? tracker.failed(reason) : tracker.lost(reason);
  }

  /** Returns the failure that the project caused; undefined if we or the machine did. */
  #projectFailure(end: JudgeEnd): string | undefined {
    if (this.#fault) return this.#fault.machine ? undefined : `the check process crashed: ${this.#fault.message}`;
    if ('failed' in end) return undefined;
    const signal = 'signal' in end ? end.signal : end.exitCode === 134 ? 'SIGABRT' : undefined;
    if (signal === undefined || !crashSignals.has(signal)) return undefined;
    return /heap out of memory/.test(this.#process.printed)
      ? `the checks exceeded the memory limit of ${maxHeap} MiB`
      : `the check process crashed (${signal})`;
  }

  #serviceFailure(end: JudgeEnd): string {
    if (this.#fault) return `this machine is out of resources: ${this.#fault.message}`;
    if ('failed' in end) return `the check process failed to start (${codeOf(end.failed) ?? end.failed.name})`;
    return `the check process ended unexpectedly (${'signal' in end ? end.signal : `exit code ${end.exitCode}`})`;
  }

  #logMessage(ending: Failure, tracker: RunTracker): string {
    const names = tracker.running;
    const at = names.length === 0 ? 'no check was running' : `running: ${names.join(', ')}`;
    if ('end' in ending) return `${this.#projectFailure(ending.end) ?? this.#serviceFailure(ending.end)} (${at})`;
    const why =
      typeof ending.killed === 'object'
        ? `memory limit of ${ending.killed.memory} MiB exceeded`
        : 'it did not stop in time';
    return `the check process was killed: ${why} (${at})`;
  }
}

/** Signals of a process that crashes by itself. */
const crashSignals = new Set<string>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE']);
