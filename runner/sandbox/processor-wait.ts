import { readdir, readFile } from 'node:fs/promises';

/**
 * The longest time that a thread of a process or its descendants has waited for a processor, on Linux; 0 elsewhere and for
 * processes that have ended.
 * https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
 * @param root its process id
 * @returns milliseconds
 */
export async function processorWait(root: number): Promise<number> {
  const waits = await Promise.all([...descendants(root, await parents())].map(longestWait));
  return Math.max(0, ...waits);
}

/** Parent ids by process id. */
async function parents(): Promise<Map<number, number>> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name): Promise<[number, number][]> => {
        const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
        // The program name, in parentheses, may contain anything.
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return parent === undefined ? [] : [[Number(name), Number(parent)]];
      }),
  );
  return new Map(found.flat());
}

function descendants(root: number, parents: ReadonlyMap<number, number>): Set<number> {
  const children = Map.groupBy(parents.keys(), (id) => parents.get(id));
  const found = new Set([root]);
  // Iterating over a set includes elements that are added meanwhile.
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
