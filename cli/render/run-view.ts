import type { FinalStatus } from '../../kernel/enums.ts';
import { printable } from '../../kernel/printable.ts';
import type { RunOutcome, RunUpdate } from '../run-backend.ts';
import type { RunRequest } from '../run-request.ts';
import type { Terminal } from '../terminal.ts';
import { checkLines } from './check-lines.ts';
import { incompleteLines } from './incomplete-lines.ts';
import { logLine } from './log-line.ts';
import { ProgressLine } from './progress-line.ts';

export interface RunViewOptions {
  /** Whether the run's log is shown. */
  logs: boolean;
  /** Where the lines of SPEC 4.2 go: standard output, unless a document has it to itself. */
  lines(line: string): void;
}

/** A run as text, from its first line to its verdict (SPEC 4.2, CONTRACT 2), wherever it runs. */
export class RunView {
  readonly #terminal: Terminal;
  readonly #options: RunViewOptions;
  #progress: ProgressLine | undefined;

  constructor(terminal: Terminal, options: RunViewOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  /** @param name of the project or package */
  starting(name: string): void {
    this.#line(`Starting verification of ${printable(name)}...`);
    this.#progress = new ProgressLine(this.#terminal);
  }

  created(runId: string, { subject, projectType, detected }: RunRequest): void {
    this.#line(`Run ID: ${printable(runId)}`);
    if (subject.mode === 'project') this.#line(`Files: ${subject.files.length}`);
    if (detected) this.#line(`Project type: ${projectType} (auto-detected)`);
  }

  /** A run that was created elsewhere. */
  watching(runId: string): void {
    this.#line(`Run ID: ${printable(runId)}`);
    this.#progress = new ProgressLine(this.#terminal);
  }

  /** Where a browser shows the run. */
  link(link: string): void {
    this.#line(`Web: ${printable(link)}`);
  }

  /** What happens between the first and the last update. */
  update(update: RunUpdate): void {
    if (update.type === 'log' && this.#options.logs) this.#terminal.err(logLine(update, this.#terminal.errorColors));
    if (update.type === 'notice') this.#terminal.err(printable(update.message));
    if (update.type === 'progress') this.#progress?.update(update.progress);
  }

  ended(outcome: RunOutcome): void {
    this[Symbol.dispose]();
    // Hundreds of lines, which are not worth a call of the system each.
    this.#line(outcomeLines(outcome, this.#terminal).join('\n'));
  }

  [Symbol.dispose](): void {
    this.#progress?.[Symbol.dispose]();
  }

  #line(line: string): void {
    this.#options.lines(line);
  }
}

const verdicts: Readonly<Record<FinalStatus, string>> = {
  success: 'Verification passed:',
  failed: 'Verification failed:',
  timeout: 'Verification timed out:',
  rejected: 'Verification rejected:',
};

/** What a run has come to: the checks that found something, the verdict, the credits. */
export function outcomeLines({ verification, creditsUsed }: RunOutcome, terminal: Terminal): string[] {
  const { status, summary, checks } = verification;
  // A rejected run has judged nothing: what its checks say is only that they did not finish.
  const reports = status === 'rejected' ? [] : checks;
  const lines = reports.flatMap((report) => checkLines(report, terminal));
  const leftOut = status === 'rejected' ? [] : incompleteLines(verification, terminal);
  const { green, red, bold } = terminal.colors;
  const paint = status === 'success' ? green : red;
  return [
    ...(lines.length > 0 ? ['', ...lines] : []),
    ...(leftOut.length > 0 ? [...(lines.length > 0 ? [] : ['']), ...leftOut, ''] : []),
    `${paint(bold(verdicts[status]))} ${printable(summary)}`,
    `Credits used: ${creditsUsed}`,
  ];
}
