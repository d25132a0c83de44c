import { readdir, readFile } from 'node:fs/promises';
import { processesOf } from '../process-tree.ts';

/**
 * The longest time that a thread of a process or its descendants has waited for a processor, on Linux; 0 elsewhere and for
 * processes that have ended.
 * https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
 * @param root its process id
 * @returns milliseconds
 */
export async function processorWait(root: number): Promise<number> {
  const waits = await Promise.all(processesOf(root).map(longestWait));
  return Math.max(0, ...waits);
}

async function longestWait(id: number): Promise<number> {
  const folder = `/proc/${id}/task`;
  const threads = await readdir(folder).catch(() => []);
  const waits = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`${folder}/${thread}/schedstat`, 'latin1').catch(() => '');
      return Number(text.split(' ')[1] ?? 0) / 1e6 || 0;
    }),
  );
  return Math.max(0, ...waits);
}
