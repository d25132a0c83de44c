import { availableParallelism } from 'node:os';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { type Launcher, patience, type RemoteChild } from './launcher.ts';
import type { KeptOrder } from './order.ts';
import { type ChildEnd, type ChildRun, outcomeOf } from './run-child.ts';
import type { Command } from './started-child.ts';
import { takeSlot } from './user-slots.ts';

/** As many processes without work: all tools of as many runs as there are cores. */
const mostIdle = 5 * availableParallelism();

/** Bytes of memory that others must still have for a process to be kept. */
const leastFree = 1024 * 1024 * 1024;

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

/**
 * Processes of our tools that stay for the next project of the same account, with their code already compiled: for as
 * long as there is work. Nothing of a project ever runs in them.
 */
export class KeptChildren {
  readonly #launcher: Launcher;
  /** The one that has waited longest first. */
  readonly #idle = new Set<Idle>();

  constructor(launcher: Launcher) {
    this.#launcher = launcher;
  }

  /** Runs a job as `outcomeOf` does. What goes wrong in a process that saw other projects before is done again in a new one. */
  async run(job: KeptJob): Promise<SandboxOutcome> {
    // Before anything is taken that nobody would put back.
    const known = job.signal?.aborted ? undefined : this.#take(job);
    const outcome = known && (await this.#ask(known, job).catch(() => undefined));
    if (outcome && (outcome.kind === 'done' || outcome.kind === 'timeout' || job.signal?.aborted)) return outcome;
    return this.#ask(await this.#start(job), job);
  }

  /** Ends those of an account that are without work. */
  async dismiss(account: string): Promise<void> {
    await Promise.all([...this.#idle].filter((one) => one.account === account).map((one) => this.#dismiss(one)));
  }

  #take({ account, kind }: KeptJob): Kept | undefined {
    const known = [...this.#idle].findLast((one) => one.account === account && one.kind === kind);
    if (!known) return undefined;
    this.#idle.delete(known);
    clearTimeout(known.timer);
    return known;
  }

  async #start({ account, kind, command }: KeptJob): Promise<Kept> {
    const { uid, giveBack } = await takeSlot();
    try {
      return { account, kind, child: this.#launcher.keep(command(uid)), giveBack };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async #ask(kept: Kept, { order, files, resultLimit, timeout, signal }: KeptJob): Promise<SandboxOutcome> {
    let end: ChildEnd | undefined;
    try {
      return await outcomeOf({ order, resultLimit, timeout, signal }, async (written) => {
        end = await kept.child.ask({ ...written, files });
        return end;
      });
    } finally {
      if (end?.stays) this.#keep(kept);
      else kept.giveBack();
    }
  }

  #keep(kept: Kept): void {
    const idle = { ...kept, timer: setTimeout(() => void this.#dismiss(idle), patience).unref() };
    this.#idle.add(idle);
    const [oldest] = this.#idle;
    if (oldest && (this.#idle.size > mostIdle || process.availableMemory() < leastFree)) void this.#dismiss(oldest);
  }

  async #dismiss(one: Idle): Promise<void> {
    if (!this.#idle.delete(one)) return;
    clearTimeout(one.timer);
    await one.child.dismiss();
    one.giveBack();
  }
}
