import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { launcher, ownEnvironment, temporaryFolder } from './service-process.ts';

/** What a terminal showed, without colours. */
export interface Shown {
  exitCode: number | null;
  screen: string;
}

/**
 * Runs the command at a terminal of its own, and types what is asked for: `script` of util-linux makes one.
 * https://man7.org/linux/man-pages/man1/script.1.html
 * @param answers what to type once a text is on the screen, in order
 */
export async function atTerminal(
  args: readonly string[],
  {
    cwd,
    env = {},
    answers,
    onScreen = () => {},
  }: {
    cwd: string;
    env?: Record<string, string>;
    answers: readonly [on: string, type: string][];
    /** Called with the screen when it changes. */
    onScreen?(screen: string): void;
  },
): Promise<Shown> {
  const usual = await ownEnvironment(await temporaryFolder());
  const command = [process.execPath, launcher, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `stty columns 120 rows 40; exec ${command}`, '/dev/null'], {
    cwd,
    env: { ...usual, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 600_000,
  });
  let screen = '';
  const waiting = [...answers];
  child.stdout.on('data', (chunk) => {
    screen += chunk;
    onScreen(screen);
    const [on, type] = waiting[0] ?? [];
    if (on === undefined || !screen.includes(on)) return;
    waiting.shift();
    child.stdin.write(type);
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { exitCode, screen: stripVTControlCharacters(screen) };
}
