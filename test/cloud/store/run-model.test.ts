import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HttpError } from '../../../cloud/http-error.ts';
import { readAccount } from '../../../cloud/store/accounts.ts';
import {
  type Attempt,
  appendProgress,
  cancelRun,
  finishAttempt,
  maxCrashes,
  releaseAttempt,
  StaleAttempt,
  startAttempt,
} from '../../../cloud/store/run-attempts.ts';
import type { RunStatus } from '../../../cloud/store/tables.ts';
import { finalStatuses } from '../../../kernel/enums.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { anAccount, aRun, describeStores, type TestStore, verification } from './test-store.ts';

const credits = 6;
const concurrency = 3;

/** Something that happens to a run. `which` picks a run or an attempt of those that there are, stale ones too. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('create' as const), cost: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('start' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('log' as const),
      which: fc.nat(20),
      lines: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('finish' as const),
      which: fc.nat(20),
      status: fc.constantFrom(...finalStatuses),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('release' as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('cancel' as const), which: fc.nat(20) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

/** What a run should be, by the rules of CONTRACT 1, told independently of the store. */
interface Expected {
  id: string;
  cost: number;
  status: RunStatus;
  attempt: number;
  crashes: number;
  cancelled: boolean;
  lines: number;
}

class Model {
  readonly runs: Expected[] = [];
  readonly attempts: { attempt: Attempt; run: Expected }[] = [];

  get open(): Expected[] {
    return this.runs.filter(({ status }) => status === 'queued' || status === 'running');
  }

  get balance(): number {
    return this.runs.reduce((sum, { cost, status }) => sum - (status === 'rejected' ? 0 : cost), credits);
  }
}

async function happen(store: TestStore, accountId: string, model: Model, what: Happening): Promise<void> {
  const db = store.database.kysely;
  const run = 'which' in what ? model.runs[what.which % model.runs.length] : undefined;
  const held = 'which' in what ? model.attempts[what.which % model.attempts.length] : undefined;
  const mayWrite = held !== undefined && held.run.status === 'running' && held.run.attempt === held.attempt.number;
  switch (what.type) {
    case 'create': {
      const creating = aRun(store, accountId, { cost: what.cost });
      if (model.balance < what.cost) await expect(creating).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
      else if (model.open.length >= concurrency) await expect(creating).rejects.toThrow(HttpError);
      else {
        const { id } = (await creating).run;
        model.runs.push({ id, cost: what.cost, status: 'queued', attempt: 0, crashes: 0, cancelled: false, lines: 0 });
      }
      break;
    }
    case 'start': {
      if (!run) break;
      const attempt = await startAttempt(db, run.id);
      const crashes = run.crashes + (run.status === 'running' ? 1 : 0);
      if (!model.open.includes(run)) expect(attempt).toBeUndefined();
      else if (run.cancelled || crashes >= maxCrashes) {
        expect(attempt).toBeUndefined();
        Object.assign(run, { status: 'rejected' });
      } else {
        Object.assign(run, { status: 'running', attempt: run.attempt + 1, crashes });
        model.attempts.push({ attempt: attempt ?? expect.fail('a run that is open starts'), run });
      }
      break;
    }
    case 'log': {
      if (!held) break;
      const entries = Array.from(
        { length: what.lines },
        () => ({ level: 'info', message: 'm', time: new Date() }) as const,
      );
      const writing = appendProgress(db, held.attempt, {
        entries,
        checks: { done: 0, total: 0 },
        after: held.run.lines,
      });
      if (mayWrite) held.run.lines = await writing;
      else await expect(writing).rejects.toThrow(StaleAttempt);
      break;
    }
    case 'finish': {
      if (!held) break;
      const finishing = finishAttempt(db, held.attempt, verification(what.status));
      if (mayWrite) {
        await finishing;
        held.run.status = what.status;
      } else if (held.run.attempt === held.attempt.number && !model.open.includes(held.run)) await finishing;
      else await expect(finishing).rejects.toThrow(StaleAttempt);
      break;
    }
    case 'release': {
      if (!held) break;
      const releasing = releaseAttempt(db, held.attempt);
      if (mayWrite) {
        await releasing;
        held.run.status = 'queued';
      } else await expect(releasing).rejects.toThrow(StaleAttempt);
      break;
    }
    case 'cancel': {
      if (!run) break;
      await cancelRun(db, accountId, run.id);
      if (run.status === 'queued') run.status = 'rejected';
      if (run.status === 'running') run.cancelled = true;
    }
  }
}

/** What must hold of an account at any time, whatever happens at once (CONTRACT 1). */
async function expectSound({ database }: TestStore, accountId: string): Promise<void> {
  const db = database.kysely;
  const ledger = await db.selectFrom('ledger').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  const runs = await db.selectFrom('runs').selectAll().where('account_id', '=', accountId).execute();
  const account = await readAccount(db, accountId);
  const open = runs.filter(({ status }) => status === 'queued' || status === 'running');
  expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(account.credits.balance);
  expect(account.credits.balance).toBeGreaterThanOrEqual(0);
  expect(account.credits.held).toBe(open.reduce((sum, { cost }) => sum + cost, 0));
  expect(open.length).toBeLessThanOrEqual(concurrency);
  for (const run of runs) {
    const entries = ledger.filter(({ run_id }) => run_id === run.id);
    const settled = open.includes(run) ? [] : [run.status === 'rejected' ? 'refund' : 'charge'];
    expect(entries.map(({ kind }) => kind)).toEqual(['hold', ...settled]);
    const lines = await db.selectFrom('run_logs').select('seq').where('run_id', '=', run.id).orderBy('seq').execute();
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: run.last_seq }, (_, index) => index + 1));
    const uploads = await db.selectFrom('uploads').select('run_id').where('run_id', '=', run.id).execute();
    expect(uploads).toHaveLength(open.includes(run) ? 1 : 0);
  }
}

describeStores('whatever happens to runs', (store) => {
  it('they are what the rules say, one thing after another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 30 }), async (happenings) => {
        const accountId = await anAccount(store(), { credits, concurrency });
        const model = new Model();
        for (const what of happenings) await happen(store(), accountId, model, what);
        const rows = await store()
          .database.kysely.selectFrom('runs')
          .selectAll()
          .where('account_id', '=', accountId)
          .execute();
        const found = new Map(rows.map(({ id, status, last_seq }) => [id, { status, lines: last_seq }]));
        for (const { id, status, lines } of model.runs) expect(found.get(id)).toEqual({ status, lines });
        expect((await readAccount(store().database.kysely, accountId)).credits.balance).toBe(model.balance);
        await expectSound(store(), accountId);
      }),
      { numRuns: 15 },
    );
  });

  it('the credits, the cap and the log are right, all things at once', async () => {
    const db = () => store().database.kysely;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(happening, { minLength: 2, maxLength: 8 }), { maxLength: 6 }),
        async (rounds) => {
          const accountId = await anAccount(store(), { credits, concurrency });
          const attempts: Attempt[] = [];
          const writing = new Set<Attempt>();
          const together = async (what: Happening, ids: readonly string[]): Promise<void> => {
            const id = 'which' in what ? ids[what.which % ids.length] : undefined;
            const attempt = 'which' in what ? attempts[what.which % attempts.length] : undefined;
            if (what.type === 'create') await aRun(store(), accountId, { cost: what.cost });
            else if (what.type === 'start' && id) {
              const started = await startAttempt(db(), id);
              if (started) attempts.push(started);
            } else if (what.type === 'cancel' && id) await cancelRun(db(), accountId, id);
            // An attempt has one writer.
            else if (what.type === 'log' && attempt && !writing.has(attempt)) {
              writing.add(attempt);
              const entries = Array.from(
                { length: what.lines },
                () => ({ level: 'info', message: 'm', time: new Date() }) as const,
              );
              const after = attempt.run.lastSeq;
              attempt.run.lastSeq = await appendProgress(db(), attempt, {
                entries,
                checks: { done: 0, total: 0 },
                after,
              });
            } else if (what.type === 'finish' && attempt) await finishAttempt(db(), attempt, verification(what.status));
            else if (what.type === 'release' && attempt) await releaseAttempt(db(), attempt);
          };
          for (const round of rounds) {
            const runs = await db().selectFrom('runs').select('id').where('account_id', '=', accountId).execute();
            const ids = runs.map(({ id }) => id);
            writing.clear();
            const outcomes = await Promise.allSettled(round.map((what) => together(what, ids)));
            for (const outcome of outcomes) {
              if (outcome.status === 'fulfilled') continue;
              const { reason } = outcome;
              // Refusals are among the rules; a broken constraint or a deadlock is not.
              const refused =
                reason instanceof StaleAttempt || reason instanceof HttpError || reason instanceof ServiceError;
              if (!refused) throw reason;
            }
            await expectSound(store(), accountId);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});
