import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listRuns, readRun } from '../../../cloud/store/runs.ts';
import { anAccount, aRun, describeServerStore } from './test-store.ts';

describeServerStore('the place of a run in the queue', (store) => {
  it('is counted up to a limit, and omitted beyond it', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run: first } = await aRun(store(), account);
    expect(first.queuePosition).toBe(1);
    await sql`
      insert into runs (id, account_id, job_id, project_type, timeout, cost, web_token)
      select gen_random_uuid(), ${account}, gen_random_uuid(), 'toy', 60, 1, '' from generate_series(1, 998)`.execute(
      db,
    );
    const other = await anAccount(store());
    const { run: last } = await aRun(store(), other);
    const { run: behind } = await aRun(store(), other);
    expect(last.queuePosition).toBe(1_000);
    expect(behind.queuePosition).toBeUndefined();
    const listed = await listRuns(db, other, { limit: 10 });
    expect(listed.map(({ queuePosition }) => queuePosition)).toEqual([undefined, 1_000]);
    await sql`update runs set status = 'running' where id = ${first.id}`.execute(db);
    expect((await readRun(db, other, behind.id)).queuePosition).toBe(1_000);
  });
});
