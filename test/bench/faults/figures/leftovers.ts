import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Figure, Measuring } from '../figures.ts';
import { nodeRequest } from '../node-request.ts';
import { Random } from '../random.ts';
import { measuredCluster } from './measured-cluster.ts';

const kills = 10;
/** Milliseconds after the kill. */
const patience = 100;

/** What a worker that gets SIGKILL leaves running of the children in which it verifies real projects. */
export async function leftoverFigures(measuring: Measuring): Promise<Figure[]> {
  const random = new Random(measuring.seed);
  await using measured = await measuredCluster(measuring, { servers: 1, workers: 1, slots: 2 });
  const { client, cluster } = measured;
  const [worker] = cluster.workers;
  if (!worker) throw new Error('there is no worker');
  let left = 0;
  let alive = 0;
  const ends: Promise<void>[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    const { run } = await client.create({ body: await nodeRequest(), expected: 'success' });
    if (run === undefined) throw new Error('the run was refused');
    while (childrenOf(worker.pid).length === 0) {
      measuring.signal.throwIfAborted();
      await delay(5);
    }
    await delay(random.between(0, 800));
    const children = childrenOf(worker.pid);
    worker.signal('SIGKILL');
    await worker.ended;
    await delay(patience);
    alive += children.length;
    left += children.filter((child) => isAlive(child)).length;
    // Its run is not wanted: three crashes would end it otherwise.
    await client.cancel(run);
    ends.push(client.follow(run));
    await worker.start();
  }
  await Promise.all(ends);
  const complaints = await measured.complaints();
  for (const complaint of complaints) measuring.tell(`complaint: ${complaint}`);
  return [
    {
      what: `sandboxed processes left ${patience} ms after a worker was killed`,
      goal: '0',
      measured: `${left} of ${alive} in ${kills} kills`,
      met: left === 0 && alive > 0 && complaints.length === 0,
    },
  ];
}

interface SystemProcess {
  id: number;
  parent: number;
  /** Z is one that has ended and is not yet waited for. */
  state: string;
  /** What tells it from a later one with the same id. */
  began: string;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readProcess(id: number): SystemProcess | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { id, state: fields[0] ?? '', parent: Number(fields[1]), began: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** All that a process has started, and what those have started. */
function childrenOf(id: number): SystemProcess[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  const found = new Map<number, SystemProcess>();
  const add = (parent: number) => {
    for (const one of all) {
      if (one.parent !== parent || found.has(one.id)) continue;
      found.set(one.id, one);
      add(one.id);
    }
  };
  add(id);
  return [...found.values()].filter(({ state }) => state !== 'Z');
}

function isAlive({ id, began }: SystemProcess): boolean {
  const now = readProcess(id);
  return now !== undefined && now.began === began && now.state !== 'Z' && now.state !== 'X';
}
