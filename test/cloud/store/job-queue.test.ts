import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { JobQueue } from '../../../cloud/store/job-queue.ts';
import { describeStores, type TestStore } from './test-store.ts';

const slots = 8;
const patience = { timeout: 600_000, interval: 20 };

describeStores('a queue', (store) => {
  const send = async ({ database, queue }: TestStore, ids: readonly string[]) => {
    for (const id of ids) await database.kysely.transaction().execute((trx) => queue.send(trx, id, 60, 0));
  };

  it('assigns a job to each slot, each to one worker', async () => {
    const ids: string[] = Array.from({ length: slots + 3 }, () => randomUUID());
    const queue = await JobQueue.start({ database: store().database, onError: () => {} });
    const gates = new Map(ids.map((id) => [id, Promise.withResolvers<void>()]));
    const started: string[] = [];
    await queue.work(slots, async (id) => {
      started.push(id);
      await gates.get(id)?.promise;
    });
    await send(store(), ids);
    await vi.waitFor(() => expect(started).toHaveLength(slots), patience);
    gates.get(started[2] ?? '')?.resolve();
    await vi.waitFor(() => expect(started).toHaveLength(slots + 1), patience);
    for (const gate of gates.values()) gate.resolve();
    await vi.waitFor(() => expect(started.toSorted()).toEqual(ids.toSorted()), patience);
    await queue.stopWorking();
    await queue.stop();
  });

  it('is asked by one of the free slots, not by each of them', async () => {
    const { database } = store();
    let fetches = 0;
    const counting: TestStore['database'] = {
      ...database,
      queue: {
        ...database.queue,
        executeSql: (text, values) => {
          if (/SKIP LOCKED/i.test(text)) fetches += 1;
          return database.queue.executeSql(text, values);
        },
      },
    };
    const queue = await JobQueue.start({ database: counting, onError: () => {} });
    const started: string[] = [];
    await queue.work(slots, async (id) => {
      started.push(id);
    });
    const ids: string[] = Array.from({ length: 5 }, () => randomUUID());
    for (const [index, id] of ids.entries()) {
      await send(store(), [id]);
      await vi.waitFor(() => expect(started).toHaveLength(index + 1), patience);
    }
    expect(started).toEqual(ids);
    // One that finds the job and one that looks for the next, and those of the clock: with all slots, it would be 40.
    expect(fetches).toBeLessThan(ids.length * (slots / 2));
    await queue.stopWorking();
    await queue.stop();
  });
});
