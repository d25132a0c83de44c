import { counted } from '../kernel/counted.ts';
import { ServiceError } from '../kernel/errors.ts';
import { printable } from '../kernel/printable.ts';
import { jsonText } from '../kernel/report/report.ts';
import { hasVerdict, isUnexplained, toFinalResult, type Verification } from '../kernel/result.ts';
import { reportError } from './error-output.ts';
import { missingN8n } from './missing-n8n.ts';
import { type ReportTarget, renderReport, usesStandardOutput } from './report.ts';
import type { RunRequest } from './run-request.ts';
import type { RunOutcome } from './run-update.ts';
import type { Terminal } from './terminal.ts';
import type { VerifyOptions } from './verify-options.ts';
import { tooManyWarnings } from './warnings.ts';
import { writeNamedFile } from './write-named-file.ts';

/** Exit code of `--exit-not-judged` for a run without a verdict. */
export const notJudged = 3;

/** Whether a run ended without a verdict for reasons that are not those of the project. */
function isNotJudged({ status, summary }: Verification): boolean {
  return status === 'rejected' && !/^(?:INVALID_PAYLOAD|CANCELLED):/.test(summary);
}

/** Prints JSON and writes reports of a finished run. @returns the exit code */
export async function reportOutcome(
  outcome: RunOutcome,
  request: RunRequest,
  { json, reports, maxWarnings, baseline, baselineFile, recordResponses: isRecording, exitNotJudged }: VerifyOptions,
  terminal: Terminal,
): Promise<number> {
  const { verification, runId, creditsUsed } = outcome;
  if (json) terminal.document(jsonText(toFinalResult(verification, runId, creditsUsed)));
  let reportExitCode = 0;
  for (const target of reports) {
    // A report that cannot be written does not change the result.
    reportExitCode = (await tryReport(target, outcome, request, terminal, { json })) || reportExitCode;
  }
  const isComplete = hasVerdict(verification);
  if (isRecording && isComplete && request.subject.mode === 'project') {
    const { recordResponses } = await import('./record-responses.ts');
    terminal.err(await recordResponses(request.subject.folder, verification));
  }
  if (baseline && isComplete && request.subject.mode === 'project') {
    const { baselinePath, writeBaseline } = await import('./baseline.ts');
    const count = await writeBaseline(request.subject.folder, verification, baselineFile);
    const runs = baselineFile === undefined ? 'later runs' : 'runs with this --baseline-file';
    const broken = verification.checks.filter(isUnexplained).map(({ name }) => name);
    const alsoFor = broken.length === 0 ? '' : `, and for checks that fail without a finding: ${broken.join(', ')}`;
    const written = `${counted(count, 'finding')} written to ${baselineFile ?? baselinePath}`;
    terminal.err(printable(`${written}; ${runs} fail only for new ones${alsoFor}`));
    return reportExitCode;
  }
  if (!verification.passed) return exitNotJudged && isNotJudged(verification) ? notJudged : 1;
  const tooMany = tooManyWarnings(verification, maxWarnings);
  const missing = missingN8n(verification);
  // The document does not say so.
  if (json && missing !== undefined) terminal.err(printable(missing));
  if (tooMany === undefined) return exitNotJudged && missing !== undefined ? notJudged : reportExitCode;
  // The document does not say so.
  if (json) terminal.err(`Verification failed: ${tooMany}`);
  return 1;
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
