import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.ts';
import type { Member } from '../cluster/member.ts';
import type { Random } from './random.ts';

/** Milliseconds before a process that has ended is started again, and after which that is tried once more. */
const restartDelay = 100;
const retryDelay = 1_000;

/** A process that nobody else may meddle with, until it is disposed of. */
export interface Taken extends Disposable {
  member: Member;
}

/**
 * Starts the processes of a cluster again when they end, as an orchestrator does, and keeps two faults from meddling with
 * the same one.
 */
export class Members {
  readonly #cluster: Cluster;
  readonly #signal: AbortSignal;
  readonly #taken = new Set<Member>();
  readonly #expected = new WeakMap<Member, number>();
  readonly #supervised: Promise<void>[];
  /** What ended without being told to: `worker-1 ended with 1`. */
  readonly surprises: string[] = [];

  constructor(cluster: Cluster, signal: AbortSignal) {
    this.#cluster = cluster;
    this.#signal = signal;
    this.#supervised = [...cluster.servers, ...cluster.workers].map((member) => this.#supervise(member));
  }

  /** One that runs and that nobody else has; resolves when there is one. */
  async take(kind: 'server' | 'worker', random: Random): Promise<Taken> {
    return this.takeOneOf(random.shuffle(kind === 'server' ? this.#cluster.servers : this.#cluster.workers));
  }

  /** The same, of those that are named, the first one first. */
  async takeOneOf(wish: readonly Member[]): Promise<Taken> {
    for (;;) {
      this.#signal.throwIfAborted();
      const member = wish.find((one) => one.isRunning && !this.#taken.has(one));
      if (member) {
        this.#taken.add(member);
        return { member, [Symbol.dispose]: () => void this.#taken.delete(member) };
      }
      await delay(50);
    }
  }

  /** Tells that a process is about to end, which is no surprise unless it says that something went wrong. */
  expectEnd(member: Member): void {
    this.#expected.set(member, member.starts);
  }

  /** Resolves when it is ready again after its end. */
  async back(member: Member, startsBefore: number): Promise<void> {
    while (member.starts === startsBefore || !member.isReady) {
      this.#signal.throwIfAborted();
      await delay(20);
    }
  }

  /** Resolves when every process runs. */
  async allBack(): Promise<void> {
    for (const member of [...this.#cluster.servers, ...this.#cluster.workers]) await this.back(member, 0);
  }

  /** Resolves when nothing is started any more; the signal has aborted. */
  async stopped(): Promise<void> {
    await Promise.all(this.#supervised);
  }

  async #supervise(member: Member): Promise<void> {
    const aborted = new Promise<undefined>((resolve) => {
      this.#signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    while (!this.#signal.aborted) {
      const { starts } = member;
      const ended = await Promise.race([member.ended, aborted]);
      if (!ended || this.#signal.aborted) return;
      // A run that takes its worker down does it with SIGKILL.
      const isExpected = this.#expected.get(member) === starts && ended.exitCode === 0;
      if (!isExpected && ended.signal !== 'SIGKILL') {
        this.surprises.push(`${member.name} ended with ${ended.signal ?? ended.exitCode}`);
      }
      await this.#restart(member);
    }
  }

  /** Its database may be away: it is tried until it starts. */
  async #restart(member: Member): Promise<void> {
    for (let wait = restartDelay; !this.#signal.aborted; wait = retryDelay) {
      await delay(wait);
      try {
        await member.start();
        return;
      } catch {
        // Its log tells.
      }
    }
  }
}
