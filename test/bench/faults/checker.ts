import type { Acknowledgement } from './client-log.ts';
import type { Snapshot, StoredRun } from './snapshot.ts';

/** What is wrong, a sentence each, by what it breaks; and what was compared. */
export interface Findings {
  complaints: Record<Promised, string[]>;
  compared: { runs: number; lines: number; results: number; watchers: number; takenOver: number };
}

/** What the cloud promises, as the table of figures names it. */
export const promises = [
  'acknowledged runs lost',
  'unacknowledged or duplicate runs',
  'unfinished runs',
  'missing or duplicate settlements',
  'balances that differ from the ledger',
  'inconsistent verdicts',
  'lost, repeated or wrong log lines',
  'writes of expired attempts',
  'responses with status 500',
] as const;
type Promised = (typeof promises)[number];

type Of<Kind extends Acknowledgement['kind']> = Extract<Acknowledgement, { kind: Kind }>;

/** Compares what clients were told with what the store holds at the end, when nothing is under way any more. */
export function check(log: readonly Acknowledgement[], store: Snapshot): Findings {
  const complaints: Findings['complaints'] = Object.assign(
    {},
    ...promises.map((promise) => ({ [promise]: [] as string[] })),
  );
  const complain = (promise: Promised, what: string) => complaints[promise].push(what);
  const of = <Kind extends Acknowledgement['kind']>(kind: Kind) =>
    log.filter((entry): entry is Of<Kind> => entry.kind === kind);
  const runs = new Map(store.runs.map((run) => [run.id, run]));
  checkRuns(runs, of('created'), complain);
  checkCredits(store, of('account'), complain);
  checkVerdicts(runs, log, complain);
  checkEvents(store, of('line'), of('ended'), complain);
  checkAttempts(store, complain);
  for (const { what } of of('trouble')) complain('responses with status 500', what);
  return {
    complaints,
    compared: {
      runs: runs.size,
      lines: of('line').length,
      results: of('result').length,
      watchers: of('ended').length,
      takenOver: store.runs.filter(({ crashes }) => crashes > 0).length,
    },
  };
}

type Complain = (promise: Promised, what: string) => void;
type Runs = ReadonlyMap<string, StoredRun>;

function checkRuns(runs: Runs, created: readonly Of<'created'>[], complain: Complain): void {
  const told = new Map<string, string>();
  for (const { run, account, key } of created) {
    const stored = runs.get(run);
    if (!stored) complain('acknowledged runs lost', `run ${run} was acknowledged and is not there`);
    else if (stored.account !== account) complain('acknowledged runs lost', `run ${run} is of ${stored.account}`);
    const before = told.get(`${account} ${key}`);
    if (before !== undefined && before !== run) {
      complain('unacknowledged or duplicate runs', `the key ${key} made run ${before} and run ${run}`);
    }
    told.set(`${account} ${key}`, run);
  }
  const known = new Set(told.values());
  for (const { id, status, finished } of runs.values()) {
    if (!known.has(id)) complain('unacknowledged or duplicate runs', `run ${id} was never acknowledged`);
    if (!finished) complain('unfinished runs', `run ${id} is ${status}`);
  }
}

function checkCredits(store: Snapshot, accounts: readonly Of<'account'>[], complain: Complain): void {
  const settlement = 'missing or duplicate settlements';
  const entries = Map.groupBy(store.ledger, ({ run }) => run ?? '');
  for (const { id, status, cost } of store.runs) {
    const own = (entries.get(id) ?? []).map(({ kind, amount }) => `${kind} ${amount}`).sort();
    const settled = status === 'rejected' ? [`hold ${-cost}`, `refund ${cost}`] : ['charge 0', `hold ${-cost}`];
    if (own.join() !== settled.join()) complain(settlement, `run ${id}, ${status}: ${own.join(', ') || 'nothing'}`);
  }
  for (const [run, own] of entries) {
    if (run !== '' && !store.runs.some(({ id }) => id === run)) {
      complain(settlement, `the ledger has ${own.length} lines of run ${run}, which is not there`);
    }
  }
  for (const { account, credits } of accounts) {
    const balance = store.balances.get(account);
    const sum = store.ledger.filter((entry) => entry.account === account).reduce((all, { amount }) => all + amount, 0);
    const charged = store.runs.filter((run) => run.account === account && run.status !== 'rejected');
    const due = credits - charged.reduce((all, { cost }) => all + cost, 0);
    if (balance !== sum || balance !== due) {
      const what = `account ${account} has ${balance}, its ledger sums to ${sum}, its runs leave ${due}`;
      complain('balances that differ from the ledger', what);
    }
  }
}

/** One verdict a run, the one that its project deserves unless it was cancelled or took its workers down. */
function checkVerdicts(runs: Runs, log: readonly Acknowledgement[], complain: Complain): void {
  const texts = new Map<string, string>();
  const finals = new Map<string, string>();
  const expected = new Map<string, string>();
  const cancelled = new Set<string>();
  for (const entry of log) {
    if (entry.kind === 'created') expected.set(entry.run, entry.expected);
    if (entry.kind === 'cancelled') cancelled.add(entry.run);
    if (entry.kind === 'result') {
      const before = texts.get(entry.run);
      if (before !== undefined && before !== entry.text) {
        complain('inconsistent verdicts', `run ${entry.run}: ${before}, then ${entry.text}`);
      }
      texts.set(entry.run, entry.text);
    }
    if (!('status' in entry)) continue;
    const final = finals.get(entry.run);
    if (final !== undefined && final !== entry.status) {
      complain('inconsistent verdicts', `run ${entry.run} was ${final}, then ${entry.status}`);
    }
    if (isFinal(entry.status)) finals.set(entry.run, entry.status);
  }
  for (const { id, status, summary, crashes } of runs.values()) {
    const told = finals.get(id);
    if (told !== undefined && told !== status)
      complain('inconsistent verdicts', `run ${id}: told ${told}, is ${status}`);
    const deserved = expected.get(id);
    const mayBeRejected =
      (cancelled.has(id) && summary.startsWith('CANCELLED:')) || (crashes >= 3 && summary.startsWith('RUNNER_ERROR:'));
    if (deserved !== status && !(status === 'rejected' && mayBeRejected)) {
      complain('inconsistent verdicts', `run ${id} deserves ${deserved}, is ${status}: ${summary}`);
    }
  }
}

const isFinal = (status: string) => status !== 'queued' && status !== 'running';

/** Every watcher has seen every line once, in its order, as it is stored. */
function checkEvents(
  store: Snapshot,
  lines: readonly Of<'line'>[],
  ended: readonly Of<'ended'>[],
  complain: Complain,
): void {
  const broken = 'lost, repeated or wrong log lines';
  const seen = Map.groupBy(lines, ({ watcher }) => watcher);
  for (const { run, watcher, lastSeq, status } of ended) {
    const own = seen.get(watcher) ?? [];
    const stored = store.lines.get(run) ?? [];
    const numbers = own.map(({ seq }) => seq);
    if (numbers.length !== lastSeq || numbers.some((seq, index) => seq !== index + 1)) {
      complain(broken, `a watcher of run ${run} saw ${numbers.join(' ')} of ${lastSeq}`);
    } else if (own.some(({ message }, index) => message !== stored[index]) || stored.length !== lastSeq) {
      complain(broken, `a watcher of run ${run} saw other lines than those that are stored`);
    }
    if (!isFinal(status)) complain(broken, `the log of run ${run} ended while it was ${status}`);
  }
}

/** Which attempt a line or a finding is of. */
const attemptIn = (message: string) => /^attempt (\w+) step/.exec(message)?.[1];

/** Once a later attempt has written, no earlier one has; and the verdict is of the last. */
function checkAttempts(store: Snapshot, complain: Complain): void {
  const zombie = 'writes of expired attempts';
  for (const { id, verdictOf } of store.runs) {
    const order: string[] = [];
    for (const message of store.lines.get(id) ?? []) {
      const attempt = attemptIn(message);
      if (attempt === undefined || attempt === order.at(-1)) continue;
      if (order.includes(attempt)) complain(zombie, `run ${id}: ${attempt} wrote after ${order.at(-1)} had begun`);
      order.push(attempt);
    }
    if (verdictOf !== undefined && order.length > 0 && verdictOf !== order.at(-1)) {
      complain(zombie, `the verdict of run ${id} is of ${verdictOf}, its last lines are of ${order.at(-1)}`);
    }
  }
}
