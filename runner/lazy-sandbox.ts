import type { Memory } from '../kernel/memory.ts';
import type { Sandbox } from '../kernel/sandbox.ts';
import type { AheadProgram } from './sandbox/ahead-program.ts';

/**
 * Creates the sandbox when the first program runs. A program that does not finish may behave differently in the next run:
 * its results are not cached. Calls `fail` when a program cannot be started, which is not the fault of the project.
 */
export function lazySandbox(
  sandbox: () => Promise<Sandbox>,
  { memory, ahead, fail }: { memory: Memory; ahead?: AheadProgram | undefined; fail(error: unknown): void },
): Sandbox {
  return {
    isolation: 'not chosen yet',
    run: async (job) => {
      const done = await ahead?.run(job);
      if (done) return done;
      const child = (await sandbox()).run(job);
      child.catch(fail);
      const outcome = await child;
      if (outcome.kind !== 'done') memory.forget();
      return outcome;
    },
  };
}
