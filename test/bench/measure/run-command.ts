import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Timed } from './row.ts';
import { treeMemory } from './tree-memory.ts';

/** A Node.js program to measure. */
export interface Command {
  /** Arguments of `node`. */
  args: readonly string[];
  cwd?: string;
  /** Added to the environment of the benchmark. */
  env?: Readonly<Record<string, string>>;
  /** The expected exit status; 0 when absent. */
  exit?: number;
  /** Called before each run; not measured. */
  before?(): Promise<void>;
}

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The built command. */
export const builtService = fileURLToPath(new URL('../../../dist/cli/service.js', import.meta.url));

/** Verifies a generated project, which has findings. @param cache the user's cache folder */
export function verifyLocally(project: string, cache: string): Command {
  return {
    args: [builtService, 'verify', '--local', '--cwd', project, '--timeout', '600'],
    env: { XDG_CACHE_HOME: cache },
    exit: 1,
  };
}

/**
 * Runs a command once.
 * @returns wall time and processor time, including processes that it waited for
 * @throws {Error} for an unexpected exit status
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

/** Runs a command to measure its peak memory. The sampling takes time: the run is not timed. */
export async function memoryOfCommand(command: Command): Promise<number | undefined> {
  await command.before?.();
  const { child, ended } = start(command);
  let peak: number | undefined;
  const timer = setInterval(() => {
    const now = child.pid === undefined ? undefined : treeMemory(child.pid);
    if (now !== undefined && (peak === undefined || now > peak)) peak = now;
  }, 20);
  try {
    await ended;
  } finally {
    clearInterval(timer);
  }
  return peak;
}

function start({ args, cwd = repository, env, exit = 0 }: Command): { child: ChildProcess; ended: Promise<void> } {
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-2000);
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code !== exit) throw new Error(`node ${args.join(' ')} ended with ${signal ?? code}: ${errorOutput}`);
  });
  return { child, ended };
}

/**
 * Milliseconds of processor time of all descendants that have ended, in steps of 10, on Linux. No other child processes may
 * run meanwhile. Source: proc_pid_stat(5), fields 16 and 17.
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
