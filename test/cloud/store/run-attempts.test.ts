import { expect, it } from 'vitest';
import {
  appendProgress,
  attemptState,
  cancelRun,
  finishAttempt,
  maxCrashes,
  releaseAttempt,
  StaleAttempt,
  startAttempt,
} from '../../../cloud/store/run-attempts.ts';
import { readLog } from '../../../cloud/store/run-logs.ts';
import { readRun, readVerification } from '../../../cloud/store/runs.ts';
import { readUpload } from '../../../cloud/store/uploads.ts';
import { anAccount, aRun, describeStores, ledgerOf, newRun, verification } from './test-store.ts';

const none = { done: 0, total: 0 };
const line = (message: string) => ({ level: 'info', message, time: new Date() }) as const;

describeStores('attempts of a run', (store) => {
  const begin = async (runId: string) => (await startAttempt(store().database.kysely, runId)) ?? expect.fail();

  it('start with the upload, which is removed when the run has ended', async () => {
    const db = store().database.kysely;
    const { run } = await aRun(store(), await anAccount(store()));
    expect(run).toMatchObject({ status: 'queued', queuePosition: expect.any(Number) });
    const attempt = await begin(run.id);
    expect(attempt).toMatchObject({ number: 1, run: { status: 'running', startedAt: expect.any(Date) } });
    expect(await readUpload(db, run.id)).toEqual(newRun.files);
    await finishAttempt(db, attempt, verification());
    expect(await readUpload(db, run.id)).toBeUndefined();
  });

  it('end with a verification that keeps every character', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    const odd = { ...verification('failed'), summary: 'NUL \0, a lone surrogate \ud800, and \u202e' };
    await finishAttempt(db, await begin(run.id), odd);
    expect((await readVerification(db, account, run.id)).verification).toEqual(odd);
  });

  it('number the log without a gap when another attempt takes over', async () => {
    const db = store().database.kysely;
    const { run } = await aRun(store(), await anAccount(store()));
    const first = await begin(run.id);
    await appendProgress(db, first, { entries: [line('one'), line('two')], checks: none, after: 0 });
    const second = await begin(run.id);
    await appendProgress(db, second, { entries: [line('three')], checks: none, after: second.run.lastSeq });
    const log = await readLog(db, run.id, { after: 0, limit: 10 });
    expect(log.map(({ seq, message }) => [seq, message])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ]);
  });

  it('write a batch once, though its acknowledgement was lost and it is sent again', async () => {
    const db = store().database.kysely;
    const { run } = await aRun(store(), await anAccount(store()));
    const attempt = await begin(run.id);
    const progress = { entries: [line('one'), line('two')], checks: none, after: 0 };
    expect(await appendProgress(db, attempt, progress)).toBe(2);
    expect(await appendProgress(db, attempt, progress)).toBe(2);
    expect(await readLog(db, run.id, { after: 0, limit: 10 })).toHaveLength(2);
  });

  it('settle once, though the acknowledgement was lost and the result is sent again', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    const attempt = await begin(run.id);
    await finishAttempt(db, attempt, verification());
    await finishAttempt(db, attempt, verification());
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1', 'charge 0']);
  });

  it('can write nothing once a later one has begun', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    const zombie = await begin(run.id);
    const second = await begin(run.id);
    const late = { entries: [line('late')], checks: none, after: 0 };
    await expect(appendProgress(db, zombie, late)).rejects.toThrow(StaleAttempt);
    await expect(finishAttempt(db, zombie, verification('rejected'))).rejects.toThrow(StaleAttempt);
    await expect(releaseAttempt(db, zombie)).rejects.toThrow(StaleAttempt);
    expect(await attemptState(db, zombie)).toBe('stale');
    await finishAttempt(db, second, verification('success'));
    await expect(finishAttempt(db, zombie, verification('failed'))).rejects.toThrow(StaleAttempt);
    expect((await readRun(db, account, run.id)).status).toBe('success');
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1', 'charge 0']);
  });

  it('that crash three times end the run as RUNNER_ERROR, refunded', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    for (let crash = 0; crash < maxCrashes; crash++) await begin(run.id);
    expect(await startAttempt(db, run.id)).toBeUndefined();
    const { verification: found } = await readVerification(db, account, run.id);
    expect(found).toMatchObject({ status: 'rejected', summary: expect.stringMatching(/^RUNNER_ERROR: /) });
    expect(await ledgerOf(store(), account)).toEqual(['grant 10', 'hold -1', 'refund 1']);
  });

  it('that are given back do not count as crashes', async () => {
    const db = store().database.kysely;
    const { run } = await aRun(store(), await anAccount(store()));
    for (let round = 0; round < maxCrashes + 2; round++) await releaseAttempt(db, await begin(run.id));
    expect((await begin(run.id)).number).toBe(maxCrashes + 3);
  });

  it('notice that their run was cancelled, and end it', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    const attempt = await begin(run.id);
    expect(await attemptState(db, attempt)).toBe('current');
    expect(await cancelRun(db, account, run.id)).toMatchObject({ status: 'running', cancelRequested: true });
    expect(await attemptState(db, attempt)).toBe('cancelled');
  });

  it('do not begin for a run that was cancelled while its worker was dying', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    await begin(run.id);
    await cancelRun(db, account, run.id);
    expect(await startAttempt(db, run.id)).toBeUndefined();
    expect(await readRun(db, account, run.id)).toMatchObject({ status: 'rejected' });
  });

  it('do not start for a run that has ended or does not exist', async () => {
    const db = store().database.kysely;
    const { run } = await aRun(store(), await anAccount(store()));
    await finishAttempt(db, await begin(run.id), verification());
    expect(await startAttempt(db, run.id)).toBeUndefined();
    expect(await startAttempt(db, '00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  it('of a cancelled run change nothing when it has ended', async () => {
    const db = store().database.kysely;
    const account = await anAccount(store());
    const { run } = await aRun(store(), account);
    await finishAttempt(db, await begin(run.id), verification());
    expect(await cancelRun(db, account, run.id)).toMatchObject({ status: 'success', cancelRequested: false });
  });
});
