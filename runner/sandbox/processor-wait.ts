import { readdir, readFile } from 'node:fs/promises';

/**
 * How long a process, or one that it started, has waited for a processor that others had: the longest wait of one of
 * their threads. What Linux tells only; 0 elsewhere, and of processes that have ended.
 * https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
 * @param root its process id
 * @returns milliseconds
 */
export async function processorWait(root: number): Promise<number> {
  const waits = await Promise.all([...descendants(root, await parents())].map(longestWait));
  return Math.max(0, ...waits);
}

/** The parent of each process that can be seen. */
async function parents(): Promise<Map<number, number>> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name): Promise<[number, number][]> => {
        const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
        // The name of the program, in brackets, may hold anything.
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return parent === undefined ? [] : [[Number(name), Number(parent)]];
      }),
  );
  return new Map(found.flat());
}

function descendants(root: number, parents: ReadonlyMap<number, number>): Set<number> {
  const children = Map.groupBy(parents.keys(), (id) => parents.get(id));
  const found = new Set([root]);
  // A set hands out also what is added meanwhile.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
  return found;
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
