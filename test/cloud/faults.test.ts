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

/** Those that tell most, and need neither half a minute nor a machine of their own. */
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

it('nothing that was acknowledged is lost, and nothing happens twice, whatever is killed, stopped or cut off', async () => {
  const folder = await makeFolder();
  onTestFinished(() => folder.remove());
  const plan = makePlan({ seed: 2026, runs: 16, faults: kinds.length, kinds, nodes: 0 });
  const over = new AbortController();
  onTestFinished(() => over.abort());
  await using cluster = await startCluster({ servers: 2, workers: 2, slots: 4, proxied: true, env: unbounded });
  const log = new ClientLog(join(folder.path, 'client-log'));
  const soak = await Soak.carryOut(plan, { cluster, log, signal: over.signal, tell: () => {} });
  const { complaints, compared } = check(readClientLog(log.file), await takeSnapshot(cluster.database.kysely));
  expect(Object.values(complaints).flat()).toEqual([]);
  expect([...soak.complaints, ...soak.members.surprises]).toEqual([]);
  expect(compared.runs).toBeGreaterThanOrEqual(plan.runs.length);

  // The same checker sees what would be wrong, in this store and in this log.
  const db = cluster.database.kysely;
  const [lost, charged] = readClientLog(log.file).flatMap((entry) => (entry.kind === 'created' ? entry : []));
  if (!lost || !charged) expect.fail('there are no runs');
  await db.deleteFrom('runs').where('id', '=', lost.run).execute();
  await sql`drop index ledger_one_settlement`.execute(db);
  const again = { account_id: charged.account, run_id: charged.run, kind: 'refund', amount: 1 } as const;
  await db.insertInto('ledger').values(again).execute();
  log.write({ kind: 'result', run: charged.run, status: 'success', text: 'another verdict' });
  const corrupted = check(readClientLog(log.file), await takeSnapshot(db)).complaints;
  expect(corrupted['acknowledged runs lost']).toEqual([expect.stringContaining(lost.run)]);
  expect(corrupted['missing or duplicate settlements']).toContainEqual(expect.stringContaining(charged.run));
  expect(corrupted['balances that differ from the ledger']).not.toEqual([]);
  expect(corrupted['inconsistent verdicts']).toContainEqual(expect.stringContaining('another verdict'));
});
