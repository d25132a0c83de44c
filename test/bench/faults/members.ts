import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.ts';
import type { Member } from '../cluster/member.ts';
import type { Random } from './random.ts';

/** Milliseconds before a process is restarted, and between attempts. */
const restartDelay = 100;
const retryDelay = 1_000;

/** A process that is reserved for one fault until disposal. */
export interface Taken extends Disposable {
  member: Member;
}

/**
 * Restarts the processes of a cluster when they end, like an orchestrator, and prevents two faults from affecting the same
 * process.
 */
export class Members {
  readonly #cluster: Cluster;
  readonly #signal: AbortSignal;
  readonly #taken = new Set<Member>();
  readonly #expected = new WeakMap<Member, number>();
  readonly #supervised: Promise<void>[];
  /** Unexpected ends: `worker-1 ended with 1`. */
  readonly unexpectedEnds: string[] = [];

  constructor(cluster: Cluster, signal: AbortSignal) {
    this.#cluster = cluster;
    this.#signal = signal;
    this.#supervised = [...cluster.servers, ...cluster.workers].map((member) => this.#supervise(member));
  }

  /** Waits for a running process that is not reserved, and reserves it. */
  async take(kind: 'server' | 'worker', random: Random): Promise<Taken> {
    return this.takeOneOf(random.shuffle(kind === 'server' ? this.#cluster.servers : this.#cluster.workers));
  }

  /** The same for given members, in order of preference. */
  async takeOneOf(candidates: readonly Member[]): Promise<Taken> {
    for (;;) {
      this.#signal.throwIfAborted();
      const member = candidates.find((one) => one.isRunning && !this.#taken.has(one));
      if (member) {
        this.#taken.add(member);
        return { member, [Symbol.dispose]: () => void this.#taken.delete(member) };
      }
      await delay(50);
    }
  }

  /** Announces that a process is about to end: an exit code of 0 is then expected. */
  expectEnd(member: Member): void {
    this.#expected.set(member, member.starts);
  }

  /** Resolves when a process has been restarted and is ready. */
  async back(member: Member, startsBefore: number): Promise<void> {
    while (member.starts === startsBefore || !member.isReady) {
      this.#signal.throwIfAborted();
      await delay(20);
    }
  }

  /** Resolves when all processes are ready. */
  async allBack(): Promise<void> {
    for (const member of [...this.#cluster.servers, ...this.#cluster.workers]) await this.back(member, 0);
  }

  /** Resolves when supervision has stopped after the signal aborted. */
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
      // Runs that crash their worker use SIGKILL.
      const isExpected = this.#expected.get(member) === starts && ended.exitCode === 0;
      if (!isExpected && ended.signal !== 'SIGKILL') {
        this.unexpectedEnds.push(`${member.name} ended with ${ended.signal ?? ended.exitCode}`);
      }
      await this.#restart(member);
    }
  }

  /** Retries until the process starts: the database may be unavailable. */
  async #restart(member: Member): Promise<void> {
    for (let wait = restartDelay; !this.#signal.aborted; wait = retryDelay) {
      await delay(wait);
      try {
        await member.start();
        return;
      } catch {
        // The log of the process has the reason.
      }
    }
  }
}
