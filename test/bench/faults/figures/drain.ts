import type { Figure, Measuring } from '../figures.ts';
import { followedRun } from '../followed-run.ts';
import { measuredCluster } from './measured-cluster.ts';
import { seconds } from './numbers.ts';

/** Milliseconds. */
const goal = 30_000;

/** Sends SIGTERM to all processes during short and long runs, and restarts them. */
export async function drainFigures(measuring: Measuring): Promise<Figure[]> {
  await using measured = await measuredCluster(measuring, { servers: 2, workers: 3, slots: 2 });
  const { client, cluster } = measured;
  const short = { steps: 100, milliseconds: 100, errors: 0 };
  const long = { steps: 350, milliseconds: 100, errors: 0 };
  const runs = await Promise.all([short, short, short, long, long, long].map((pace) => followedRun(client, pace)));
  await Promise.all(runs.map((run) => run.lineOfAnother(new Set())));
  const terminated = performance.now();
  // Servers one after the other, like an orchestrator; workers all at once, which is the worst case.
  const workers = cluster.workers.map(async (worker) => {
    worker.signal('SIGTERM');
    return worker.ended;
  });
  const servers: number[] = [];
  for (const server of cluster.servers) {
    const signalled = performance.now();
    server.signal('SIGTERM');
    servers.push((await server.ended).at - signalled);
    await server.start();
  }
  const ended = await Promise.all(workers);
  await Promise.all(cluster.workers.map((worker) => worker.start()));
  await Promise.all(runs.map((run) => run.ended));
  for (const { id } of runs) await client.result(id);
  const violations = await measured.violations();
  violations.push(
    ...ended.filter(({ exitCode }) => exitCode !== 0).map(({ exitCode }) => `a worker ended with ${exitCode}`),
  );
  for (const violation of violations) measuring.log(`violation: ${violation}`);
  const slowest = Math.max(...ended.map(({ at }) => at - terminated));
  return [
    {
      what: 'SIGTERM → worker exited, its runs finished or back in the queue',
      goal: `≤ ${seconds(goal)}, no failed run`,
      measured: `${seconds(slowest)}, ${violations.length} of ${runs.length} runs failed`,
      met: slowest <= goal && violations.length === 0,
    },
    {
      what: 'SIGTERM → server exited, its clients reconnected',
      goal: `≤ ${seconds(goal)}`,
      measured: seconds(Math.max(...servers)),
      met: Math.max(...servers) <= goal,
    },
  ];
}
