import type { Judge } from '../../judge/judge.ts';
import type { Finding } from '../../kernel/finding.ts';
import { inReadingOrder } from '../../kernel/finding.ts';
import { findingsOf } from '../../kernel/result.ts';
import type { Invocation } from '../command.ts';
import { printWarning, reportError } from '../error-output.ts';
import { projectAround, projectFolder } from '../project-folder.ts';
import type { RunOutcome } from '../run-update.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { ChangedFindings, changeLines } from './changed-findings.ts';
import { openEditor } from './open-editor.ts';
import { ProjectChanges } from './project-changes.ts';

/** A run that has ended: its exit code, and its outcome if it has one. */
export interface FinishedRun {
  exitCode: number;
  outcome?: RunOutcome;
}

interface Watched {
  /** `--cwd` */
  cwd: string | undefined;
  /** Starts a judge. */
  judge(): Promise<Judge>;
  /** Verifies once, after changes of these files; the signal cancels. */
  run(judge: Judge, signal: AbortSignal, changed: readonly string[]): Promise<FinishedRun>;
}

/**
 * `service verify --watch`: verifies again when files change, until the user quits. A change cancels a run.
 * @returns the exit code of the last run
 */
export async function watchProject(
  { terminal, interruption }: Invocation,
  options: VerifyOptions,
  { cwd, judge, run }: Watched,
): Promise<number> {
  interruption.expect();
  const folder = cwd === undefined ? projectAround(process.cwd(), () => {}) : await projectFolder(cwd);
  const { signal } = interruption;
  using changes = new ProjectChanges(
    folder,
    options.reports.flatMap(({ path }) => path ?? []),
    (message) => printWarning(terminal, message),
  );
  signal.addEventListener('abort', () => changes.request(), { once: true });
  let findings: Finding[] = [];
  const changedFindings = new ChangedFindings();
  let opened = 0;
  using keys = new Keys({
    r: () => changes.request(),
    q: () => interruption.interrupt(),
    '\u0003': () => interruption.interrupt(),
    e: async () => {
      const finding = findings[opened++ % findings.length];
      const reason = finding ? await keys.lend(() => openEditor(finding, folder)) : 'There are no findings with a file';
      if (reason !== undefined) terminal.err(reason);
    },
  });
  let exitCode = 0;
  /** Since the last run that was not cancelled. */
  const changed = new Set<string>();
  // Kept, because most of the time of a run is that of code that runs for the first time. It ends with this process.
  let current = await judge();
  const renew = async () => {
    if (await current.reusable()) return;
    await current.close();
    current = await judge();
  };
  while (!signal.aborted) {
    // It may have ended since the last run.
    await renew();
    const stale = new AbortController();
    for (const path of changes.take()) changed.add(path);
    const next = changes.next().then(() => stale.abort());
    try {
      const finished = await run(current, AbortSignal.any([signal, stale.signal]), [...changed]);
      if (!stale.signal.aborted || signal.aborted) exitCode = finished.exitCode;
      if (!stale.signal.aborted) changed.clear();
      const checks = finished.outcome?.verification.checks ?? [];
      findings = inReadingOrder(findingsOf(checks)).filter(({ file }) => file !== undefined);
      opened = 0;
      const difference = finished.outcome && changedFindings.after(finished.outcome.verification);
      for (const line of difference ? changeLines(difference, terminal) : []) terminal.err(line);
    } catch (error) {
      if (!signal.aborted && !stale.signal.aborted) exitCode = reportError(error, terminal, { json: false });
    }
    if (signal.aborted) break;
    const isGivenUp = stale.signal.aborted;
    await renew();
    if (!stale.signal.aborted)
      terminal.err(
        `Watching ${folder}${keys.available ? '; press r to run again, e to open a finding, q to quit' : ''}`,
      );
    await next;
    if (!signal.aborted) terminal.err(isGivenUp ? 'Restarted' : '');
  }
  await current.close();
  return exitCode;
}

/** Calls back for keys that are pressed at a terminal. */
class Keys implements Disposable {
  readonly available = process.stdin.isTTY === true;
  #isDisposed = false;
  readonly #actions: Readonly<Record<string, () => unknown>>;

  constructor(actions: Readonly<Record<string, () => unknown>>) {
    this.#actions = actions;
    if (this.available) this.#listen();
  }

  /** Leaves the terminal to another program. */
  async lend<T>(use: () => Promise<T>): Promise<T> {
    this.#leave();
    try {
      return await use();
    } finally {
      if (!this.#isDisposed) this.#listen();
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    if (this.available) this.#leave();
  }

  #listen(): void {
    process.stdin.setRawMode(true).resume().on('data', this.#press);
  }

  #leave(): void {
    process.stdin.off('data', this.#press).setRawMode(false).pause();
  }

  #press = (data: Buffer): void => {
    // Keys that were pressed while this process was busy come together; those after one that lends the terminal are not ours.
    for (const key of data.toString()) if (process.stdin.isRaw) this.#actions[key]?.();
  };
}
