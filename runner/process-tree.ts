import { readdirSync, readFileSync } from 'node:fs';

/** What processes hold, of what no limit of the system counts for several of them together. */
export interface Held {
  /** Bytes that are theirs: in memory or swapped out, what they share among them counted for each. */
  memory: number;
  /** Seconds of processor time of the one that had most. */
  processor: number;
}

// Calls that don't wait: each takes microseconds.

/**
 * What a process and all that it started hold, as Linux tells; nothing elsewhere, and of processes that have ended.
 * https://docs.kernel.org/filesystems/proc.html
 * @param root its process id
 */
export function heldBy(root: number): Held {
  const all = processesOf(root);
  return {
    memory: all.reduce((sum, id) => sum + memoryOf(id), 0),
    processor: Math.max(...all.map(processorOf)),
  };
}

/** A process and all that it started, and they. */
export function processesOf(root: number): number[] {
  return [root, ...childrenOf(root).flatMap(processesOf)];
}

/** Bytes of one process: its own and shared memory, and the tables that the kernel keeps of it. */
export function memoryOf(id: number): number {
  const parts = [...read(`/proc/${id}/status`).matchAll(/^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s+(\d+) kB$/gm)];
  return parts.reduce((sum, [, kibibytes]) => sum + Number(kibibytes) * 1024, 0);
}

/** sysconf(_SC_CLK_TCK), the same on every processor that Linux has today. */
const ticks = 100;

function processorOf(id: number): number {
  const stat = read(`/proc/${id}/stat`);
  // The name of the program, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticks;
}

function childrenOf(id: number): number[] {
  try {
    const threads = readdirSync(`/proc/${id}/task`);
    return threads.flatMap((thread) => read(`/proc/${id}/task/${thread}/children`).match(/\d+/g) ?? []).map(Number);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
