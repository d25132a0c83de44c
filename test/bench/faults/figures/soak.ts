import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '../../cluster/cluster.ts';
import { check, promises } from '../checker.ts';
import { ClientLog, readClientLog } from '../client-log.ts';
import { faultKinds } from '../fault-kinds.ts';
import type { Figure, Measuring } from '../figures.ts';
import { makePlan } from '../plan.ts';
import { takeSnapshot } from '../snapshot.ts';
import { Soak } from '../soak.ts';
import { unbounded } from './measured-cluster.ts';

/** Executes many runs and faults concurrently, then compares what clients were told with the store. */
export async function soakFigures({ seed, runs, faults, folder, signal, log: print }: Measuring): Promise<Figure[]> {
  const plan = makePlan({ seed, runs, faults });
  await writeFile(join(folder, 'plan.json'), JSON.stringify(plan, undefined, 2));
  for (const [kind, planned] of Map.groupBy(plan.faults, (fault) => fault.kind)) {
    print(
      `${planned.length} × ${kind}: ${faultKinds[kind].title}; after ${planned.map(({ after }) => after).join(', ')} runs`,
    );
  }
  await using cluster = await startCluster({
    servers: 2,
    workers: 3,
    slots: 4,
    proxied: true,
    env: unbounded,
    keep: join(folder, 'processes'),
  });
  const log = new ClientLog(join(folder, 'client-log'));
  const soak = await Soak.execute(plan, { cluster, log, signal, print });
  const { violations, compared } = check(readClientLog(log.file), await takeSnapshot(cluster.database.kysely));
  for (const note of soak.notes) print(`note: ${note}`);
  const others = [...soak.violations, ...soak.members.unexpectedEnds];
  for (const what of [...Object.values(violations).flat(), ...others]) print(`violation: ${what}`);
  print(
    `compared ${compared.runs} runs, ${compared.takenOver} of them taken over, ${compared.watchers} watchers, ` +
      `${compared.lines} lines, ${compared.results} results`,
  );
  const goal = `0 in ${compared.runs} runs with ${faults} faults`;
  const rows = [
    ...promises.map((what) => ({ what, goal, found: violations[what].length })),
    { what: 'unexpected exits and faults without effect', goal, found: others.length },
  ];
  return rows.map(({ what, goal, found }) => ({ what, goal, measured: String(found), met: found === 0 }));
}
