import { fileURLToPath } from 'node:url';
import type { SandboxJob, SandboxOutcome } from '../../kernel/sandbox.ts';
import type { Isolation } from './isolation.ts';

/** Stands in for a project: our own code, which the process sees anyway. */
const noProject = fileURLToPath(new URL('.', import.meta.url));

type Program = Pick<SandboxJob, 'program' | 'warmUp' | 'profile' | 'kit' | 'timeout'>;

interface Waiting {
  of: Program;
  input: PromiseWithResolvers<unknown>;
  outcome: Promise<SandboxOutcome | undefined>;
  stop: AbortController;
}

/**
 * One sandboxed process that waits for the next run of a watched project, with its program loaded. It has the limits of every
 * other one, does one job, and ends with this process: see `--die-with-parent` in bubblewrap-arguments.ts.
 */
export class AheadProgram {
  #last: Program | undefined;
  #waiting: Waiting | undefined;

  /** Runs the job in the process that waits; undefined if none does, or it does not finish. */
  async run(job: SandboxJob): Promise<SandboxOutcome | undefined> {
    const { ahead, profile, kit, timeout, signal } = job;
    if (!ahead) return undefined;
    const { program, warmUp, input } = ahead;
    this.#last = { program, profile, kit, timeout, ...(warmUp && { warmUp }) };
    const waiting = this.#waiting;
    if (!waiting || waiting.of.kit !== kit || waiting.of.program.href !== program.href) return undefined;
    this.#waiting = undefined;
    const stop = () => waiting.stop.abort();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    waiting.input.resolve(input());
    const outcome = await waiting.outcome;
    signal?.removeEventListener('abort', stop);
    return outcome?.kind === 'done' ? outcome : undefined;
  }

  /** Starts a process for the kind of job that ran last, unless one waits. */
  start({ name, sandbox }: Isolation): void {
    if (!this.#last || this.#waiting || name !== 'bubblewrap') return;
    const of = this.#last;
    const input = Promise.withResolvers<unknown>();
    const stop = new AbortController();
    const outcome = sandbox({ folder: noProject })
      .run({ ...of, input: input.promise, signal: stop.signal })
      .catch(() => undefined);
    const waiting = { of, input, outcome, stop };
    this.#waiting = waiting;
    // It ended before it was needed.
    void outcome.then(() => {
      if (this.#waiting === waiting) this.#waiting = undefined;
    });
  }
}
