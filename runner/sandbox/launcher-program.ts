/**
 * Starts children for a process of ours that is large: to start one from there takes as long as ten small ones, because
 * the kernel copies the tables of its memory each time, and everything else there waits meanwhile. See launcher.ts.
 */
import { type ChildEnd, endOfChild, type WrittenRun } from './run-child.ts';
import type { Command } from './started-child.ts';

/** What the launcher is told. */
export type ToLauncher = { id: number } & ({ command: Command; run: WrittenRun } | { cancel: true });

/** What it says of each child, once. */
export type FromLauncher = { id: number } & ({ end: ChildEnd } | { fault: string });

const running = new Map<number, AbortController>();

process.on('message', (message: ToLauncher) => {
  if ('cancel' in message) running.get(message.id)?.abort();
  else void launch(message.id, message.command, message.run);
});
// Whoever asked is gone, and with us go the children.
process.on('disconnect', () => process.exit());
// Meant for whoever asked, which may want its children to come to their end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

async function launch(id: number, command: Command, run: WrittenRun): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    tell({ id, end: await endOfChild(command, { ...run, signal: controller.signal }) });
  } catch (error) {
    tell({ id, fault: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
  }
}

function tell(message: FromLauncher): void {
  process.send?.(message);
}
