import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { idRange } from '../../../cloud/store/id-range.ts';
import { readLinkedRun, readRun } from '../../../cloud/store/runs.ts';
import { anAccount, aRun, describeServerStore, type TestStore } from './test-store.ts';

/** Creates a run and gives it an id. */
async function runWithId(store: TestStore, account: string, id: string) {
  const { run } = await aRun(store, account);
  const db = store.database.kysely;
  await db.deleteFrom('uploads').where('run_id', '=', run.id).execute();
  await sql`update runs set id = ${id} where id = ${run.id}`.execute(db);
  return { ...run, id };
}

describeServerStore('a run named by the start of its id', (store) => {
  it('is found by every prefix that no other run of the account has', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { id } = await runWithId(store(), account, 'aaaaaaaa-0000-4000-8000-000000000001');
    await runWithId(store(), account, 'ab000000-0000-4000-8000-000000000001');
    // Of another account.
    await runWithId(store(), await anAccount(store()), 'aaaaaaaa-0000-4000-8000-000000000002');
    for (let length = 2; length <= id.length; length++) {
      expect((await readRun(db, account, id.slice(0, length))).id).toBe(id);
    }
    expect((await readRun(db, account, 'AAAAAAAA-00')).id).toBe(id);
  });

  it('is ambiguous if several have the prefix; the error lists them', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store(), { concurrency: 20, credits: 20 });
    const ids = Array.from({ length: 12 }, (_, index) => `bbbbbbb0-0000-4000-8000-0000000000${10 + index}`);
    for (const id of ids.slice(0, 2)) await runWithId(store(), account, id);
    await expect(readRun(db, account, 'bb')).rejects.toMatchObject({
      error: {
        code: 'AMBIGUOUS_RUN_ID',
        message: `"bb" is the start of several run IDs: ${ids[0]}, ${ids[1]}`,
      },
      errors: [{ detail: ids[0] }, { detail: ids[1] }],
    });
    for (const id of ids.slice(2)) await runWithId(store(), account, id);
    await expect(readRun(db, account, 'bb')).rejects.toThrow(/, bbbbbbb0-\S+19 and more$/);
  });

  it.each(['', '-', 'g', 'aaaaaaaa0', 'aaaaaaaa-0000-4000-8000-0000000000010', '%', "a' or true --"])(
    'is not found by what no id starts with: "%s"',
    async (prefix) => {
      const db = store().database.kysely;
      const account = await anAccount(store());
      await aRun(store(), account);
      await expect(readRun(db, account, prefix)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  it('is found by its link, even if other runs have the prefix', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const one = await runWithId(store(), account, 'cccccccc-0000-4000-8000-000000000001');
    const other = await runWithId(store(), account, 'cccccccc-0000-4000-8000-000000000002');
    expect((await readLinkedRun(db, 'cc', one.webToken)).id).toBe(one.id);
    expect((await readLinkedRun(db, 'cc', other.webToken)).id).toBe(other.id);
    await expect(readLinkedRun(db, other.id, one.webToken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readLinkedRun(db, '', one.webToken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('the range of a prefix has the ids that start with it', () => {
  expect(idRange('0a')).toEqual({
    first: '0a000000-0000-0000-0000-000000000000',
    last: '0affffff-ffff-ffff-ffff-ffffffffffff',
  });
  expect(idRange('0a000000-')?.last).toBe('0a000000-ffff-ffff-ffff-ffffffffffff');
});
