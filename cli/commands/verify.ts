import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { toFinalResult } from '../../kernel/result.ts';
import type { Arguments } from '../arguments.ts';
import { dryRun } from '../dry-run.ts';
import { printWarning, reportError } from '../error-output.ts';
import type { Invocation } from '../program.ts';
import { RunView } from '../render/run-view.ts';
import { parseReports, printsDocument, renderReport, type WantedReport, writeReport } from '../report.ts';
import type { RunBackend, RunOutcome } from '../run-backend.ts';
import type { RunRequest, Surroundings } from '../run-request.ts';
import type { Terminal } from '../terminal.ts';
import { countWarnings } from '../warnings.ts';

/** `service verify [file]` (SPEC 4.2, CONTRACT 2). */
export async function run({ args, terminal, interruption }: Invocation): Promise<number> {
  const options = readOptions(args);
  const surroundings = {
    local: options.local,
    signal: interruption.signal,
    warn: (message: string) => printWarning(terminal, message),
  };
  const request = await resolveRequest(args, surroundings);
  if (args.flag('--dry-run')) return dryRun(request, terminal, { json: options.json });
  const backend = await chooseBackend(args, options.local);

  // A document on standard output has it to itself: the text goes where the log goes, or nowhere beside --json.
  const quiet = options.reports.some(printsDocument) ? (line: string) => terminal.err(line) : undefined;
  const lines = options.json ? () => {} : (quiet ?? ((line: string) => terminal.out(line)));
  const outcome = await follow({ request, backend, options, lines, terminal, signal: interruption.signal });
  if (!outcome) return 0;
  if (options.json)
    terminal.document(jsonText(toFinalResult(outcome.verification, outcome.runId, outcome.creditsUsed)));
  const annotations = options.json ? (line: string) => terminal.err(line) : lines;
  const reported = await report(options.reports, { outcome, request, lines: annotations, terminal });
  const verdict = judge(outcome, options.maxWarnings, terminal);
  return verdict === 0 ? reported : verdict;
}

interface Options {
  json: boolean;
  local: boolean;
  logs: boolean;
  wait: boolean;
  reports: WantedReport[];
  maxWarnings: number | undefined;
}

/** What can be wrong with the flags whatever the project is. @throws {ServiceError} INVALID_USAGE */
function readOptions(args: Arguments): Options {
  const json = args.flag('--json');
  const local = args.flag('--local');
  const wait = !args.flag('--no-wait');
  if (local && !wait) throw usage('--no-wait is for the cloud: a run with --local ends with its command');
  const reports = parseReports(args.values('--report'), { jsonOnStdout: json });
  const limit = args.value('--max-warnings');
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    throw usage(`Invalid --max-warnings "${limit}": it must be a whole number from 0`);
  }
  if (!wait && (reports.length > 0 || limit !== undefined)) {
    throw usage(
      `${limit === undefined ? '--report' : '--max-warnings'} needs the result, and --no-wait does not wait for it`,
    );
  }
  return {
    json,
    local,
    logs: !args.flag('--no-logs'),
    wait,
    reports,
    maxWarnings: limit === undefined ? undefined : Number(limit),
  };
}

async function resolveRequest(args: Arguments, surroundings: Surroundings): Promise<RunRequest> {
  const flags = {
    ...given('cwd', args.value('--cwd')),
    ...given('type', args.value('--type')),
    ...given('timeout', args.value('--timeout')),
    ...given('ref', args.value('--ref')),
  };
  const [reference] = args.positionals;
  if (reference === undefined) {
    const { resolveProject } = await import('../resolve-project.ts');
    return resolveProject(flags, surroundings);
  }
  const { resolvePackage } = await import('../resolve-package.ts');
  return resolvePackage(reference, flags);
}

/** An object with that one field, or none: an absent flag is an absent field. */
function given<Name extends string>(name: Name, value: string | undefined): { [K in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [K in Name]: string });
}

async function chooseBackend(_args: Arguments, local: boolean): Promise<RunBackend> {
  if (local) return (await import('../local-backend.ts')).runLocally;
  throw usage('the client of the cloud is not part of this version yet: add --local');
}

interface Following {
  request: RunRequest;
  backend: RunBackend;
  options: Options;
  lines(line: string): void;
  terminal: Terminal;
  signal: AbortSignal;
}

/** Shows a run from its creation to its end. Resolves to nothing when it is not waited for. */
async function follow({
  request,
  backend,
  options,
  lines,
  terminal,
  signal,
}: Following): Promise<RunOutcome | undefined> {
  using view = new RunView(terminal, { logs: options.logs, lines });
  const onAbort = () => terminal.err('Cancelling the run; press Ctrl-C again to leave at once');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    view.starting(request);
    for await (const update of backend(request, signal)) {
      if (update.type === 'created') view.created(update.runId, request);
      else if (update.type === 'end') {
        view.ended(update.outcome);
        return update.outcome;
      } else view.update(update);
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  throw new Error('the run ended without an outcome');
}

/** Writes and prints the reports. One that can't be written does not take the verdict away. @returns the exit code */
async function report(
  reports: readonly WantedReport[],
  {
    outcome,
    request,
    lines,
    terminal,
  }: { outcome: RunOutcome; request: RunRequest; lines(line: string): void; terminal: Terminal },
): Promise<number> {
  let exitCode = 0;
  for (const wanted of reports) {
    try {
      const text = await renderReport(wanted, outcome, request);
      if (wanted.path !== undefined) await writeReport(wanted.path, text);
      else if (printsDocument(wanted)) terminal.document(text);
      else if (text !== '') lines(text.trimEnd());
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      exitCode = reportError(error, terminal, { json: false });
    }
  }
  return exitCode;
}

function judge({ verification }: RunOutcome, maxWarnings: number | undefined, terminal: Terminal): number {
  if (!verification.passed) return 1;
  const warnings = countWarnings(verification);
  if (maxWarnings === undefined || warnings <= maxWarnings) return 0;
  const { red, bold } = terminal.errorColors;
  terminal.err(`${red(bold('Too many warnings:'))} ${warnings}, and --max-warnings allows ${maxWarnings}`);
  return 1;
}

function usage(reason: string) {
  return serviceError('INVALID_USAGE', { reason });
}
