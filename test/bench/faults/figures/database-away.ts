import { setTimeout as delay } from 'node:timers/promises';
import type { Figure, Measuring } from '../figures.ts';
import { followedRun } from '../followed-run.ts';
import { measuredCluster } from './measured-cluster.ts';
import { seconds } from './numbers.ts';

/** Milliseconds. */
const away = 30_000;
const goal = 15_000;

/**
 * PostgreSQL stops and comes back: from when it takes connections again until a create is acknowledged, every run that was
 * under way has written again, and a new one has ended.
 */
export async function databaseAwayFigures(measuring: Measuring): Promise<Figure[]> {
  await using measured = await measuredCluster(measuring, { servers: 2, workers: 3, slots: 2 });
  const { client, cluster } = measured;
  const members = [...cluster.servers, ...cluster.workers];
  const begun = members.map(({ starts }) => starts);
  const long = { steps: 900, milliseconds: 100, errors: 0 };
  const running = await Promise.all(Array.from({ length: 4 }, () => followedRun(client, long)));
  await Promise.all(running.map((run) => run.lineOfAnother(new Set())));
  await cluster.postgres.stop();
  // Asked for while the database is away: answered when it is back.
  const created = followedRun(client, { steps: 1, milliseconds: 0, errors: 0 });
  await delay(away, undefined, { signal: measuring.signal });
  await cluster.postgres.start();
  const back = performance.now();
  const since = () => performance.now() - back;
  const acknowledged = created.then(since);
  const finished = created.then(({ ended }) => ended).then(since);
  const writing = Promise.all(running.map((run) => run.lineOfAnother(new Set(), back))).then(since);
  const [create, first, others] = [await acknowledged, await finished, await writing];
  for (const { id } of running) await client.cancel(id);
  await Promise.all(running.map(({ ended }) => ended));
  const complaints = await measured.complaints();
  for (const [index, { name, starts, isRunning }] of members.entries()) {
    if (starts !== begun[index] || !isRunning) complaints.push(`${name} has ended`);
  }
  for (const complaint of complaints) measuring.tell(`complaint: ${complaint}`);
  return [
    {
      what: 'PostgreSQL away 30 s: going on after it is back',
      goal: `≤ ${seconds(goal)}, nothing lost`,
      measured: `${seconds(Math.max(create, first, others))} (a create ${seconds(create)}, its end ${seconds(first)}, every run under way ${seconds(others)}), ${complaints.length} lost`,
      met: Math.max(create, first, others) <= goal && complaints.length === 0,
    },
  ];
}
