import { ServiceError } from '../kernel/errors.ts';
import { jsonText } from '../kernel/report/report.ts';
import { toFinalResult } from '../kernel/result.ts';
import { reportError } from './error-output.ts';
import { type ReportTarget, renderReport, usesStandardOutput } from './report.ts';
import type { RunOutcome } from './run-backend.ts';
import type { RunRequest } from './run-request.ts';
import type { Terminal } from './terminal.ts';
import type { VerifyOptions } from './verify-options.ts';
import { countWarnings } from './warnings.ts';
import { writeNamedFile } from './write-named-file.ts';

/** Prints JSON and writes reports of a finished run. @returns the exit code */
export async function reportOutcome(
  outcome: RunOutcome,
  request: RunRequest,
  { json, reports, maxWarnings }: VerifyOptions,
  terminal: Terminal,
): Promise<number> {
  const { verification, runId, creditsUsed } = outcome;
  if (json) terminal.document(jsonText(toFinalResult(verification, runId, creditsUsed)));
  let reportExitCode = 0;
  for (const target of reports) {
    // A report that cannot be written does not change the result.
    reportExitCode = (await tryReport(target, outcome, request, terminal, { json })) || reportExitCode;
  }
  if (!verification.passed) return 1;
  const warnings = countWarnings(verification);
  if (maxWarnings !== undefined && warnings > maxWarnings) {
    const { red, bold } = terminal.errorColors;
    terminal.err(`${red(bold('Too many warnings:'))} ${warnings} (maximum: ${maxWarnings})`);
    return 1;
  }
  return reportExitCode;
}

async function tryReport(
  target: ReportTarget,
  outcome: RunOutcome,
  request: RunRequest,
  terminal: Terminal,
  { json }: { json: boolean },
): Promise<number> {
  try {
    const text = await renderReport(target, outcome, request);
    const { subject } = request;
    const projects = subject.mode === 'project' ? [subject.folder] : [];
    if (target.path !== undefined) await writeNamedFile(target.path, text, projects);
    else if (usesStandardOutput(target)) terminal.document(text);
    else if (text !== '') (json ? terminal.err : terminal.out).call(terminal, text.trimEnd());
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return reportError(error, terminal, { json: false });
  }
}
