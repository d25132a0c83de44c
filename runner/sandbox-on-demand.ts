import type { Memory } from '../kernel/memory.ts';
import type { Sandbox } from '../kernel/sandbox.ts';

/**
 * A sandbox that is asked for when a child is wanted. Of a child that did not come to its end nobody knows what the
 * next one does: the memory is told. One that can't be started is no fault of what it is started for: `fail` is told.
 */
export function sandboxOnDemand(
  sandbox: () => Promise<Sandbox>,
  { memory, fail }: { memory: Memory; fail(error: unknown): void },
): Sandbox {
  return {
    isolation: 'chosen when it is first used',
    run: async (job) => {
      const child = (await sandbox()).run(job);
      child.catch(fail);
      const outcome = await child;
      if (outcome.kind !== 'done') memory.forget();
      return outcome;
    },
  };
}
