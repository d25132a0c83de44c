import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { embeddedDatabase } from '../../../cloud/store/embedded-database.ts';
import { migrate } from '../../../cloud/store/migrations.ts';
import { openServerDatabase } from '../../../cloud/store/server-database.ts';
import { emptyServerDatabase } from '../shared-postgres.ts';
import { emptyDatabase } from './embedded-template.ts';
import { anAccount, aRun, describeStores } from './test-store.ts';

describeStores('migrations', (store) => {
  it('change nothing the second time', async () => {
    const account = await anAccount(store());
    await aRun(store(), account);
    await migrate(store().database.kysely);
    await expect(aRun(store(), account)).resolves.toMatchObject({ replayed: false });
  });

  it('leave alone what a newer version has done', async () => {
    const db = store().database.kysely;
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')`.execute(db);
    await migrate(db);
    await expect(aRun(store(), await anAccount(store()))).resolves.toMatchObject({ replayed: false });
  });

  it('are done once by several processes that start together', async () => {
    if (store().url === undefined) return;
    const together = await emptyServerDatabase();
    const processes = Array.from({ length: 4 }, () =>
      openServerDatabase({ url: together, pool: 2, onError: () => {} }),
    );
    await Promise.all(processes.map(({ kysely }) => migrate(kysely)));
    const [first] = processes;
    expect(await first?.kysely.selectFrom('runs').selectAll().execute()).toEqual([]);
    await Promise.all(processes.map((process) => process.close()));
  });
});

it('migrations make the tables of an embedded database', async () => {
  const database = await embeddedDatabase({ loadDataDir: await emptyDatabase() });
  await migrate(database.kysely);
  expect(await database.kysely.selectFrom('runs').selectAll().execute()).toEqual([]);
  await database.close();
});
