import { expect, it } from 'vitest';
import { JobQueue } from '../../../cloud/store/job-queue.ts';
import { readRun } from '../../../cloud/store/runs.ts';
import { anAccount, aRun, describeStores } from './test-store.ts';
import { endRun } from './verified-package.ts';

describeStores('the queue of several accounts', (store) => {
  const account = () => anAccount(store(), { credits: 1_000, concurrency: 1_000 });

  async function create(accountId: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await aRun(store(), accountId)).run.id);
    return ids;
  }

  /** Verifies runs one by one, as a worker with one slot does. @returns the ids of the first ones, in order */
  async function verify(count: number, onEnd: (ended: number) => Promise<unknown> = async () => {}): Promise<string[]> {
    const queue = await JobQueue.start({ database: store().database, onError: () => {} });
    const started: string[] = [];
    const all = Promise.withResolvers<void>();
    await queue.work(1, async (id) => {
      if (started.length === count) throw new Error('back to the queue');
      started.push(id);
      await endRun(store(), id, {});
      await onEnd(started.length);
      if (started.length === count) all.resolve();
    });
    await all.promise;
    await queue.stopWorking();
    await queue.stop();
    return started;
  }

  it('does not starve a run if another account creates a run whenever one ends', async () => {
    const first = await create(await account(), 6);
    const later = await account();
    const added: string[] = [];
    const started = await verify(10, async (ended) => {
      if (ended <= 4) added.push(...(await create(later, 1)));
    });
    const [a, b, c, d] = added;
    expect(started).toEqual([first[0], first[1], a, first[2], b, first[3], c, first[4], d, first[5]]);
  });

  it('starts their runs in turn, however many one of them has queued', async () => {
    const manyOwner = await account();
    const many = await create(manyOwner, 40);
    const fewOwner = await account();
    const few = await create(fewOwner, 2);
    const one = await create(await account(), 1);
    const db = store().database.kysely;
    expect((await readRun(db, fewOwner, few[0] ?? '')).queuePosition).toBe(2);
    expect((await readRun(db, manyOwner, many[1] ?? '')).queuePosition).toBe(4);
    const started = await verify(8);
    expect(started).toEqual([many[0], few[0], one[0], many[1], few[1], ...many.slice(2, 5)]);
  });
});
