import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import type { Sandbox, SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';

/** More than can compute at a time: a child also reads, and waits for what it started. */
const atATime = availableParallelism() + 2;

/**
 * A sandbox that runs few tools at a time, for the sake of memory; the others wait for their turn, and their time begins
 * with it. What runs the project's code waits for nothing, and nothing for it: it may take as long as it can.
 */
export class QueuedSandbox implements Sandbox {
  readonly #sandbox: Sandbox;
  readonly #tools: PQueue;

  constructor(sandbox: Sandbox, tools = atATime) {
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
