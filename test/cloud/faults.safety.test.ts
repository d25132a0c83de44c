import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { startCluster } from '../bench/cluster/cluster.ts';
import { check } from '../bench/faults/checker.ts';
import { ClientLog, readClientLog } from '../bench/faults/client-log.ts';
import { unbounded } from '../bench/faults/figures/measured-cluster.ts';
import { makePlan } from '../bench/faults/plan.ts';
import { takeSnapshot } from '../bench/faults/snapshot.ts';
import { Soak } from '../bench/faults/soak.ts';
import { makeFolder } from './folder.ts';

/** The kinds that take less than half a minute and affect one process only. */
const kinds = [
  'worker-killed-at-a-stage',
  'worker-stopped',
  'server-killed',
  'create-unacknowledged',
  'finish-unacknowledged',
  'server-database-silent',
  'cancel-races-the-end',
  'job-delivered-twice',
  'equal-creates',
  'last-credit',
] as const;

it('keeps every promise while processes are killed or stopped and connections are cut', async () => {
  const folder = await makeFolder();
  onTestFinished(() => folder.remove());
  const plan = makePlan({ seed: 2026, runs: 16, faults: kinds.length, kinds, nodes: 0 });
  const over = new AbortController();
  onTestFinished(() => over.abort());
  await using cluster = await startCluster({ servers: 2, workers: 2, slots: 4, proxied: true, env: unbounded });
  const log = new ClientLog(join(folder.path, 'client-log'));
  const soak = await Soak.execute(plan, { cluster, log, signal: over.signal, print: () => {} });
  const { violations, compared } = check(readClientLog(log.file), await takeSnapshot(cluster.database.kysely));
  expect(Object.values(violations).flat()).toEqual([]);
  expect([...soak.violations, ...soak.members.unexpectedEnds]).toEqual([]);
  expect(compared.runs).toBeGreaterThanOrEqual(plan.runs.length);

  // The same checker detects corruption of this store and this log.
  const db = cluster.database.kysely;
  const [lost, charged] = readClientLog(log.file).flatMap((entry) => (entry.kind === 'created' ? entry : []));
  if (!lost || !charged) expect.fail('there are no runs');
  await db.deleteFrom('runs').where('id', '=', lost.run).execute();
  await sql`drop index ledger_one_settlement`.execute(db);
  const again = { account_id: charged.account, run_id: charged.run, kind: 'refund', amount: 1 } as const;
  await db.insertInto('ledger').values(again).execute();
  log.write({ kind: 'result', run: charged.run, status: 'success', text: 'another verdict' });
  const corrupted = check(readClientLog(log.file), await takeSnapshot(db)).violations;
  expect(corrupted['acknowledged runs lost']).toEqual([expect.stringContaining(lost.run)]);
  expect(corrupted['missing or duplicate settlements']).toContainEqual(expect.stringContaining(charged.run));
  expect(corrupted['balances that differ from the ledger']).not.toEqual([]);
  expect(corrupted['inconsistent verdicts']).toContainEqual(expect.stringContaining('another verdict'));
});
