import type { Memory } from '../kernel/memory.ts';
import type { Sandbox } from '../kernel/sandbox.ts';

/**
 * A sandbox that is asked for when a child is wanted. Of a child that did not come to its end nobody knows what the
 * next one does: the memory is told.
 */
export function sandboxOnDemand(sandbox: () => Promise<Sandbox>, memory: Memory): Sandbox {
  return {
    isolation: 'chosen when it is first used',
    run: async (job) => {
      const outcome = await (await sandbox()).run(job);
      if (outcome.kind !== 'done') memory.forget();
      return outcome;
    },
  };
}
