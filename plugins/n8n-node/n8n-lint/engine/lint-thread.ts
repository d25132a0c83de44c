import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../../../kernel/errors.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import type { LintFinding } from './lint-output.ts';

/** The input of a thread. */
export interface LintThreadData {
  /** Absolute path of the project. */
  folder: string;
  /** Folder of the kit with the linter's packages. */
  kit: string;
  /** See `LintInput`. */
  careful: boolean;
  /** The folder of the compile cache, which threads do not inherit. */
  compileCache?: string;
}

/** Limits for one file. */
interface FileLimits {
  /** Seconds of processor time. The largest real files take about three. */
  seconds: number;
  /** MiB. */
  heap: number;
}

/** Milliseconds between checks of the limits. */
const interval = 250;

export const usualLimits: FileLimits = { seconds: 20, heap: 1024 };

/**
 * A thread that lints files one at a time. If a file hangs or exhausts the memory, only this file and the thread are
 * lost.
 */
export class LintThread {
  readonly #worker: Worker;
  readonly #death: Promise<never>;
  readonly #seconds: number;
  #dead = false;

  private constructor(worker: Worker, seconds: number) {
    this.#worker = worker;
    this.#seconds = seconds;
    const { promise, reject } = Promise.withResolvers<never>();
    this.#death = promise;
    // Avoids an unhandled rejection when the thread ends.
    promise.catch(() => {});
    worker.on('error', (error) => this.#die(reject, error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#die(reject, 'the linter ended'));
  }

  /** @throws {Error} when the linter cannot be loaded */
  static async start(data: LintThreadData, { seconds, heap }: FileLimits = usualLimits): Promise<LintThread> {
    const cache = getCompileCacheDir();
    // Node.js returns the subfolder for its version.
    const workerData: LintThreadData = { ...data, ...(cache !== undefined && { compileCache: dirname(cache) }) };
    const resourceLimits = { maxOldGenerationSizeMb: heap };
    const worker = new Worker(siblingModule(import.meta.url, 'lint-worker'), { workerData, resourceLimits });
    const thread = new LintThread(worker, seconds);
    await Promise.race([once(worker, 'message'), thread.#death]);
    return thread;
  }

  /** Whether the thread has ended. */
  get dead(): boolean {
    return this.#dead;
  }

  /** The findings in a file; never throws. */
  async lint(file: string): Promise<LintFinding[]> {
    const before = await this.#processorTime();
    let late = false;
    let done = false;
    const look = async () => {
      const time = await this.#processorTime();
      if (done || time - before < this.#seconds * 1000) return;
      late = true;
      await this.end();
    };
    const watch = setInterval(look, Math.min(interval, this.#seconds * 500));
    try {
      this.#worker.postMessage(file);
      const [findings] = await Promise.race([once(this.#worker, 'message'), this.#death]);
      return findings;
    } catch (error) {
      return late ? [tooLong(file, this.#seconds)] : [unlintable(file, `linting it fails: ${reasonOf(error)}`)];
    } finally {
      done = true;
      clearInterval(watch);
    }
  }

  /** Lets the thread write its compile cache. To be called when no file is being linted. */
  async finish(): Promise<void> {
    if (!this.dead) this.#worker.postMessage(null);
    await this.#death.catch(() => {});
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Milliseconds of processor time of the thread. */
  async #processorTime(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    return (user + system) / 1000;
  }

  #die(reject: (reason: Error) => void, reason: string): void {
    this.#dead = true;
    reject(new Error(reason));
  }
}

/** The finding for a file that takes too long. */
export function tooLong(file: string, seconds: number): LintFinding {
  return unlintable(file, `linting it takes longer than ${seconds} s`);
}

function unlintable(file: string, message: string): LintFinding {
  return { code: 'source-unlintable', file, message };
}
