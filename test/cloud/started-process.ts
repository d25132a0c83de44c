import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa, type ResultPromise } from 'execa';
import { onTestFinished } from 'vitest';
import { launcher, ownEnvironment, temporaryFolder } from '../cli/service-process.ts';
import { plainCompiler } from './store/embedded-template.ts';

export const toyModule = fileURLToPath(new URL('./toy-plugin-module.ts', import.meta.url));

/** A command that goes on until it is told to stop. */
export interface StartedProcess {
  id: number | undefined;
  /** What it printed on standard output until it was ready. */
  lines: string[];
  kill(signal: NodeJS.Signals): void;
  /** How it ended. */
  ended: Promise<{ exitCode?: number; signal?: string; stderr: string }>;
}

/**
 * Starts the real command and waits until it prints a line that begins with `ready`. It is killed when the test ends.
 * @throws {Error} with what it said, when it ends before that
 */
export async function start(
  args: readonly string[],
  { ready, env = {} }: { ready: string; env?: Record<string, string> },
): Promise<StartedProcess> {
  const child: ResultPromise<{ reject: false; extendEnv: false; stdin: 'ignore' }> = execa(
    process.execPath,
    [plainCompiler, launcher, ...args],
    {
      reject: false,
      extendEnv: false,
      stdin: 'ignore',
      // Otherwise it kills a process that takes more than 5 s to drain on a busy machine.
      forceKillAfterDelay: false,
      env: { ...(await ownEnvironment(await temporaryFolder())), SERVICE_LOG_LEVEL: 'warn', ...env },
    },
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  const ended = (async () => {
    const { exitCode, signal, stderr } = await child;
    return { exitCode, signal, stderr };
  })();
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith(ready)) return { id: child.pid, lines, ended, kill: (signal) => child.kill(signal) };
  }
  throw new Error(`it ended before it was ready: ${(await ended).stderr}`);
}
