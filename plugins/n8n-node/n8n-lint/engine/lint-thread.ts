import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../../../kernel/errors.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import type { LintFinding } from './lint-output.ts';

/** What a thread is started with. */
export interface LintThreadData {
  /** Absolute path of the project. */
  folder: string;
  /** Folder of the kit with the packages of the linter. */
  kit: string;
  /** See `LintInput`. */
  careful: boolean;
  /** Where compiled code is kept; a thread has to be told. */
  compileCache?: string;
}

/** What one file may take. */
export interface FileLimits {
  /** Of processor time. The largest real files take about three. */
  seconds: number;
  /** MiB. */
  heap: number;
}

/** Milliseconds between two looks at what a file has taken. */
const interval = 250;

export const usualLimits: FileLimits = { seconds: 20, heap: 1024 };

/**
 * A thread that lints files one at a time. A file on which it hangs or runs out of memory costs that file and the
 * thread, nothing else.
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
    // Nobody may be waiting when it dies.
    promise.catch(() => {});
    worker.on('error', (error) => this.#die(reject, error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#die(reject, 'the linter ended'));
  }

  /** @throws {Error} when the linter can't be loaded */
  static async start(data: LintThreadData, { seconds, heap }: FileLimits = usualLimits): Promise<LintThread> {
    const cache = getCompileCacheDir();
    // Node.js tells the folder inside it that is for this version.
    const workerData: LintThreadData = { ...data, ...(cache !== undefined && { compileCache: dirname(cache) }) };
    const resourceLimits = { maxOldGenerationSizeMb: heap };
    const worker = new Worker(siblingModule(import.meta.url, 'lint-worker'), { workerData, resourceLimits });
    const thread = new LintThread(worker, seconds);
    await Promise.race([once(worker, 'message'), thread.#death]);
    return thread;
  }

  /** No file can be linted by it any more. */
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

  /** Lets it put down what it has to keep, once no file is being linted. */
  async finish(): Promise<void> {
    if (!this.dead) this.#worker.postMessage(null);
    await this.#death.catch(() => {});
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Milliseconds for which the thread has had a processor, which a busy machine has for others as well. */
  async #processorTime(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    return (user + system) / 1000;
  }

  #die(reject: (reason: Error) => void, reason: string): void {
    this.#dead = true;
    reject(new Error(reason));
  }
}

/** What is said of a file that takes too long. */
export function tooLong(file: string, seconds: number): LintFinding {
  return unlintable(file, `linting it takes longer than ${seconds} s`);
}

function unlintable(file: string, message: string): LintFinding {
  return { code: 'source-unlintable', file, message };
}
