import { expect, it } from 'vitest';
import { eventsUntilEnd, type StreamEvent } from '../../../cloud/server/log-events.ts';
import { runRecord } from '../../../cloud/server/run-record.ts';
import { appendProgress, finishAttempt, startAttempt } from '../../../cloud/store/run-attempts.ts';
import { RunFeed } from '../../../cloud/store/run-feed.ts';
import { RunUpdates } from '../../../cloud/store/run-updates.ts';
import type { Run } from '../../../cloud/store/runs.ts';
import { anAccount, aRun, describeServerStore, verification } from '../store/test-store.ts';

describeServerStore('the stream of a run', (store) => {
  it('sends keep-alive events while nothing happens, and continues with updates', async () => {
    const { database } = store();
    const db = database.kysely;
    const updates = await RunUpdates.start(database);
    const accountId = await anAccount(store());
    const runId = (await aRun(store(), accountId)).run.id;
    const attempt = (await startAttempt(db, runId)) ?? expect.fail();
    const feed = new RunFeed(db);
    const options = {
      feed,
      accountId,
      runId,
      after: 0,
      record: (run: Run) => runRecord(run, ''),
      shown: (run: Run) => feed.checks(run.id),
    };
    using subscription = updates.subscribe(runId);
    const stop = new AbortController();
    const stream = eventsUntilEnd(options, subscription, { signal: stop.signal, keepAlive: 30 });
    const next = async (): Promise<StreamEvent> => (await stream.next()).value ?? expect.fail('it ended');
    /** The next event other than a keep-alive. */
    const nextUpdate = async () => {
      for (;;) {
        const event = await next();
        if (event.type !== 'keep-alive') return event;
      }
    };
    expect(await nextUpdate()).toMatchObject({ type: 'status', record: { status: 'running' } });
    for (const _ of [1, 2]) expect(await next()).toEqual({ type: 'keep-alive' });
    const entries = [{ level: 'info', message: 'at last', time: new Date() } as const];
    await appendProgress(db, attempt, { entries, checks: { done: 0, total: 0 }, after: 0 });
    expect(await nextUpdate()).toMatchObject({ type: 'log', line: { seq: 1, message: 'at last' } });
    for (const state of ['waiting', 'running'] as const) {
      const states = [{ name: 'toy', title: 'Toy', state }];
      await appendProgress(db, attempt, { entries: [], checks: { done: 0, total: 1 }, states, after: 1 });
      expect(await nextUpdate(), state).toMatchObject({ type: 'status', record: { checks: { done: 0, total: 1 } } });
    }
    await finishAttempt(db, attempt, verification());
    expect(await nextUpdate()).toMatchObject({ type: 'status', record: { status: 'success' } });
    expect(await nextUpdate()).toEqual({ type: 'end', status: 'success', lastSeq: 1 });
    expect((await stream.next()).done).toBe(true);
    await updates.close();
  });

  it('shares reads of the store between its readers', async () => {
    const { database } = store();
    const updates = await RunUpdates.start(database);
    const accountId = await anAccount(store());
    const runId = (await aRun(store(), accountId)).run.id;
    const attempt = (await startAttempt(database.kysely, runId)) ?? expect.fail();
    const entries = Array.from({ length: 250 }, () => ({ level: 'info', message: 'x', time: new Date() }) as const);
    await appendProgress(database.kysely, attempt, { entries, checks: { done: 0, total: 0 }, after: 0 });
    await finishAttempt(database.kysely, attempt, verification());
    let reads = 0;
    const counted = database.kysely.withPlugin({
      transformQuery: ({ node }) => {
        reads += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const options = {
      feed: new RunFeed(counted),
      accountId,
      runId,
      after: 0,
      record: (run: Run) => runRecord(run, ''),
    };
    const readers = Array.from({ length: 100 }, async () => {
      using subscription = updates.subscribe(runId);
      let lines = 0;
      for await (const { type } of eventsUntilEnd(options, subscription, { signal: new AbortController().signal })) {
        if (type === 'log') lines += 1;
      }
      return lines;
    });
    expect(new Set(await Promise.all(readers))).toEqual(new Set([250]));
    expect(reads).toBeLessThan(20);
    await updates.close();
  });
});
