import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Admin, openAdmin } from '../../../cloud/admin/open-admin.ts';
import { operations } from '../../../cloud/admin/operations.ts';
import type { Settings } from '../../../cloud/settings.ts';
import { startCloud } from '../../../cloud/start-cloud.ts';
import { makeFolder } from '../folder.ts';
import { ownDatabase } from '../shared-postgres.ts';
import { emptyDataFolder } from '../store/embedded-template.ts';
import { Gates } from '../toy-plugin.ts';
import { OpenapiCheck } from './openapi-check.ts';
import { type Account, type Answer, account, api } from './test-cloud.ts';

/** A cloud, as its operator and its users have it. */
export interface SomeCloud {
  url: string;
  gates: Gates;
  admin: Admin;
  document: OpenapiCheck;
  /** Makes an account; its key may do everything. */
  account(options?: { credits?: number; concurrency?: number }): Promise<Account>;
}

type DatabaseKind = 'embedded' | 'server';

/**
 * Runs a suite over real HTTP, on PostgreSQL as a server.
 * @param options.embedded also on the one embedded in the process: for what no test of the store does on both
 * @param suite is told which, for tests of what is decided before a database is asked: one of them is enough
 */
export function describeClouds(
  name: string,
  { settings, workers = 1, embedded = false }: { settings?: Partial<Settings>; workers?: number; embedded?: boolean },
  suite: (cloud: () => SomeCloud, kind: DatabaseKind) => void,
): void {
  describe.each<DatabaseKind>(embedded ? ['embedded', 'server'] : ['server'])(`${name} (%s)`, (kind) => {
    let cloud: SomeCloud;
    const closing = new AsyncDisposableStack();
    beforeAll(async () => {
      const gates = await Gates.make();
      closing.defer(() => gates.remove());
      const folder = await makeFolder();
      closing.defer(folder.remove);
      const data = join(folder.path, 'data');
      if (kind === 'embedded') await emptyDataFolder(data);
      const database = kind === 'embedded' ? { folder: data } : { url: await ownDatabase() };
      const started = await startCloud({ database, port: 0, workers, plugins: [gates.plugin], settings });
      closing.defer(() => started.close());
      const admin = await openAdmin(database);
      closing.defer(() => admin.close());
      const document = await OpenapiCheck.of(started.url);
      cloud = {
        url: started.url,
        gates,
        admin,
        document,
        async account({ credits = 10, concurrency = 3 } = {}) {
          const made = await admin.call(operations.createAccount, { name: 'test', credits, concurrency });
          return checked(account(started.url, { id: made.accountId, key: made.apiKey, keyId: made.keyId }), document);
        },
      };
    });
    afterAll(() => closing.disposeAsync());
    suite(() => cloud, kind);
  });
}

/** The account, whose answers are all held against /openapi.json. */
function checked(one: Account, document: OpenapiCheck): Account {
  const send: Account['send'] = async (method, path, body, headers): Promise<Answer> => {
    const answer = await one.send(method, path, body, headers);
    const faults = document.faults(method, `${api}${path}`, answer);
    if (faults.length > 0) throw new Error(`${method} ${path} ${answer.status}: ${faults.join('; ')} ${answer.text}`);
    return answer;
  };
  return { ...one, send };
}
