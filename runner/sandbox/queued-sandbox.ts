import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import type { Sandbox, SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';

/** More than there are processors: programs also wait for input and for processes that they start. */
const defaultConcurrency = availableParallelism() + 2;

/**
 * Limits how many tools run at the same time, to save memory. The time limit of a queued tool starts when it leaves the queue.
 * Untrusted programs bypass the queue: they may use up their whole time limit.
 */
export class QueuedSandbox implements Sandbox {
  readonly #sandbox: Sandbox;
  readonly #tools: PQueue;

  constructor(sandbox: Sandbox, tools = defaultConcurrency) {
    this.#sandbox = sandbox;
    this.#tools = new PQueue({ concurrency: tools });
  }

  get isolation(): string {
    return this.#sandbox.isolation;
  }

  run(job: SandboxJob): Promise<SandboxOutcome> {
    const run = () => this.#sandbox.run(job);
    return job.profile === 'tool' ? this.#tools.add(run) : run();
  }
}
