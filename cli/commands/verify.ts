import type { Judge } from '../../judge/judge.ts';
import { jsonText } from '../../kernel/report/report.ts';
import type { Arguments } from '../arguments.ts';
import type { Invocation } from '../command.ts';
import { dryRun } from '../dry-run.ts';
import { printWarning } from '../error-output.ts';
import { consentOf } from '../plugins/ask-consent.ts';
import { RunView } from '../render/run-view.ts';
import { usesStandardOutput } from '../report.ts';
import { reportOutcome } from '../report-outcome.ts';
import type { RunBackend } from '../run-backend.ts';
import type { ProjectContext, RunRequest } from '../run-request.ts';
import type { Terminal } from '../terminal.ts';
import { readVerifyOptions, type VerifyOptions } from '../verify-options.ts';

/** `service verify [file]` (SPEC 4.2, CONTRACT 2). */
export async function run(invocation: Invocation): Promise<number> {
  const { args, terminal, interruption } = invocation;
  const options = readVerifyOptions(args);
  const { signal } = interruption;
  const warn = (message: string) => printWarning(terminal, message);
  await using judge = options.local && !options.dryRun ? await startJudge() : undefined;
  const request = await resolveRequest(args, { local: options.local, warn, consent: consentOf(invocation) });
  if (options.dryRun) return dryRun(request, terminal, options);
  const backend = await chooseBackend(args, options, terminal, judge);

  const onAbort = () => terminal.err('Cancelling the run; press Ctrl-C again to exit immediately');
  signal.addEventListener('abort', onAbort, { once: true });
  using view = new RunView(terminal, { logs: options.logs, lines: linesOf(options, terminal) });
  view.starting(request.subject.name);
  for await (const update of backend(request, signal)) {
    if (update.type === 'created') {
      view.created(update.runId, request);
      if (!options.wait) return notWaited(update, view, options, terminal);
    } else if (update.type === 'end') {
      view.ended(update.outcome);
      return reportOutcome(update.outcome, request, options, terminal);
    } else view.update(update);
  }
  throw new Error('the run ended without an outcome');
}

async function resolveRequest(args: Arguments, context: ProjectContext): Promise<RunRequest> {
  const flags = {
    cwd: args.value('--cwd'),
    type: args.value('--type'),
    timeout: args.value('--timeout'),
    ref: args.value('--ref'),
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

/** Starts the judge early, so that it loads modules while files are collected. */
async function startJudge(): Promise<Judge> {
  const { Judge } = await import('../../judge/judge.ts');
  return new Judge();
}

async function chooseBackend(
  args: Arguments,
  options: VerifyOptions,
  terminal: Terminal,
  judge: Judge | undefined,
): Promise<RunBackend> {
  if (judge) return (await import('../local-backend.ts')).localBackend(judge, options);
  const [{ connectFromFlags }, { remoteBackend }] = await Promise.all([
    import('../access-flags.ts'),
    import('../remote-backend.ts'),
  ]);
  const cloud = await connectFromFlags(args, terminal);
  // The JSON document contains no findings; the summary counts warnings.
  return remoteBackend(cloud, { logs: options.logs, findings: !options.json || options.reports.length > 0 });
}

/** Returns where to print text: to standard error or nowhere if a document uses standard output. */
function linesOf({ json, reports }: VerifyOptions, terminal: Terminal): (line: string) => void {
  if (json) return () => {};
  if (reports.some(usesStandardOutput)) return (line) => terminal.err(line);
  return (line) => terminal.out(line);
}

/** `--no-wait`: prints the link to the run. */
function notWaited(
  { runId, link }: { runId: string; link?: string },
  view: RunView,
  { json }: VerifyOptions,
  terminal: Terminal,
): number {
  if (json) terminal.document(jsonText({ runId, ...(link !== undefined && { web: link }) }));
  else if (link !== undefined) view.link(link);
  return 0;
}
