import { expect, it } from 'vitest';
import { tellRun } from '../../../cloud/store/notifications.ts';
import { RunWatch, Watch } from '../../../cloud/store/run-watch.ts';
import { describeStores } from './test-store.ts';

const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const long = 10_000;

/** Milliseconds until news comes, or the time is over. */
async function waitFor(watch: Watch, milliseconds = long): Promise<number> {
  const started = performance.now();
  await watch.news(milliseconds);
  return performance.now() - started;
}

describeStores('news of a run', (store) => {
  it('wakes who watches that run, when the transaction commits', async () => {
    const { database } = store();
    const watch = await RunWatch.start(database);
    using mine = watch.watch(one);
    using others = watch.watch(other);
    // A server's subscription comes into force in its own time, and says so, maybe more than once.
    if (database.kind === 'server') {
      await Promise.all([mine.news(long), others.news(long)]);
      while (await others.news(100));
      await mine.news(0);
    }
    await database.kysely.transaction().execute((trx) => tellRun(trx, one));
    expect(await waitFor(mine)).toBeLessThan(long);
    expect(await waitFor(others, 50)).toBeGreaterThanOrEqual(49);
    await watch.close();
  });

  it('is kept for nobody once all have gone', async () => {
    const watch = await RunWatch.start(store().database);
    const watches = [watch.watch(one), watch.watch(one), watch.watch(other)];
    expect(watch.size).toBe(3);
    for (const each of watches) each[Symbol.dispose]();
    expect(watch.size).toBe(0);
    await watch.close();
  });
});

it('news that comes before it is waited for is not lost, and is told once', async () => {
  const watch = new Watch(() => {});
  watch.wake();
  expect(await waitFor(watch)).toBeLessThan(long);
  expect(await waitFor(watch, 30)).toBeGreaterThanOrEqual(29);
});

it('waiting for news ends when its signal aborts, and leaves nothing on the signal', async () => {
  const watch = new Watch(() => {});
  const controller = new AbortController();
  const waiting = watch.news(long, controller.signal);
  controller.abort();
  await waiting;
  expect(await waitFor(watch, 0)).toBeLessThan(long);
});
