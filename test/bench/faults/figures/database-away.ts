import { setTimeout as delay } from 'node:timers/promises';
import type { Figure, Measuring } from '../figures.ts';
import { followedRun } from '../followed-run.ts';
import { measuredCluster } from './measured-cluster.ts';
import { seconds } from './numbers.ts';

/** Milliseconds. */
const downtime = 30_000;
const goal = 15_000;

/**
 * Stops and restarts PostgreSQL. Measures from the restart until a create is acknowledged, all running runs have written again,
 * and a new run has ended.
 */
export async function databaseAwayFigures(measuring: Measuring): Promise<Figure[]> {
  await using measured = await measuredCluster(measuring, { servers: 2, workers: 3, slots: 2 });
  const { client, cluster } = measured;
  const members = [...cluster.servers, ...cluster.workers];
  const startsBefore = members.map(({ starts }) => starts);
  const long = { steps: 900, milliseconds: 100, errors: 0 };
  const running = await Promise.all(Array.from({ length: 4 }, () => followedRun(client, long)));
  await Promise.all(running.map((run) => run.lineOfAnother(new Set())));
  await cluster.postgres.stop();
  // Sent while the database is unavailable.
  const created = followedRun(client, { steps: 1, milliseconds: 0, errors: 0 });
  await delay(downtime, undefined, { signal: measuring.signal });
  await cluster.postgres.start();
  const back = performance.now();
  const since = () => performance.now() - back;
  const acknowledged = created.then(since);
  const finished = created.then(({ ended }) => ended).then(since);
  const writing = Promise.all(running.map((run) => run.lineOfAnother(new Set(), back))).then(since);
  const [create, first, others] = [await acknowledged, await finished, await writing];
  for (const { id } of running) await client.cancel(id);
  await Promise.all(running.map(({ ended }) => ended));
  const violations = await measured.violations();
  for (const [index, { name, starts, isRunning }] of members.entries()) {
    if (starts !== startsBefore[index] || !isRunning) violations.push(`${name} has ended`);
  }
  for (const violation of violations) measuring.log(`violation: ${violation}`);
  return [
    {
      what: 'PostgreSQL unavailable for 30 s: recovery after its restart',
      goal: `≤ ${seconds(goal)}, nothing lost`,
      measured: `${seconds(Math.max(create, first, others))} (a create ${seconds(create)}, its end ${seconds(first)}, all running runs ${seconds(others)}), ${violations.length} lost`,
      met: Math.max(create, first, others) <= goal && violations.length === 0,
    },
  ];
}
