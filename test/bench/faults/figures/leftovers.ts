import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Figure, Measuring } from '../figures.ts';
import { nodeRequest } from '../node-request.ts';
import { Random } from '../random.ts';
import { measuredCluster } from './measured-cluster.ts';
import { percentile } from './numbers.ts';

const kills = 10;
/** Milliseconds after the kill: the goal, and when to stop waiting. */
const goal = 100;
const timeout = 10_000;

/** The sandboxed processes that survive a SIGKILL of their worker. */
export async function leftoverFigures(measuring: Measuring): Promise<Figure[]> {
  const random = new Random(measuring.seed);
  await using measured = await measuredCluster(measuring, { servers: 1, workers: 1, slots: 2 });
  const { client, cluster } = measured;
  const [worker] = cluster.workers;
  if (!worker) throw new Error('the cluster has no worker');
  let left = 0;
  let alive = 0;
  const ends: Promise<void>[] = [];
  const gone: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    const { run } = await client.create({ body: await nodeRequest(), expected: 'success' });
    if (run === undefined) throw new Error('the run was refused');
    while (childrenOf(worker.pid).length === 0) {
      measuring.signal.throwIfAborted();
      await delay(5);
    }
    await delay(random.between(0, 3_000));
    const children = childrenOf(worker.pid);
    worker.signal('SIGKILL');
    const { at } = await worker.ended;
    await delay(goal);
    alive += children.length;
    const survivors = children.filter((child) => isAlive(child));
    for (const { id } of survivors) measuring.log(`kill ${kill}: ${commandOf(id)} is left`);
    left += survivors.length;
    while (children.some((child) => isAlive(child)) && performance.now() - at < timeout) await delay(5);
    gone.push(performance.now() - at);
    // Cancelled, because three crashes would reject it.
    await client.cancel(run);
    ends.push(client.follow(run));
    await worker.start();
  }
  await Promise.all(ends);
  const violations = await measured.violations();
  for (const violation of violations) measuring.log(`violation: ${violation}`);
  return [
    {
      what: `sandboxed processes left ${goal} ms after SIGKILL of a worker`,
      goal: '0',
      measured: `${left} of ${alive} in ${kills} kills; all were gone after ${Math.ceil(percentile(gone, 0.5))} ms (median), ${Math.ceil(Math.max(...gone))} ms (worst)`,
      met: left === 0 && alive > 0 && violations.length === 0,
    },
  ];
}

interface SystemProcess {
  id: number;
  parent: number;
  flags: number;
  /** Z is a zombie. */
  state: string;
  /** Start time, to distinguish processes with the same id. */
  startTime: string;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readProcess(id: number): SystemProcess | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      id,
      state: fields[0] ?? '',
      parent: Number(fields[1]),
      flags: Number(fields[6]),
      startTime: fields[19] ?? '',
    };
  } catch {
    return undefined;
  }
}

function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'latin1').replaceAll('\0', ' ').slice(0, 200);
  } catch {
    return `process ${id}`;
  }
}

/** The descendants of a process. */
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

/** The kernel's flag PF_EXITING, and the bit of SIGKILL in the set of pending signals. */
const exiting = 0x4;
const sigkill = 1n << 8n;

/** Whether a process can still run code: a killed process may exist for a while. */
function isAlive({ id, startTime }: SystemProcess): boolean {
  const now = readProcess(id);
  if (!now || now.startTime !== startTime || now.state === 'Z' || now.state === 'X') return false;
  return (now.flags & exiting) === 0 && !isKilled(id);
}

/** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
function isKilled(id: number): boolean {
  try {
    const waiting = readFileSync(`/proc/${id}/status`, 'utf8').matchAll(/^(?:SigPnd|ShdPnd):\s*(\w+)$/gm);
    return [...waiting].some(([, signals = '0']) => (BigInt(`0x${signals}`) & sigkill) !== 0n);
  } catch {
    return true;
  }
}
