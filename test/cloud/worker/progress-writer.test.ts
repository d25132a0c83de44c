import { expect, it } from 'vitest';
import { readCheckStates } from '../../../cloud/store/check-states.ts';
import { type Attempt, StaleAttempt, startAttempt } from '../../../cloud/store/run-attempts.ts';
import { readLog } from '../../../cloud/store/run-logs.ts';
import { readRun } from '../../../cloud/store/runs.ts';
import { ProgressWriter } from '../../../cloud/worker/progress-writer.ts';
import type { CheckReport } from '../../../kernel/result.ts';
import { anAccount, aRun, describeServerStore } from '../store/test-store.ts';

const never = new AbortController().signal;
const report: CheckReport = { name: 'toy', title: 'Toy', passed: true, findings: [], duration: 5 };
const now = '2026-01-01T00:00:00.000Z';

describeServerStore('the log of a run', (store) => {
  const begin = async (): Promise<{ attempt: Attempt; account: string }> => {
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    return { account, attempt: (await startAttempt(store().database.kysely, run.id)) ?? expect.fail() };
  };

  it('and how far it is are in the store when the writer has ended', async () => {
    const db = store().database.kysely;
    const { attempt, account } = await begin();
    const writer = new ProgressWriter(db, attempt, never);
    writer.event({
      type: 'checks',
      checks: ['toy', 'other'].map((name) => ({ name, title: name })),
      time: now,
    });
    for (let line = 0; line < 450; line++) writer.log({ level: 'info', message: `line ${line}`, check: 'toy' });
    writer.event({ type: 'check-start', check: 'other', time: now });
    writer.event({ type: 'check-end', report, time: now });
    await writer.end();
    const log = await readLog(db, attempt.run.id, { after: 0, limit: 1_000 });
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 451 }, (_, index) => index + 1));
    expect(log.slice(0, 450).map(({ message }) => message)).toEqual(
      Array.from({ length: 450 }, (_, line) => `line ${line}`),
    );
    expect(log.at(-1)).toMatchObject({ message: 'toy passed after 0.0 s', time: new Date(now) });
    expect((await readRun(db, account, attempt.run.id)).checks).toEqual({ done: 1, total: 2 });
    expect(await readCheckStates(db, attempt.run.id)).toEqual([
      { name: 'toy', title: 'Toy', state: 'passed', duration: 5 },
      { name: 'other', title: 'other', state: 'running' },
    ]);
  });

  it('has an end, and so has each line', async () => {
    const db = store().database.kysely;
    const { attempt } = await begin();
    const writer = new ProgressWriter(db, attempt, never);
    writer.log({ level: 'info', message: 'x'.repeat(10_000) });
    for (let line = 0; line < 10_500; line++) writer.log({ level: 'info', message: 'more' });
    await writer.end();
    const [first] = await readLog(db, attempt.run.id, { after: 0, limit: 1 });
    expect(first?.message).toBe(`${'x'.repeat(4_096)}…`);
    expect(await readLog(db, attempt.run.id, { after: 10_000, limit: 10 })).toMatchObject([
      { seq: 10_001, level: 'warn', message: expect.stringContaining('Log truncated') },
    ]);
  });

  it('has an end when its lines are long, too', async () => {
    const { attempt } = await begin();
    const writer = new ProgressWriter(store().database.kysely, attempt, never);
    for (let line = 0; line < 2_000; line++) writer.log({ level: 'info', message: 'x'.repeat(4_096) });
    await writer.end();
    const kept = (4 * 1024 * 1024) / 4_096;
    expect(await readLog(store().database.kysely, attempt.run.id, { after: kept - 1, limit: 10 })).toMatchObject([
      { seq: kept, message: expect.stringMatching(/^x/) },
      { seq: kept + 1, level: 'warn', message: expect.stringContaining('Log truncated') },
    ]);
  });

  it('is no longer written when another attempt has begun', async () => {
    const db = store().database.kysely;
    const { attempt } = await begin();
    const writer = new ProgressWriter(db, attempt, never);
    await startAttempt(db, attempt.run.id);
    writer.log({ level: 'info', message: 'late' });
    await expect(writer.end()).rejects.toThrow(StaleAttempt);
    expect(await readLog(db, attempt.run.id, { after: 0, limit: 10 })).toEqual([]);
  });
});
