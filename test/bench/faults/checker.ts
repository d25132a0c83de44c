import type { Acknowledgement } from './client-log.ts';
import type { Snapshot, StoredRun } from './snapshot.ts';

/** Violations by promise, and the amount of compared data. */
export interface Findings {
  violations: Record<PromiseName, string[]>;
  compared: { runs: number; lines: number; results: number; watchers: number; takenOver: number };
}

/** The promises of the cloud, as named in the table. */
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
type PromiseName = (typeof promises)[number];

type Of<Kind extends Acknowledgement['kind']> = Extract<Acknowledgement, { kind: Kind }>;

/** Compares the acknowledgements of clients with the final content of the store. */
export function check(log: readonly Acknowledgement[], store: Snapshot): Findings {
  const violations: Findings['violations'] = Object.assign(
    {},
    ...promises.map((promise) => ({ [promise]: [] as string[] })),
  );
  const report = (promise: PromiseName, what: string) => violations[promise].push(what);
  const of = <Kind extends Acknowledgement['kind']>(kind: Kind) =>
    log.filter((entry): entry is Of<Kind> => entry.kind === kind);
  const runs = new Map(store.runs.map((run) => [run.id, run]));
  checkRuns(runs, of('created'), report);
  checkCredits(store, of('account'), report);
  checkVerdicts(runs, log, report);
  checkEvents(store, of('line'), of('ended'), report);
  checkAttempts(store, report);
  for (const { what } of of('trouble')) report('responses with status 500', what);
  return {
    violations,
    compared: {
      runs: runs.size,
      lines: of('line').length,
      results: of('result').length,
      watchers: of('ended').length,
      takenOver: store.runs.filter(({ crashes }) => crashes > 0).length,
    },
  };
}

type Report = (promise: PromiseName, what: string) => void;
type Runs = ReadonlyMap<string, StoredRun>;

function checkRuns(runs: Runs, created: readonly Of<'created'>[], report: Report): void {
  const told = new Map<string, string>();
  for (const { run, account, key } of created) {
    const stored = runs.get(run);
    if (!stored) report('acknowledged runs lost', `run ${run} was acknowledged and does not exist`);
    else if (stored.account !== account) report('acknowledged runs lost', `run ${run} belongs to ${stored.account}`);
    const before = told.get(`${account} ${key}`);
    if (before !== undefined && before !== run) {
      report('unacknowledged or duplicate runs', `the Idempotency-Key ${key} created run ${before} and run ${run}`);
    }
    told.set(`${account} ${key}`, run);
  }
  const known = new Set(told.values());
  for (const { id, status, finished } of runs.values()) {
    if (!known.has(id)) report('unacknowledged or duplicate runs', `run ${id} was never acknowledged`);
    if (!finished) report('unfinished runs', `run ${id} is ${status}`);
  }
}

function checkCredits(store: Snapshot, accounts: readonly Of<'account'>[], report: Report): void {
  const settlement = 'missing or duplicate settlements';
  const entries = Map.groupBy(store.ledger, ({ run }) => run ?? '');
  for (const { id, status, cost } of store.runs) {
    const own = (entries.get(id) ?? []).map(({ kind, amount }) => `${kind} ${amount}`).sort();
    const settled = status === 'rejected' ? [`hold ${-cost}`, `refund ${cost}`] : ['charge 0', `hold ${-cost}`];
    if (own.join() !== settled.join()) report(settlement, `run ${id}, ${status}: ${own.join(', ') || 'nothing'}`);
  }
  for (const [run, own] of entries) {
    if (run !== '' && !store.runs.some(({ id }) => id === run)) {
      report(settlement, `the ledger has ${own.length} entries for run ${run}, which does not exist`);
    }
  }
  for (const { account, credits } of accounts) {
    const balance = store.balances.get(account);
    const sum = store.ledger.filter((entry) => entry.account === account).reduce((all, { amount }) => all + amount, 0);
    const charged = store.runs.filter((run) => run.account === account && run.status !== 'rejected');
    const due = credits - charged.reduce((all, { cost }) => all + cost, 0);
    if (balance !== sum || balance !== due) {
      const what = `the balance of account ${account} is ${balance}, the sum of its ledger ${sum}, the rest after its runs ${due}`;
      report('balances that differ from the ledger', what);
    }
  }
}

/** Each run has one final status, the expected one unless it was cancelled or crashed its workers. */
function checkVerdicts(runs: Runs, log: readonly Acknowledgement[], report: Report): void {
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
        report('inconsistent verdicts', `run ${entry.run}: ${before}, then ${entry.text}`);
      }
      texts.set(entry.run, entry.text);
    }
    if (!('status' in entry)) continue;
    const final = finals.get(entry.run);
    if (final !== undefined && final !== entry.status) {
      report('inconsistent verdicts', `run ${entry.run} was ${final}, then ${entry.status}`);
    }
    if (isFinal(entry.status)) finals.set(entry.run, entry.status);
  }
  for (const { id, status, summary, crashes } of runs.values()) {
    const acknowledged = finals.get(id);
    if (acknowledged !== undefined && acknowledged !== status)
      report('inconsistent verdicts', `run ${id}: acknowledged as ${acknowledged}, is ${status}`);
    const correct = expected.get(id);
    const mayBeRejected =
      (cancelled.has(id) && summary.startsWith('CANCELLED:')) || (crashes >= 3 && summary.startsWith('RUNNER_ERROR:'));
    if (correct !== status && !(status === 'rejected' && mayBeRejected)) {
      report('inconsistent verdicts', `run ${id}: expected ${correct}, is ${status}: ${summary}`);
    }
  }
}

const isFinal = (status: string) => status !== 'queued' && status !== 'running';

/** Every watcher has received every stored line once and in order. */
function checkEvents(
  store: Snapshot,
  lines: readonly Of<'line'>[],
  ended: readonly Of<'ended'>[],
  report: Report,
): void {
  const broken = 'lost, repeated or wrong log lines';
  const seen = Map.groupBy(lines, ({ watcher }) => watcher);
  for (const { run, watcher, lastSeq, status } of ended) {
    const own = seen.get(watcher) ?? [];
    const stored = store.lines.get(run) ?? [];
    const numbers = own.map(({ seq }) => seq);
    if (numbers.length !== lastSeq || numbers.some((seq, index) => seq !== index + 1)) {
      report(broken, `a watcher of run ${run} received ${numbers.join(' ')} of ${lastSeq}`);
    } else if (own.some(({ message }, index) => message !== stored[index]) || stored.length !== lastSeq) {
      report(broken, `a watcher of run ${run} received lines that differ from the stored ones`);
    }
    if (!isFinal(status)) report(broken, `the log of run ${run} ended while it was ${status}`);
  }
}

/** The attempt that wrote a line. */
const attemptIn = (message: string) => /^attempt (\w+) step/.exec(message)?.[1];

/** No attempt writes after a later one, and the result is from the last one. */
function checkAttempts(store: Snapshot, report: Report): void {
  const zombie = 'writes of expired attempts';
  for (const { id, verdictOf } of store.runs) {
    const order: string[] = [];
    for (const message of store.lines.get(id) ?? []) {
      const attempt = attemptIn(message);
      if (attempt === undefined || attempt === order.at(-1)) continue;
      if (order.includes(attempt)) report(zombie, `run ${id}: ${attempt} wrote after ${order.at(-1)} had started`);
      order.push(attempt);
    }
    if (verdictOf !== undefined && order.length > 0 && verdictOf !== order.at(-1)) {
      report(zombie, `the result of run ${id} is from attempt ${verdictOf}, its last lines from ${order.at(-1)}`);
    }
  }
}
