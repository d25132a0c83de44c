/**
 * Starts children for a process of ours that is large: to start one from there takes as long as ten small ones, because
 * the kernel copies the tables of its memory each time, and everything else there waits meanwhile. See launcher.ts.
 */
import { KeptChild, type KeptRun } from './kept-child.ts';
import { type ChildEnd, endOfChild, type WrittenRun } from './run-child.ts';
import type { Command } from './started-child.ts';

/** What is to be done with a child: one for this order alone, or one that is kept, by its number. */
export type Asked =
  | { command: Command; run: WrittenRun }
  | { child: number; command: Command; run: KeptRun }
  | { dismiss: number };

/** What the launcher is told. */
export type ToLauncher = { id: number } & (Asked | { cancel: true });

/** What it says of each child, once. */
export type FromLauncher = { id: number } & ({ end: ChildEnd } | { fault: string });

const running = new Map<number, AbortController>();
const kept = new Map<number, KeptChild>();

process.on('message', (message: ToLauncher) => {
  if ('cancel' in message) running.get(message.id)?.abort();
  else void attend(message.id, message);
});
// Whoever asked is gone, and with us go the children.
process.on('disconnect', () => process.exit());
// Meant for whoever asked, which may want its children to come to their end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

async function attend(id: number, asked: Asked): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    tell({ id, end: await endOf(asked, controller.signal) });
  } catch (error) {
    tell({ id, fault: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
  }
}

async function endOf(asked: Asked, signal: AbortSignal): Promise<ChildEnd> {
  if ('dismiss' in asked) {
    await kept.get(asked.dismiss)?.end();
    kept.delete(asked.dismiss);
    return { kind: 'ended', reason: 'it was dismissed', output: '' };
  }
  if (!('child' in asked)) return endOfChild(asked.command, { ...asked.run, signal });
  const { child, command, run } = asked;
  const one = kept.get(child) ?? (await KeptChild.start(command));
  // There only while it can be asked again.
  kept.delete(child);
  const end = await one.ask({ ...run, signal });
  if (end.stays) kept.set(child, one);
  return end;
}

function tell(message: FromLauncher): void {
  process.send?.(message);
}
