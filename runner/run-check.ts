import { AsyncLocalStorage } from 'node:async_hooks';
import { type Check, type CheckContext, type CheckOnly, SkippedCheck } from '../kernel/check.ts';
import { evidenceFrom } from '../kernel/evidence.ts';
import { type Finding, inReadingOrder } from '../kernel/finding.ts';
import { NotCheckedParts } from '../kernel/not-checked.ts';
import { findingOf, validReport } from '../kernel/reported.ts';
import {
  type CheckReport,
  type Compatibility,
  messageOf,
  type Operation,
  type Shipped,
  skippedFor,
  unfinishedPrefix,
} from '../kernel/result.ts';
import { BlockedThread, interruptible } from './interruptible.ts';
import { TimeLimit } from './time-limit.ts';
import { untilAborted } from './until-aborted.ts';

/** Seconds. */
const defaultTimeout = 60;

/** The time limit of a check in seconds. */
export const timeoutOf = ({ timeout = defaultTimeout }: Check): number => timeout;

/** More are of no use, and a hostile project could fill the memory. */
const maxFindings = 10_000;

/** Operations in a report. */
const maxOperations = 1_000;

export interface CheckRun {
  context: Omit<CheckContext, 'signal' | keyof CheckOnly>;
  /** Aborts when the run ends. */
  signal: AbortSignal;
  /** The kernel's `finding` hook. */
  override(finding: Finding): Finding | null;
  /** The message to show for an unexpected error; called once for each. */
  reasonOf(error: unknown): string;
}

/** The report of a check that did not run or did not finish, without findings. */
export function emptyReport(check: Pick<Check, 'name' | 'title'>, passed: boolean, message: string): CheckReport {
  return { name: check.name, title: check.title, passed, message, findings: [], duration: 0 };
}

const howToYield = 'await `setImmediate` from `node:timers/promises`';

export const endedFirst = `${unfinishedPrefix}the run ended first`;

const running = new AsyncLocalStorage<string>();

/** The name of the check whose code is being run now; undefined outside of a check, and in a service that several share. */
export const runningCheck = (): string | undefined => running.getStore();

/** Runs a check. Never throws: a check that crashes or exceeds its time limit fails with a message and its findings so far. */
export async function runCheck(check: Check, { context, signal, override, reasonOf }: CheckRun): Promise<CheckReport> {
  const started = performance.now();
  const findings: Finding[] = [];
  const parts = new NotCheckedParts();
  const operations: Operation[] = [];
  let table: Compatibility | undefined;
  let files: Shipped | undefined;
  const seconds = timeoutOf(check);
  using limit = new TimeLimit(seconds);
  const ended = AbortSignal.any([signal, limit.signal]);
  const rules = new Map(check.rules.map((rule) => [rule.code, rule]));
  const withEvidence = evidenceFrom(context.files);

  const collect = async () => {
    const skip = (reason: string): never => {
      throw new SkippedCheck(reason);
    };
    const notChecked = (reason: string, what?: string) => {
      validReport.notChecked({ reason, ...(what !== undefined && { what }) }, 'notChecked');
      if (!ended.aborted) parts.add(reason, what);
    };
    const operation = (one: Operation) => {
      validReport.operation(one, 'operation');
      if (!ended.aborted && operations.length < maxOperations) operations.push(one);
    };
    const compatibility = (one: Compatibility) => {
      validReport.compatibility(one, 'compatibility');
      if (!ended.aborted) table = one;
    };
    const shipped = (all: Shipped) => {
      validReport.shipped(all, 'shipped');
      if (!ended.aborted) files = all;
    };
    const own = { signal: ended, skip, notChecked, operation, compatibility, shipped };
    let count = 0;
    for await (const observation of check.run({ ...context, ...own })) {
      if (ended.aborted) return;
      count += 1;
      const found = findingOf(observation, rules, count);
      const finding = override(found);
      if (!finding) continue;
      if (finding !== found) validReport.finding(finding, `finding ${count} (${found.code}), as a plugin changed it`);
      if (findings.length === maxFindings) throw new TooManyFindings();
      findings.push(await withEvidence(finding));
    }
  };

  const report = (passed: boolean, message: string | undefined): CheckReport => ({
    name: check.name,
    title: check.title,
    ...(check.essential && { essential: true }),
    passed,
    ...(message !== undefined && { message }),
    ...(parts.list().length > 0 && { notChecked: parts.list() }),
    ...(operations.length > 0 && { operations: [...operations] }),
    ...(table && { compatibility: table }),
    ...(files && { shipped: files }),
    // A copy: a check that was given up may still be running.
    findings: inReadingOrder(findings),
    duration: Math.round(performance.now() - started),
  });

  try {
    if (signal.aborted) return report(false, endedFirst);
    await untilAborted(
      ended,
      interruptible(() => running.run(check.name, collect)),
    );
  } catch (error) {
    if (signal.aborted) return report(false, endedFirst);
    if (limit.signal.aborted) return report(false, `the check exceeded its time limit of ${seconds} s`);
    if (error instanceof BlockedThread)
      return report(false, `the check was stopped: ${error.message}; in long loops, ${howToYield}`);
    if (error instanceof TooManyFindings) return report(false, `the check was stopped after ${maxFindings} findings`);
    if (!(error instanceof SkippedCheck)) return report(false, `the check crashed: ${reasonOf(error)}`);
    if (findings.length === 0) return report(true, skippedFor(error.message));
    // Skipped after its first findings: they count, and the rest was not checked.
    parts.add(error.message);
  }
  return report(
    findings.every((finding) => finding.severity !== 'error'),
    messageOf(inReadingOrder(findings), parts.list()),
  );
}

class TooManyFindings extends Error {}
