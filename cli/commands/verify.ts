import type { Judge } from '../../judge/judge.ts';
import { counted } from '../../kernel/counted.ts';
import { ServiceError, usageError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import { jsonText } from '../../kernel/report/report.ts';
import { uploadedPathFault } from '../../runner/source/check-upload.ts';
import type { CollectedFile } from '../../runner/source/collect-files.ts';
import { PathSet } from '../../runner/source/path-rules.ts';
import { notePath, storedPath } from '../../runner/source/stored-path.ts';
import type { Arguments } from '../arguments.ts';
import type { Invocation } from '../command.ts';
import { printWarning, reportError } from '../error-output.ts';
import { refFlag } from '../line-flag.ts';
import type { EarlyReader, LocalOptions } from '../local-backend.ts';
import { consentOf } from '../plugins/ask-consent.ts';
import { RunView } from '../render/run-view.ts';
import { usesStandardOutput } from '../report.ts';
import { notJudged, reportOutcome } from '../report-outcome.ts';
import type { ProjectContext, ProjectSubject, RunBackend, RunRequest } from '../run-request.ts';
import type { RunProgress } from '../run-update.ts';
import type { Terminal } from '../terminal.ts';
import { readVerifyOptions, type VerifyOptions } from '../verify-options.ts';
import type { FinishedRun } from '../watch/watch.ts';

/** `service verify [file]` (SPEC 4.2, CONTRACT 2). */
export async function run(invocation: Invocation): Promise<number> {
  const list = invocation.args.value('--packages');
  if (list !== undefined) return (await import('../verify-packages.ts')).verifyPackages(invocation, list);
  if (invocation.args.value('--batch') !== undefined) {
    throw usageError('--batch requires --packages');
  }
  const options = readVerifyOptions(invocation.args);
  try {
    if (options.watch) return await watch(invocation, options);
    await using judge = options.local && !options.dryRun ? await newJudge() : undefined;
    // Loads its modules while files are collected. With cached results, it may not be needed.
    if (!options.cache) judge?.start();
    return (await verify(invocation, options, judge)).exitCode;
  } catch (error) {
    const { terminal, interruption } = invocation;
    const hasNoVerdict = error instanceof ServiceError && error.exitCode === 1 && !interruption.signal.aborted;
    if (!options.exitNotJudged || !hasNoVerdict) throw error;
    reportError(error, terminal, options);
    return notJudged;
  }
}

/** `--watch`: verifies again when files of the project change. */
async function watch(invocation: Invocation, options: VerifyOptions): Promise<number> {
  const { watchProject } = await import('../watch/watch.ts');
  const run = (judge: Judge, signal: AbortSignal, changed: readonly string[]) =>
    verify(invocation, options, judge, { signal, changed });
  return watchProject(invocation, options, {
    cwd: invocation.args.value('--cwd'),
    judge: async () => (await newJudge()).start(),
    run,
  });
}

/**
 * @param watched.signal cancels the run: an interruption or the next change
 * @param watched.changed the files that changed since the last run
 */
async function verify(
  invocation: Invocation,
  options: VerifyOptions,
  judge: Judge | undefined,
  watched?: { signal: AbortSignal; changed: readonly string[] },
): Promise<FinishedRun> {
  const { args, terminal, interruption } = invocation;
  const { signal } = watched ?? interruption;
  const warn = (message: string) => printWarning(terminal, message);
  const { local, baseline, baselineFile } = options;
  const git = !local || options.reports.length > 0;
  const consent = consentOf(invocation);
  const request = await resolveRequest(args, { local, git, baseline, baselineFile, warn, consent });
  if (options.dryRun) return { exitCode: await dryRun(request, terminal, options) };
  if (options.reports.some(({ path }) => path !== undefined)) {
    const { rejectOverwriting } = await import('../report-paths.ts');
    rejectOverwriting(options.reports, request.subject);
  }
  if (options.recordResponses && request.subject.mode === 'project') {
    const { rejectExistingResponses } = await import('../record-responses.ts');
    rejectExistingResponses(request.subject.folder, options);
  }
  if (options.fix && request.subject.mode === 'project') {
    const [{ fixProject }, { printFixes }] = await Promise.all([
      import('../fix/fix-project.ts'),
      import('../fix/print-fixes.ts'),
    ]);
    const dryRun = options.fix === 'dry-run';
    const { subject } = request;
    const log = (line: string) => terminal.err(line);
    printFixes(await fixProject({ ...request, subject }, { ...options, dryRun, log }, signal), dryRun, terminal);
    if (dryRun) return { exitCode: 0 };
  }
  const progress = (done: RunProgress) => view.update({ type: 'progress', progress: done });
  const isGivenUp = () => signal.aborted && !interruption.signal.aborted;
  const early: EarlyReader | undefined = watched && {
    changed: watched.changed,
    checked: (report) => isGivenUp() || view.checked(report),
    found: (files, findings) => isGivenUp() || view.early(files, findings),
  };
  const backend = await chooseBackend(invocation, { ...options, progress, ...(early && { early }) }, judge);

  const onAbort = () => terminal.err('Cancelling the run; press Ctrl-C again to exit immediately');
  interruption.signal.addEventListener('abort', onAbort, { once: true });
  using view = new RunView(terminal, {
    logs: options.logs,
    operations: options.operations,
    maxWarnings: options.maxWarnings,
    baseline,
    releases: options.n8n !== undefined,
    fixable: request.subject.mode === 'project' && !options.fix,
    lines: linesOf(options, terminal),
  });
  try {
    view.starting(request.subject.name);
    for await (const update of backend(request, signal)) {
      if (update.type === 'created') {
        view.created(update.runId, request, update.link);
        if (!options.wait) return { exitCode: notWaited(update, options, terminal) };
      } else if (update.type === 'end') {
        // The next run follows.
        if (isGivenUp()) return { exitCode: 1 };
        view.ended(update.outcome);
        const exitCode = await reportOutcome(update.outcome, request, options, terminal);
        if (exitCode === 0 && terminal.interactive && !options.watch)
          for (const step of request.nextSteps ?? []) terminal.err(`Next: ${step}`);
        return { exitCode, outcome: update.outcome };
      } else if (!isGivenUp()) view.update(update);
    }
  } finally {
    interruption.signal.removeEventListener('abort', onAbort);
  }
  throw new Error('the run ended without an outcome');
}

async function resolveRequest(args: Arguments, context: ProjectContext): Promise<RunRequest> {
  const flags = {
    cwd: args.value('--cwd'),
    type: args.value('--type'),
    timeout: args.value('--timeout'),
    ref: refFlag(args),
    ruleset: args.value('--ruleset'),
    plugins: args.values('--plugin'),
  };
  const [reference] = args.positionals;
  if (reference === undefined) {
    const { resolveProject } = await import('../resolve-project.ts');
    return resolveProject(flags, context);
  }
  const { resolvePackage } = await import('../resolve-package.ts');
  return resolvePackage(reference, flags);
}

async function newJudge(): Promise<Judge> {
  const { Judge } = await import('../../judge/judge.ts');
  return new Judge();
}

async function chooseBackend(
  { args, terminal, interruption }: Invocation,
  options: VerifyOptions & Pick<LocalOptions, 'progress' | 'early'>,
  judge: Judge | undefined,
): Promise<RunBackend> {
  if (judge) {
    const { localBackend } = await import('../local-backend.ts');
    return localBackend(judge, { ...options, log: (line) => terminal.err(line) });
  }
  const [{ connectFromFlags }, { remoteBackend }] = await Promise.all([
    import('../access-flags.ts'),
    import('../remote-backend.ts'),
  ]);
  const cloud = await connectFromFlags(args, terminal, interruption.signal);
  // The JSON document contains no findings; the summary counts warnings.
  return remoteBackend(cloud, {
    logs: options.logs,
    findings: !options.json || options.reports.length > 0 || options.recordResponses,
    againstPublished: options.againstPublished,
  });
}

/** Returns where to print text: to standard error or nowhere if a document uses standard output. */
function linesOf({ json, reports }: VerifyOptions, terminal: Terminal): (line: string) => void {
  if (json) return () => {};
  if (reports.some(usesStandardOutput)) return (line) => terminal.err(line);
  return (line) => terminal.out(line);
}

/** `--no-wait`: the text has the run and its link already. */
function notWaited(
  { runId, link }: { runId: string; link?: string },
  { json }: VerifyOptions,
  terminal: Terminal,
): number {
  if (json) terminal.document(jsonText({ runId, ...(link !== undefined && { web: link }) }));
  return 0;
}

/** Prints the files to upload, with sizes in bytes and reasons. @returns the exit code */
function dryRun(
  { subject, projectType, pluginsNotRun = [] }: RunRequest,
  terminal: Terminal,
  { json }: { json: boolean },
): number {
  const files = subject.mode === 'project' ? uploadedFiles(subject) : [];
  const leftOut = subject.mode === 'project' ? subject.leftOut : [];
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const refused = refusedPaths(files);
  if (json) {
    const named = subject.mode === 'project' ? { packageName: subject.name } : { packageRef: subject.name };
    const left = {
      ...(leftOut.length > 0 && { leftOut }),
      ...(refused.length > 0 && { refused }),
      ...(pluginsNotRun.length > 0 && { pluginsNotRun }),
    };
    terminal.document(jsonText({ projectType, ...named, files, total, ...left }));
    return 0;
  }
  if (subject.mode === 'package') {
    terminal.out(`${printable(subject.name)} is fetched from the registry; no files are uploaded`);
    return 0;
  }
  const { dim } = terminal.colors;
  const sizes = files.map(({ size }) => size.toLocaleString('en'));
  const column = Math.max(0, ...sizes.map((size) => size.length));
  for (const [index, { path, why }] of files.entries())
    terminal.out(`${sizes[index]?.padStart(column)}  ${printable(path)}  ${dim(`(${printable(why)})`)}`);
  terminal.out(`Total: ${counted(files.length, 'file')}, ${total.toLocaleString('en')} bytes`);
  if (leftOut.length > 0) terminal.out('Not uploaded:');
  for (const { path, why, reason } of leftOut)
    terminal.out(`  ${printable(path)}  ${dim(`(${printable(why)})`)}: ${printable(reason)}`);
  if (refused.length > 0) terminal.out('A cloud refuses the upload until these are renamed or excluded:');
  for (const { path, reason } of refused) terminal.out(`  ${printable(path)}: ${reason}`);
  return 0;
}

/** Paths that no cloud takes, whatever its limits are. */
function refusedPaths(files: readonly CollectedFile[]): { path: string; reason: string }[] {
  const paths = new PathSet();
  return files.flatMap(({ path }) => {
    const reason = uploadedPathFault(storedPath(path), paths);
    return reason === undefined ? [] : [{ path, reason: `the path ${reason}` }];
  });
}

function uploadedFiles({ files, note }: ProjectSubject): CollectedFile[] {
  if (note === undefined) return files;
  const why = 'lists missing files, and folders that are sent in part';
  return [...files, { path: notePath, size: Buffer.byteLength(note), why }];
}
