import { readdirSync, readFileSync } from 'node:fs';

/** Resource usage of a process and its descendants. */
export interface ResourceUsage {
  /** Bytes, in memory or swapped out; memory that several processes share counts for each of them. */
  memory: number;
  /** Seconds of processor time of the process that used most. */
  processor: number;
}

// Synchronous, because each call takes microseconds.

/**
 * The resource usage of processes, on Linux; 0 elsewhere and for those that have ended.
 * https://docs.kernel.org/filesystems/proc.html
 * @param ids see `processesOf`
 */
export function usageOf(ids: readonly number[]): ResourceUsage {
  return {
    memory: ids.reduce((sum, id) => sum + memoryOf(id), 0),
    processor: Math.max(0, ...ids.map(processorOf)),
  };
}

/** The ids of a process and its descendants. */
export function processesOf(root: number): number[] {
  return [root, ...childrenOf(root).flatMap(processesOf)];
}

/** Bytes of one process: private and shared memory, and its page tables in the kernel. */
export function memoryOf(id: number): number {
  const parts = [...read(`/proc/${id}/status`).matchAll(/^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s+(\d+) kB$/gm)];
  return parts.reduce((sum, [, kibibytes]) => sum + Number(kibibytes) * 1024, 0);
}

/** sysconf(_SC_CLK_TCK), the same on every platform of Linux. */
const ticksPerSecond = 100;

function processorOf(id: number): number {
  const stat = read(`/proc/${id}/stat`);
  // The program name, in parentheses, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
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
