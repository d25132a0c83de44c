import { setTimeout as delay } from 'node:timers/promises';
import { processesOf } from '../../../../runner/process-tree.ts';
import type { Figure, Measuring } from '../figures.ts';
import { followedRun } from '../followed-run.ts';
import { Random } from '../random.ts';
import { measuredCluster } from './measured-cluster.ts';
import { percentile, seconds } from './numbers.ts';

const rounds = 5;
const workers = 6;
const killed = 4;
/** Milliseconds. */
const goal = 15_000;

/** Measures from the SIGKILL of a worker to the first line of the worker that takes its run over. */
export async function takeoverFigures(measuring: Measuring): Promise<Figure[]> {
  const random = new Random(measuring.seed);
  await using measured = await measuredCluster(measuring, { servers: 1, workers });
  const { client, cluster } = measured;
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const runs = await Promise.all(
      Array.from({ length: workers }, () => followedRun(client, { steps: 600, milliseconds: 100, errors: 0 })),
    );
    const owned = await Promise.all(
      runs.map(async (run) => ({ run, process: (await run.lineOfAnother(new Set())).process })),
    );
    const victims = random.shuffle(cluster.workers).slice(0, killed);
    await Promise.all(
      victims.map(async (victim) => {
        await delay(random.between(0, 3_000), undefined, { signal: measuring.signal });
        // Its judges write the lines.
        const judges = new Set(processesOf(victim.pid));
        victim.signal('SIGKILL');
        const { at } = await victim.ended;
        // An orchestrator would restart it, too; it takes queued runs.
        const restarted = victim.start();
        for (const { run, process } of owned) {
          if (judges.has(process)) times.push((await run.lineOfAnother(new Set([process]))).at - at);
        }
        await restarted;
      }),
    );
    for (const { id } of runs) await client.cancel(id);
    await Promise.all(runs.map(({ ended }) => ended));
    measuring.log(`round ${round} of ${rounds}: ${times.map(seconds).join(', ')}`);
  }
  const violations = await measured.violations();
  for (const violation of violations) measuring.log(`violation: ${violation}`);
  const p95 = percentile(times, 0.95);
  return [
    {
      what: `worker killed → run taken over, p95 of ${times.length}`,
      goal: `≤ ${seconds(goal)}`,
      measured: `${seconds(p95)} (median ${seconds(percentile(times, 0.5))}, worst ${seconds(Math.max(...times))})`,
      met: times.length > 0 && p95 <= goal && violations.length === 0,
    },
  ];
}
