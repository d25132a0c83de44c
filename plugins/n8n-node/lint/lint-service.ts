import type { Observation } from '../../../kernel/finding.ts';
import type { CheckContext, SandboxOutcome, Service, ServiceContext } from '../../../kernel/index.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { rehearsalProject } from '../rehearsal-project.ts';
import { lintOutput } from './guards.ts';
import type { LintFinding } from './lint-output.ts';
import type { LintInput } from './lint-program.ts';
import { type LintGroup, lintRules } from './lint-rules.ts';
import { lintableFiles } from './lintable-files.ts';
import { oncePerFault } from './once-per-fault.ts';
import { unpackFindings } from './pack-findings.ts';
import { rememberedLint } from './remembered-lint.ts';
import { shownLine } from './shown-line.ts';

/** Seconds that the whole pass may take: some hundred files take one or two. */
export const lintTimeout = 110;

/**
 * What n8n's own linter finds in the project, each fault once; see lintable-files.ts for what it looks at. Done once a
 * run, in a child process, because the rules work on the project's text.
 * @throws {Error} when the child could not finish: nothing is known then, so no check of the linter may pass
 */
export const lintPass: Service<readonly LintFinding[]> = {
  name: 'lint',
  async create(context) {
    const { files, manifest, mode } = context;
    const linted = lintableFiles(files.list(), mode);
    if (linted.length === 0) return [];
    const found = await rememberedLint(context, linted, (missing) => lintInChild(context, missing));
    const findings = oncePerFault(found);
    // Of a manifest that is not JSON the manifest check speaks, in JSON's terms.
    return manifest
      ? findings
      : findings.filter(({ code, file }) => code !== 'source-syntax' || file !== 'package.json');
  },
};

const program = siblingModule(import.meta.url, 'lint-program');

function rehearsal() {
  const overlay = rehearsalProject();
  const input: LintInput = { files: Object.keys(overlay) };
  return { input, overlay };
}

/**
 * What the linter found that belongs to one check.
 * @throws {Error} as `lintPass` does; the runner makes a failed check of it
 */
export async function* lintObservations(context: CheckContext, group: LintGroup): AsyncGenerator<Observation, void> {
  const codes = new Set(lintRules(group).map(({ code }) => code));
  for (const finding of await context.service(lintPass)) if (codes.has(finding.code)) yield toObservation(finding);
}

async function lintInChild(
  { sandbox, signal, log }: ServiceContext,
  linted: readonly string[],
): Promise<LintFinding[]> {
  const started = performance.now();
  const run = (careful: boolean) => {
    const input: LintInput = { files: linted, careful };
    const timeout = lintTimeout - (performance.now() - started) / 1000;
    return sandbox.run({ program, input, rehearsal, profile: 'tool', reusable: !careful, timeout, signal });
  };
  const outcome = await run(false);
  const again = outcome.kind === 'ended' && !signal.aborted;
  if (again) log(`n8n's linter broke off (${outcome.reason}); it starts again with a slower parser`, 'warn');
  return findingsOf(again ? await run(true) : outcome);
}

function findingsOf(outcome: SandboxOutcome): LintFinding[] {
  if (outcome.kind !== 'done') throw new Error(`n8n's linter did not finish: ${reasonOf(outcome)}`);
  if (!lintOutput.is(outcome.result)) throw new Error("n8n's linter gave a result that can't be read");
  return unpackFindings(outcome.result);
}

function reasonOf(outcome: Exclude<SandboxOutcome, { kind: 'done' }>): string {
  switch (outcome.kind) {
    case 'threw':
      return outcome.message;
    case 'ended':
      return outcome.reason;
    case 'timeout':
      return `it ran past its limit of ${outcome.seconds} s`;
  }
}

/** TypeScript's parser counts the columns of syntax errors from 0, ESLint's own from 1. */
function toObservation({ code, message, file, line, column, evidence, evidenceColumn }: LintFinding): Observation {
  const from0 = code === 'source-syntax' && !file.endsWith('.js');
  const column1 = column === undefined ? undefined : column + (from0 ? 1 : 0);
  return {
    code,
    message,
    file,
    ...(line !== undefined && line >= 1 && { line }),
    ...(column1 !== undefined && column1 >= 1 && { column: column1 }),
    ...(evidence !== undefined && { evidence: shownLine(code, evidence), evidenceColumn }),
  };
}
