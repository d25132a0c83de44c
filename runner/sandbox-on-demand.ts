import type { Memory } from '../kernel/memory.ts';
import type { Sandbox } from '../kernel/sandbox.ts';

/**
 * A sandbox that is made when the first child is wanted. Of a child that did not come to its end nobody knows what the
 * next one does: the memory is told.
 */
export function sandboxOnDemand(make: () => Promise<Sandbox>, memory: Memory): Sandbox {
  let made: Promise<Sandbox> | undefined;
  return {
    isolation: 'chosen when it is first used',
    run: async (job) => {
      made ??= make();
      const outcome = await (await made).run(job);
      if (outcome.kind !== 'done') memory.forget();
      return outcome;
    },
  };
}
