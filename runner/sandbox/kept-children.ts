import { availableParallelism } from 'node:os';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import type { Launcher, RemoteChild } from './launcher.ts';
import type { KeptOrder } from './order.ts';
import { type ChildRun, cancelled, outcomeOf } from './run-child.ts';
import type { Command } from './started-child.ts';
import { takeSlot } from './user-slots.ts';

/** As many processes without work: each has a user of its own where we are root, and there are three times as many. */
const mostIdle = Math.min(8 * availableParallelism(), 64);

/** Milliseconds that one stays without work while others have some; when nobody has, the launcher ends. */
const patience = 10_000;

/** Bytes of memory that must be free for one to stay without work, and when another is started. */
const leastFree = 1024 * 1024 * 1024;

/**
 * As many of a kind are started as they are wanted; for more, one at work is waited for, so many milliseconds at most. A
 * new one is slower for its first dozen projects, and two take the processor's caches from each other.
 */
const wait = { beyond: Math.ceil(availableParallelism() / 2), milliseconds: 2_000 };

export interface KeptJob extends Omit<ChildRun, 'order'> {
  /** For whom. */
  account: string;
  /** How processes for it differ from others of the account. */
  kind: string;
  /** How to start such a process, as this user. */
  command(uid: number | undefined): Command;
  order: KeptOrder;
  /** The files that the order tells of, one after the other. */
  files: Uint8Array;
}

interface Kept extends Pick<KeptJob, 'account' | 'kind'> {
  child: RemoteChild;
  giveBack(): void;
}

interface Idle extends Kept {
  timer: NodeJS.Timeout;
}

/** How many are at work of a kind, and who waits for one of them: given none, it starts its own. */
interface Work {
  count: number;
  waiting: Set<(kept?: Kept) => void>;
}

/**
 * Processes of our tools that stay for the next project of the same account, with their code already compiled: for as
 * long as there is work. Nothing of a project ever runs in them.
 */
export class KeptChildren {
  readonly #launcher: Launcher;
  /** The one that has waited longest first. */
  readonly #idle = new Set<Idle>();
  readonly #work = new Map<string, Work>();

  constructor(launcher: Launcher) {
    this.#launcher = launcher;
  }

  /**
   * Runs a job as `outcomeOf` does. What goes wrong in a process that saw other projects is done again in a new one, in the
   * time that is left.
   */
  async run(job: KeptJob): Promise<SandboxOutcome> {
    const key = JSON.stringify([job.account, job.kind]);
    const work = this.#work.get(key) ?? { count: 0, waiting: new Set() };
    this.#work.set(key, work);
    const known = await this.#enter(work, job);
    try {
      const started = performance.now();
      const outcome = known && (await this.#ask(known, job, work).catch(() => undefined));
      if (outcome?.kind === 'done' || outcome?.kind === 'timeout') return outcome;
      if (job.signal?.aborted) return outcome ?? cancelled;
      const timeout = job.timeout - (performance.now() - started) / 1000;
      return await this.#ask(await this.#start(job), { ...job, timeout }, work);
    } finally {
      work.count -= 1;
      const [next] = work.waiting;
      if (work.count < wait.beyond) next?.();
      if (work.count === 0) this.#work.delete(key);
    }
  }

  /** Ends those of an account that are without work. */
  async dismiss(account: string): Promise<void> {
    await Promise.all([...this.#idle].filter((one) => one.account === account).map((one) => this.#dismiss(one)));
  }

  /** A process to ask, undefined for a new one; from now on this job counts. */
  async #enter(work: Work, { account, kind, signal }: KeptJob): Promise<Kept | undefined> {
    const known = [...this.#idle].findLast((one) => one.account === account && one.kind === kind);
    if (known) {
      this.#idle.delete(known);
      clearTimeout(known.timer);
    }
    if (!known && work.count >= wait.beyond && !signal?.aborted) return this.#oneAtWork(work, signal);
    work.count += 1;
    return known;
  }

  async #oneAtWork(work: Work, signal: AbortSignal | undefined): Promise<Kept | undefined> {
    const { promise, resolve } = Promise.withResolvers<Kept | undefined>();
    const enter = (kept?: Kept) => {
      if (!work.waiting.delete(enter)) return;
      work.count += 1;
      resolve(kept);
    };
    const giveUp = () => enter();
    work.waiting.add(enter);
    const timer = setTimeout(giveUp, wait.milliseconds);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async #start({ account, kind, command }: KeptJob): Promise<Kept> {
    await this.#makeRoom();
    const { uid, giveBack } = await takeSlot();
    try {
      return { account, kind, child: this.#launcher.keep(command(uid)), giveBack };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async #ask(kept: Kept, job: KeptJob, work: Work): Promise<SandboxOutcome> {
    const { order, files, resultLimit, timeout, signal } = job;
    let asked = false;
    let stays = false;
    try {
      const outcome = await outcomeOf({ order, resultLimit, timeout, signal }, async (written) => {
        asked = true;
        const end = await kept.child.ask({ ...written, files });
        stays = end.stays === true;
        return end;
      });
      if (stays && outcome.kind !== 'done') await kept.child.dismiss();
      stays &&= outcome.kind === 'done';
      return outcome;
    } finally {
      const [next] = work.waiting;
      if (asked && !stays) kept.giveBack();
      else if (next) next(kept);
      else this.#keep(kept);
    }
  }

  #keep(kept: Kept): void {
    const idle = { ...kept, timer: setTimeout(() => void this.#dismiss(idle), patience).unref() };
    this.#idle.add(idle);
    void this.#makeRoom();
  }

  /** Ends those that have waited longest, as long as there are too many, or too little memory. */
  async #makeRoom(): Promise<void> {
    for (const oldest of this.#idle) {
      if (this.#idle.size <= mostIdle && process.availableMemory() >= leastFree) return;
      await this.#dismiss(oldest);
    }
  }

  async #dismiss(one: Idle): Promise<void> {
    if (!this.#idle.delete(one)) return;
    clearTimeout(one.timer);
    await one.child.dismiss();
    one.giveBack();
  }
}
