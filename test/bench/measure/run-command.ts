import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Timed } from './row.ts';
import { treeMemory } from './tree-memory.ts';

/** A program of Node.js to measure, from its start to its end. */
export interface Command {
  /** What follows `node`. */
  args: readonly string[];
  cwd?: string;
  /** On top of the environment of the benchmark. */
  env?: Readonly<Record<string, string>>;
  /** The exit status that it has to end with; 0 when not given. */
  exit?: number;
  /** Done before each run, and not counted. */
  before?(): Promise<void>;
}

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The built command: what users run. */
export const builtService = fileURLToPath(new URL('../../../dist/cli/service.js', import.meta.url));

/** Verifies a generated project, which has faults. @param cache where what is kept between runs is kept */
export function verifyLocally(project: string, cache: string): Command {
  return {
    args: [builtService, 'verify', '--local', '--cwd', project, '--timeout', '600'],
    env: { XDG_CACHE_HOME: cache },
    exit: 1,
  };
}

/**
 * Runs a command once.
 * @returns wall and processor time, of the process and of all that it waited for
 * @throws {Error} when it ends otherwise than it should
 */
export async function timeCommand(command: Command): Promise<Timed> {
  await command.before?.();
  const cpuBefore = childrenCpu();
  const started = performance.now();
  const { child, ended } = start(command);
  await once(child, 'exit');
  const wall = performance.now() - started;
  const cpuAfter = childrenCpu();
  await ended;
  return { wall, ...(cpuBefore !== undefined && cpuAfter !== undefined && { cpu: cpuAfter - cpuBefore }) };
}

/** Runs a command once more to see how much memory it takes; looking costs time, so that this run is not timed. */
export async function memoryOfCommand(command: Command): Promise<number | undefined> {
  await command.before?.();
  const { child, ended } = start(command);
  let most: number | undefined;
  const look = setInterval(() => {
    const now = child.pid === undefined ? undefined : treeMemory(child.pid);
    if (now !== undefined && (most === undefined || now > most)) most = now;
  }, 20);
  try {
    await ended;
  } finally {
    clearInterval(look);
  }
  return most;
}

function start({ args, cwd = repository, env, exit = 0 }: Command): { child: ChildProcess; ended: Promise<void> } {
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code !== exit) throw new Error(`node ${args.join(' ')} ended with ${signal ?? code}: ${said}`);
  });
  return { child, ended };
}

/**
 * Milliseconds of processor time of all children that have ended, theirs included, to ten of them. Only Linux tells;
 * nothing else may run meanwhile. Source: proc_pid_stat(5), fields 16 and 17.
 */
function childrenCpu(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return undefined;
  }
}
