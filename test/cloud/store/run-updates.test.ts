import { expect, it } from 'vitest';
import { changedRuns, notify } from '../../../cloud/store/notifications.ts';
import { RunSubscription, RunUpdates } from '../../../cloud/store/run-updates.ts';
import { describeStores } from './test-store.ts';

const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const long = 120_000;

/** Milliseconds until the next update or the timeout. */
async function waitFor(subscription: RunSubscription, timeout = long): Promise<number> {
  const started = performance.now();
  await subscription.next(timeout);
  return performance.now() - started;
}

describeStores('updates of a run', (store) => {
  it('notify the subscribers of that run when the transaction commits', async () => {
    const { database } = store();
    const updates = await RunUpdates.start(database);
    using mine = updates.subscribe(one);
    using others = updates.subscribe(other);
    // A subscription at a server takes effect later and reports a gap then, maybe more than once.
    if (database.kind === 'server') {
      await Promise.all([mine.next(long), others.next(long)]);
      while (await others.next(100));
      await mine.next(0);
    }
    await database.kysely.transaction().execute((trx) => notify(trx, changedRuns, one));
    expect(await waitFor(mine)).toBeLessThan(long);
    expect(await waitFor(others, 50)).toBeGreaterThanOrEqual(49);
    await updates.close();
  });

  it('forget their subscribers once these are disposed of', async () => {
    const updates = await RunUpdates.start(store().database);
    const subscriptions = [one, one, other].map((id) => updates.subscribe(id));
    expect(updates.size).toBe(3);
    for (const each of subscriptions) each[Symbol.dispose]();
    expect(updates.size).toBe(0);
    await updates.close();
  });
});

it('an update before the call of next is not lost, and is delivered once', async () => {
  const subscription = new RunSubscription(() => {});
  subscription.notify();
  expect(await waitFor(subscription)).toBeLessThan(long);
  expect(await waitFor(subscription, 30)).toBeGreaterThanOrEqual(29);
});

it('next returns when its signal aborts', async () => {
  const subscription = new RunSubscription(() => {});
  const controller = new AbortController();
  const waiting = subscription.next(long, controller.signal);
  controller.abort();
  await waiting;
  expect(await waitFor(subscription, 0)).toBeLessThan(long);
});
