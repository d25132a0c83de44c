import type { FinalStatus } from '../../kernel/enums.ts';
import type { Finding } from '../../kernel/finding.ts';
import { printable } from '../../kernel/printable.ts';
import { publishedText } from '../../kernel/report/compare-published.ts';
import { type CheckReport, countFindings, isUnfinished } from '../../kernel/result.ts';
import { missingN8n } from '../missing-n8n.ts';
import type { RunRequest } from '../run-request.ts';
import type { RunOutcome, RunUpdate } from '../run-update.ts';
import type { Terminal } from '../terminal.ts';
import { tooManyWarnings } from '../warnings.ts';
import { checkLines, findingLines, linesOfChecks } from './check-lines.ts';
import { closingLines, fixableLines } from './closing-lines.ts';
import { incompleteLines } from './incomplete-lines.ts';
import { logLine } from './log-line.ts';
import { operationLines } from './operation-lines.ts';
import { ProgressLine } from './progress-line.ts';
import { releaseLines } from './release-lines.ts';
import { wrap } from './wrap.ts';

interface RunViewOptions {
  /** Whether to show the log. */
  logs: boolean;
  /** Whether to show the table of operations instead of their counts. */
  operations?: boolean;
  /** Warnings with which a successful run does not fail; any number if absent. */
  maxWarnings?: number | undefined;
  /** Whether the findings become the baseline, so that the run does not fail because of them. */
  baseline?: boolean;
  /** Whether `--fix` could fix findings. */
  fixable?: boolean;
  /** Whether the run compares releases of the host, so that it says what is different. */
  releases?: boolean;
  /** Prints the lines of SPEC 4.2, to standard output unless a document uses it. */
  lines(line: string): void;
}

/** Prints a run as text, from the first line to the result (SPEC 4.2, CONTRACT 2). */
export class RunView {
  readonly #terminal: Terminal;
  readonly #options: RunViewOptions;
  #progress: ProgressLine | undefined;
  /** Names of checks. */
  #running: readonly string[] = [];
  /** Names of the checks whose lines are printed. */
  readonly #checked = new Set<string>();

  constructor(terminal: Terminal, options: RunViewOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  /** @param name name of the project or package */
  starting(name: string): void {
    this.#line(`Starting verification of ${printable(name)}...`);
    this.#progress = new ProgressLine(this.#terminal);
  }

  /** @param link to the web page of a run in the cloud */
  created(runId: string, { subject, projectType, detected }: RunRequest, link?: string): void {
    this.#line(`Run ID: ${printable(runId)}`);
    if (link !== undefined) this.#line(`Web: ${printable(link)}`);
    if (subject.mode === 'project') this.#line(`Files: ${subject.files.length}`);
    if (detected) this.#line(`Project type: ${projectType} (auto-detected)`);
  }

  /** For a run that was created earlier. */
  watching(runId: string): void {
    this.#line(`Run ID: ${printable(runId)}`);
    this.#progress = new ProgressLine(this.#terminal);
  }

  /** Prints an update between the first and the last. */
  update(update: RunUpdate): void {
    const { errorColors: colors, errorWidth: width } = this.#terminal;
    if (update.type === 'log' && this.#options.logs) this.#terminal.err(logLine(update, { colors, width }));
    if (update.type === 'notice') this.#terminal.err(printable(update.message));
    if (update.type !== 'progress') return;
    this.#running = update.progress.running;
    this.#progress?.update(update.progress);
  }

  /** Prints findings of n8n's linter, which the checks that are running will report too. */
  early(files: readonly string[], findings: readonly Finding[]): void {
    const { colors, width } = this.#terminal;
    const heading = `So far: ${countFindings(findings) || 'no findings'} of n8n's linter in ${printable(files.join(', '))}`;
    const running = `Still running: ${printable(this.#running.join(', '))}`;
    const lines = [
      ...findingLines(findings, this.#terminal),
      ...wrap(running, { indent: '  ', width }).map(colors.dim),
    ];
    this.#line(['', colors.bold(heading), ...lines].join('\n'));
  }

  /** Prints the findings of a check at once, instead of with the result. */
  checked(report: CheckReport): void {
    const isLater = this.#checked.has(report.name) || isUnfinished(report);
    const lines = isLater ? [] : checkLines(report, this.#terminal);
    if (lines.length > 0) this.#line([...(this.#checked.size === 0 ? [''] : []), ...lines].join('\n'));
    if (lines.length > 0) this.#checked.add(report.name);
  }

  ended(outcome: RunOutcome): void {
    this[Symbol.dispose]();
    // One write for hundreds of lines.
    this.#line(outcomeLines(outcome, this.#terminal, { ...this.#options, checked: this.#checked }).join('\n'));
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

/**
 * Formats the outcome of a run: checks with findings, the result, the credits.
 * @param options.checked names of checks whose findings were printed before
 */
export function outcomeLines(
  { verification, creditsUsed }: RunOutcome,
  terminal: Terminal,
  {
    operations = false,
    maxWarnings,
    baseline = false,
    fixable = false,
    releases = false,
    checked = new Set(),
  }: Pick<RunViewOptions, 'operations' | 'maxWarnings' | 'baseline' | 'fixable' | 'releases'> & {
    checked?: ReadonlySet<string>;
  } = {},
): string[] {
  const { status, summary, checks } = verification;
  // The checks of a rejected run did not finish.
  const reports = status === 'rejected' ? [] : checks;
  const lines = linesOfChecks(
    reports.filter(({ name }) => !checked.has(name)),
    terminal,
  );
  const incomplete = status === 'rejected' ? [] : incompleteLines(verification, terminal);
  const { green, red, yellow, bold } = terminal.colors;
  const tooMany = baseline ? undefined : tooManyWarnings(verification, maxWarnings);
  const isRecorded = baseline && status === 'failed';
  const paint = (status === 'success' || isRecorded) && tooMany === undefined ? green : red;
  const verdict = isRecorded ? 'Verified:' : verdicts[tooMany === undefined ? status : 'failed'];
  const limit = tooMany === undefined ? '' : `; ${tooMany}`;
  const compared = publishedText(verification);
  const missing = missingN8n({ checks: reports });
  const details = [
    ...lines,
    ...closingLines(reports, terminal),
    ...(fixable ? fixableLines(reports, terminal) : []),
    ...operationLines(reports, terminal, operations),
    ...(releases ? releaseLines(reports, terminal) : []),
    ...(incomplete.length > 0 ? [...incomplete, ''] : []),
    ...(compared === undefined ? [] : [printable(compared), '']),
  ];
  return [
    // Those that were printed before end with an empty line.
    ...(details.length > 0 && checked.size === 0 ? [''] : []),
    ...details,
    `${paint(bold(verdict))} ${printable(summary)}${limit}`,
    `Credits used: ${creditsUsed}`,
    ...(missing === undefined ? [] : wrap(printable(missing), { indent: '', width: terminal.width }).map(yellow)),
  ];
}
