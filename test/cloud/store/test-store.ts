import { afterAll, beforeAll, describe } from 'vitest';
import { createAccount } from '../../../cloud/store/accounts.ts';
import { createRun } from '../../../cloud/store/create-run.ts';
import type { Database } from '../../../cloud/store/database.ts';
import { embeddedDatabase } from '../../../cloud/store/embedded-database.ts';
import { JobQueue } from '../../../cloud/store/job-queue.ts';
import { migrate } from '../../../cloud/store/migrations.ts';
import type { NewRun } from '../../../cloud/store/queue-run.ts';
import { openServerDatabase } from '../../../cloud/store/server-database.ts';
import type { Verification } from '../../../kernel/result.ts';
import { ownDatabase } from '../shared-postgres.ts';
import { emptyStore } from './embedded-template.ts';

/** A migrated store with a queue. */
export interface TestStore {
  database: Database;
  queue: JobQueue;
  /** Of a PostgreSQL server. */
  url?: string;
}

type Suite = (store: () => TestStore) => void;

/** Runs a suite on both databases: PostgreSQL embedded in the process, and as a server. */
export function describeStores(name: string, suite: Suite): void {
  describeKinds(['embedded', 'server'], name, suite);
}

/** Runs a suite on the server alone: for statements that are alone in their transaction, and the same on both. */
export function describeServerStore(name: string, suite: Suite): void {
  describeKinds(['server'], name, suite);
}

function describeKinds(kinds: readonly ('embedded' | 'server')[], name: string, suite: Suite): void {
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    let store: TestStore;
    const closing = new AsyncDisposableStack();
    beforeAll(async () => {
      const { database, url } = kind === 'embedded' ? await embedded() : await server();
      closing.defer(() => database.close());
      await migrate(database.kysely);
      const queue = await JobQueue.start({ database, onError: () => {} });
      closing.defer(() => queue.stop());
      store = { database, queue, url };
    });
    afterAll(() => closing.disposeAsync());
    suite(() => store);
  });
}

async function embedded(): Promise<{ database: Database; url?: string }> {
  return { database: await embeddedDatabase({ loadDataDir: await emptyStore() }) };
}

async function server(): Promise<{ database: Database; url?: string }> {
  const url = await ownDatabase();
  return { url, database: openServerDatabase({ url, pool: 20, onError: () => {} }) };
}

/** An account, with 10 credits and room for 3 runs unless said otherwise. */
export async function anAccount({ database }: TestStore, { credits = 10, concurrency = 3 } = {}): Promise<string> {
  return (await createAccount(database.kysely, { name: 'test', credits, concurrency })).id;
}

export const newRun: NewRun = {
  projectType: 'toy',
  packageName: 'toy',
  files: [{ path: 'package.json', content: '{}' }],
  timeout: 60,
};

export function aRun(
  { database, queue }: TestStore,
  accountId: string,
  { cost = 1, key }: { cost?: number; key?: string } = {},
) {
  return createRun(database.kysely, queue, { accountId, newRun, cost, key });
}

export function verification(status: Verification['status'] = 'success'): Verification {
  const passed = status === 'success';
  return { projectType: 'toy', packageName: 'toy', status, passed, summary: `it is ${status}`, checks: [] };
}

/** The kinds and amounts of an account's ledger, oldest first. */
export async function ledgerOf({ database }: TestStore, accountId: string): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('ledger')
    .select(['kind', 'amount'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, amount }) => `${kind} ${amount}`);
}
