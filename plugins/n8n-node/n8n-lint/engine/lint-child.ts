import type { SandboxOutcome, ServiceContext } from '../../../../kernel/index.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import { kitFor, lintKit } from '../../n8n/kit.ts';
import { warmUpProject } from '../../sandbox/warm-up-project.ts';
import { type LintFinding, lintOutput } from './lint-output.ts';
import type { LintInput } from './lint-program.ts';
import { unpackFindings } from './pack-findings.ts';

/** Seconds for all files; some hundred files take one or two. */
export const lintTimeout = 110;

const program = siblingModule(import.meta.url, 'lint-program');
const ahead = siblingModule(import.meta.url, 'lint-ahead-program');

function warmUp() {
  const overlay = warmUpProject();
  const input: LintInput = { files: Object.keys(overlay) };
  return { input, overlay };
}

/**
 * Lints files with n8n's own rules, in a child process, because the rules evaluate text of the project.
 * @param overlay files to overlay on the project
 * @throws {SkippedCheck} when n8n is not installed
 * @throws {Error} when the child does not finish
 */
export async function lintInChild(
  { sandbox, signal, log, kits }: Pick<ServiceContext, 'sandbox' | 'signal' | 'log' | 'kits'>,
  linted: readonly string[],
  overlay?: Readonly<Record<string, string>>,
): Promise<LintFinding[]> {
  const kit = kitFor(kits, lintKit(kits)).folder;
  const started = performance.now();
  const run = (careful: boolean) => {
    const input: LintInput = { files: linted, careful };
    // Leaves some time even after a long first attempt.
    const left = Math.max(lintTimeout / 2, lintTimeout - (performance.now() - started) / 1000);
    const timeout = careful ? left : lintTimeout;
    const job = { program, kit, input, warmUp, profile: 'tool', timeout, signal } as const;
    if (overlay) return sandbox.run({ ...job, overlay });
    return sandbox.run(careful ? job : { ...job, ahead });
  };
  const outcome = await run(false);
  if (outcome.kind === 'done' || outcome.kind === 'timeout' || signal.aborted) return findingsOf(outcome);
  log(`n8n's linter failed (${reasonOf(outcome)}); trying again with the slower parser`, 'warn');
  return findingsOf(await run(true));
}

function findingsOf(outcome: SandboxOutcome): LintFinding[] {
  if (outcome.kind !== 'done') throw new Error(`n8n's linter did not finish: ${reasonOf(outcome)}`);
  if (!lintOutput.is(outcome.result)) throw new Error("the result of n8n's linter is invalid");
  return unpackFindings(outcome.result);
}

function reasonOf(outcome: Exclude<SandboxOutcome, { kind: 'done' }>): string {
  if (outcome.kind === 'timeout') return `it ran past its limit of ${outcome.seconds} s`;
  return outcome.kind === 'threw' ? outcome.message : outcome.reason;
}
