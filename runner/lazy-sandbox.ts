import type { Memory } from '../kernel/memory.ts';
import { notNeeded, type Sandbox } from '../kernel/sandbox.ts';
import type { AheadPrograms } from './sandbox/ahead-programs.ts';

/**
 * Creates the sandbox when the first program runs. A program that does not finish, unless it is not needed, may behave
 * differently in the next run: its results are not cached. Calls `fail` when a program cannot be started, which is not the fault
 * of the project.
 */
export function lazySandbox(
  sandbox: () => Promise<Sandbox>,
  {
    memory,
    ahead,
    folder,
    fail,
  }: { memory: Memory; ahead: AheadPrograms | undefined; folder(): Promise<string>; fail(error: unknown): void },
): Sandbox {
  return {
    isolation: 'not chosen yet',
    run: async (job) => {
      const done = await ahead?.run(job, folder);
      if (done) return done;
      const child = (await sandbox()).run(job);
      child.catch(fail);
      const outcome = await child;
      if (outcome.kind !== 'done' && job.signal?.reason !== notNeeded) memory.forget();
      return outcome;
    },
  };
}
