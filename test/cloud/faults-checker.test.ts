import { beforeEach, describe, expect, it } from 'vitest';
import { check, promises } from '../bench/faults/checker.ts';
import type { Acknowledgement } from '../bench/faults/client-log.ts';
import { kindNames } from '../bench/faults/fault-kinds.ts';
import { makePlan } from '../bench/faults/plan.ts';
import type { Snapshot, StoredRun } from '../bench/faults/snapshot.ts';

/** What a client was told about two runs, and a store that agrees with it. */
let log: Acknowledgement[];
let store: Snapshot;
let first: StoredRun;

const messages = ['attempt aa step 1/2 process 7', 'attempt bb step 1/2 process 8', 'attempt bb step 2/2 process 8'];

function aRun(id: string, status: string): StoredRun {
  return {
    id,
    account: 'acc',
    status,
    finished: true,
    attempt: 2,
    crashes: 1,
    cost: 1,
    summary: '',
    verdictOf: 'bb',
  };
}

beforeEach(() => {
  first = aRun('one', 'success');
  log = [{ kind: 'account', account: 'acc', credits: 10 }];
  for (const [run, status] of [
    ['one', 'success'],
    ['two', 'failed'],
  ] as const) {
    log.push({ kind: 'created', run, account: 'acc', key: `key of ${run}`, expected: status });
    const watcher = `watcher of ${run}`;
    for (const [index, message] of messages.entries())
      log.push({ kind: 'line', run, watcher, seq: index + 1, message });
    log.push({ kind: 'ended', run, watcher, status, lastSeq: 3 });
    for (const _ of ['read once', 'read twice']) log.push({ kind: 'result', run, status, text: `the text of ${run}` });
  }
  const entry = (run: string | null, kind: string, amount: number) => ({ account: 'acc', run, kind, amount });
  store = {
    runs: [first, aRun('two', 'failed')],
    ledger: [
      entry(null, 'grant', 10),
      ...['one', 'two'].flatMap((run) => [entry(run, 'hold', -1), entry(run, 'charge', 0)]),
    ],
    balances: new Map([['acc', 8]]),
    lines: new Map([
      ['one', [...messages]],
      ['two', [...messages]],
    ]),
  };
});

const violations = () => check(log, store).violations;
const broken = () => promises.filter((promise) => violations()[promise].length > 0);

/** Changes all acknowledgements of a kind. */
function change<Kind extends Acknowledgement['kind']>(
  kind: Kind,
  fields: Partial<Extract<Acknowledgement, { kind: Kind }>>,
) {
  log = log.map((entry) => (entry.kind === kind ? { ...entry, ...fields } : entry));
}

describe('the checker of the fault harness', () => {
  it('finds nothing in a consistent store', () => {
    expect(broken()).toEqual([]);
  });

  const corruptions: [string, (typeof promises)[number], () => void][] = [
    ['a run that is lost', 'acknowledged runs lost', () => store.runs.shift()],
    ['a run of another account', 'acknowledged runs lost', () => Object.assign(first, { account: 'other' })],
    [
      'a run that no client created',
      'unacknowledged or duplicate runs',
      () => store.runs.push(aRun('three', 'success')),
    ],
    ['one key that created two runs', 'unacknowledged or duplicate runs', () => change('created', { key: 'same' })],
    ['a run without an end', 'unfinished runs', () => Object.assign(first, { finished: false, status: 'running' })],
    [
      'a run that is settled twice',
      'missing or duplicate settlements',
      () => store.ledger.push({ account: 'acc', run: 'one', kind: 'refund', amount: 1 }),
    ],
    ['a run that is never settled', 'missing or duplicate settlements', () => store.ledger.pop()],
    [
      'a rejected run that is charged',
      'missing or duplicate settlements',
      () => Object.assign(first, { status: 'rejected' }),
    ],
    ['a wrong balance', 'balances that differ from the ledger', () => store.balances.set('acc', 9)],
    [
      'a result that changes',
      'inconsistent verdicts',
      () => log.push({ kind: 'result', run: 'one', status: 'success', text: 'other' }),
    ],
    [
      'a final status that changes',
      'inconsistent verdicts',
      () => log.push({ kind: 'status', run: 'one', status: 'running' }),
    ],
    ['a wrong verdict', 'inconsistent verdicts', () => change('created', { expected: 'failed' })],
    [
      'a rejection without a reason',
      'inconsistent verdicts',
      () => Object.assign(first, { status: 'rejected', summary: 'CANCELLED: without a request' }),
    ],
    ['a missing line', 'lost, repeated or wrong log lines', () => log.splice(2, 1)],
    ['a repeated line', 'lost, repeated or wrong log lines', () => log.splice(2, 0, ...log.slice(2, 3))],
    ['a line that differs', 'lost, repeated or wrong log lines', () => change('line', { message: 'another' })],
    [
      'a line of a stale attempt',
      'writes of expired attempts',
      () => store.lines.get('one')?.push('attempt aa step 2/2 process 7'),
    ],
    ['a verdict of a stale attempt', 'writes of expired attempts', () => Object.assign(first, { verdictOf: 'aa' })],
    ['an internal error', 'responses with status 500', () => log.push({ kind: 'trouble', what: '500' })],
  ];
  it.each(corruptions)('detects %s', (_, promise, corrupt) => {
    corrupt();
    expect(broken()).toContain(promise);
  });
});

describe('a plan of faults', () => {
  it('depends on the seed alone', () => {
    const size = { seed: 1, runs: 200, faults: 100 };
    expect(makePlan(size)).toEqual(makePlan(size));
    expect(makePlan({ ...size, seed: 2 })).not.toEqual(makePlan(size));
  });

  it('has every kind, and the requested number of faults and runs', () => {
    const { faults, runs } = makePlan({ seed: 1, runs: 1_000, faults: 200 });
    expect(faults).toHaveLength(200);
    expect(runs).toHaveLength(1_000);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(kindNames));
  });
});
