import { printable } from '../../kernel/printable.ts';
import type { FinalStatus } from '../../kernel/result.ts';
import type { RunOutcome, RunUpdate } from '../run-backend.ts';
import type { RunRequest } from '../run-request.ts';
import type { Terminal } from '../terminal.ts';
import { checkLines } from './check-lines.ts';
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

  starting({ subject }: RunRequest): void {
    this.#line(`Starting verification of ${printable(subject.name)}...`);
    this.#progress = new ProgressLine(this.#terminal);
  }

  created(runId: string, { subject, projectType, detected }: RunRequest): void {
    this.#line(`Run ID: ${printable(runId)}`);
    if (subject.mode === 'project') this.#line(`Files: ${subject.files.length}`);
    if (detected) this.#line(`Project type: ${projectType} (auto-detected)`);
  }

  /** What happens between the first and the last update. */
  update(update: RunUpdate): void {
    if (update.type === 'log' && this.#options.logs) this.#terminal.err(logLine(update, this.#terminal));
    if (update.type === 'progress') this.#progress?.update(update.progress);
  }

  ended({ verification, creditsUsed }: RunOutcome): void {
    this[Symbol.dispose]();
    const { status, summary, checks } = verification;
    // A rejected run has judged nothing: what its checks say is only that they did not finish.
    const reports = status === 'rejected' ? [] : checks;
    const lines = reports.flatMap((report) => checkLines(report, this.#terminal));
    for (const line of lines.length > 0 ? ['', ...lines] : []) this.#line(line);
    const { green, red, bold } = this.#terminal.colors;
    const paint = status === 'success' ? green : red;
    this.#line(`${paint(bold(verdicts[status]))} ${printable(summary)}`);
    this.#line(`Credits used: ${creditsUsed}`);
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
