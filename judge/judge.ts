import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { NumberedEvent } from '../kernel/events.ts';
import type { Verification } from '../kernel/result.ts';
import { EventStream } from '../runner/event-stream.ts';
import { TimeLimit } from '../runner/time-limit.ts';
import type { Verifying } from '../runner/verify.ts';
import type { JudgeMessage } from './judge-message.ts';
import { heapLimit, type JudgeEnd, JudgeProcess, memoryLimits } from './judge-process.ts';
import type { JudgeRequest } from './judge-request.ts';
import { RunTracker } from './run-tracker.ts';

/**
 * Seconds that a judge gets to load what it needs, and to say by itself that the time is over, or that the run was
 * cancelled.
 */
const grace = { start: 60, timeout: 2, cancel: 1 };

/** Milliseconds that it gets to tidy up when everything is said. */
const tidying = 15_000;

/** Milliseconds between two looks at the memory of a judge; in one of them it can take some 200 MiB. */
const watchStep = 100;
/** Of how many looks one is at the memory of its sandboxes, too: the judge has an eye on each of them itself. */
const treeStep = 10;

/** Why a judge was killed, or what it said that it should not have. */
type Cut = 'timeout' | 'cancel' | 'unreadable' | { memory: number };

/** What a judge comes to: its verdict, why it was cut off, or how it died. */
type Came = { verification: Verification } | { cut: Cut } | { end: JudgeEnd };

/**
 * Judges one run in a process of its own, with a bounded heap and a deadline, so that nothing that a check does over a
 * hostile project touches the process that asks. Started before it is known what to judge, it loads what it will need.
 */
export class Judge {
  readonly #process = new JudgeProcess();
  #fault: Extract<JudgeMessage, { type: 'fault' }> | undefined;
  readonly #closed = Promise.withResolvers<void>();
  #asked = false;
  #inOrder = true;
  #closing: Promise<void> | undefined;

  /** What plugins print, as it comes. */
  get output(): Readable | null {
    return this.#process.output;
  }

  /** For whoever looks after us: what a judge that did not come to its end left behind. */
  get lastWords(): string | undefined {
    return this.#inOrder ? undefined : (this.#fault?.stack ?? this.#process.printed);
  }

  get alive(): boolean {
    return this.#process.alive;
  }

  /**
   * Verifies a project as runner/verify.ts does; to be asked once.
   * @param signal cancels the run
   */
  verify(order: JudgeRequest, signal: AbortSignal): Verifying {
    this.#asked = true;
    const events = new EventStream();
    return { events, result: this.#verify(order, signal, events) };
  }

  /** Ends it; settles when nothing of it is left: no process, no temporary folder. May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    if (this.#asked && this.alive && this.#inOrder)
      await Promise.race([this.#closed.promise, this.#process.end(), pause(tidying)]);
    this.#process.kill();
    await this.#process.end();
    this.#process.release();
    if (this.#inOrder) return;
    const [{ killOrphans }, { removeStaleFolders }] = await Promise.all([
      import('../runner/sandbox/kill-orphans.ts'),
      import('../runner/remove-stale-folders.ts'),
    ]);
    await killOrphans();
    await removeStaleFolders();
  }

  async #verify(order: JudgeRequest, signal: AbortSignal, events: EventStream): Promise<Verification> {
    const seen = new RunTracker(order);
    const came = await this.#outcome(order, signal, (event) => {
      seen.see(event);
      if (event.type !== 'end') events.pushNumbered(event);
    });
    const verification = 'verification' in came ? came.verification : this.#without(came, order, seen);
    if (!('verification' in came)) {
      this.#inOrder = false;
      this.#process.kill();
      await this.#process.end();
      events.push({ type: 'log', level: 'error', message: this.#told(came, seen) });
    }
    events.push({ type: 'end', verification });
    events.end();
    return verification;
  }

  #outcome(order: JudgeRequest, signal: AbortSignal, hear: (event: NumberedEvent) => void): Promise<Came> {
    const { promise, resolve } = Promise.withResolvers<Came>();
    let limit: TimeLimit | undefined;
    const limitTo = (seconds: number) => {
      limit?.[Symbol.dispose]();
      limit = new TimeLimit(seconds);
      limit.signal.addEventListener('abort', () => resolve({ cut: 'timeout' }));
    };
    limitTo(order.timeout + grace.start);
    this.#process.listen(order.bounded === true, (said) => {
      if (!said) resolve({ cut: 'unreadable' });
      else if (said.type === 'fault') this.#fault = said;
      else if (said.type === 'closed') this.#closed.resolve();
      else {
        // From the first event on the judge counts its time.
        if (said.seq === 1) limitTo(order.timeout + grace.timeout);
        hear(said);
        if (said.type === 'end') resolve({ verification: said.verification });
      }
    });
    this.#process.end().then((end) => resolve({ end }));
    const watch = setInterval(() => {
      looks += 1;
      const of = looks % treeStep === 0 ? 'all' : 'own';
      if (this.#process.held(of) > memoryLimits[of]) resolve({ cut: { memory: memoryLimits[of] } });
    }, watchStep);
    let looks = 0;
    const cancel = async () => {
      this.#process.cancel();
      await delay(grace.cancel * 1000, undefined, { ref: false });
      resolve({ cut: 'cancel' });
    };
    this.#process.order(order);
    if (signal.aborted) void cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return promise.finally(() => {
      clearInterval(watch);
      limit?.[Symbol.dispose]();
      signal.removeEventListener('abort', cancel);
    });
  }

  /** What becomes of a run whose judge did not come to its end. */
  #without(came: Exclude<Came, { verification: unknown }>, { timeout }: JudgeRequest, seen: RunTracker): Verification {
    const cut = 'cut' in came ? came.cut : undefined;
    if (cut === 'timeout') {
      const reason = 'time limit of the run reached';
      return seen.interrupted('timeout', `TIMEOUT: the run exceeded its time limit of ${timeout} s`, reason);
    }
    if (cut === 'cancel') {
      return seen.interrupted('rejected', 'CANCELLED: the run was cancelled', 'the run was cancelled');
    }
    if (typeof cut === 'object') {
      const reason = `the checks exceeded the memory limit of ${cut.memory} MiB`;
      return seen.running.length > 0 ? seen.failed(reason) : seen.lost(reason);
    }
    if (cut !== undefined || !('end' in came)) return seen.lost('cannot read the result of the checks');
    const reason = this.#blame(came.end);
    // Before the first of them only the registry and we have had a say.
    if (reason === undefined) return seen.lost(this.#loss(came.end));
    return seen.running.length > 0 ? seen.failed(reason) : seen.lost(reason);
  }

  /** What the project brought about; undefined where it was us or the machine. */
  #blame(end: JudgeEnd): string | undefined {
    if (this.#fault) return this.#fault.machine ? undefined : `the check process crashed: ${this.#fault.message}`;
    if ('failed' in end) return undefined;
    const signal = 'signal' in end ? end.signal : end.exitCode === 134 ? 'SIGABRT' : undefined;
    if (signal === undefined || !crashes.has(signal)) return undefined;
    return /heap out of memory/.test(this.#process.printed)
      ? `the checks exceeded the memory limit of ${heapLimit} MiB`
      : `the check process crashed (${signal})`;
  }

  #loss(end: JudgeEnd): string {
    if (this.#fault) return `this machine is out of resources: ${this.#fault.message}`;
    if ('failed' in end) return `the check process failed to start (${codeOf(end.failed)})`;
    return `the check process ended unexpectedly (${'signal' in end ? end.signal : `exit code ${end.exitCode}`})`;
  }

  #told(came: Exclude<Came, { verification: unknown }>, seen: RunTracker): string {
    const names = seen.running;
    const at = names.length === 0 ? 'no check was running' : `running: ${names.join(', ')}`;
    if ('end' in came) return `${this.#blame(came.end) ?? this.#loss(came.end)} (${at})`;
    const why =
      typeof came.cut === 'object' ? `memory limit of ${came.cut.memory} MiB exceeded` : 'it did not stop in time';
    return `the check process was killed: ${why} (${at})`;
  }
}

/** Signals by which a process dies of what it does itself. */
const crashes = new Set<string>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE']);

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function pause(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false });
}
