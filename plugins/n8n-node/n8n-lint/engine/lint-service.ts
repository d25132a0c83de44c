import type { Observation } from '../../../../kernel/finding.ts';
import type { CheckContext, Service, ServiceContext } from '../../../../kernel/index.ts';
import { lintKit } from '../../n8n/kit.ts';
import { nextRulesetKit } from '../../n8n/shipped-kits.ts';
import { oncePerKind } from '../../once-per-kind.ts';
import { type LintGroup, lintRules } from '../catalogue/lint-rules.ts';
import { addedRules } from '../catalogue/next-ruleset.ts';
import { fixFor } from '../catalogue/node-class.ts';
import { oncePerFault } from './dedupe.ts';
import { fittedEdit, isFixable } from './fitted-edit.ts';
import { inlineDisables } from './inline-disables.ts';
import { lintInChild } from './lint-child.ts';
import type { LintFinding } from './lint-output.ts';
import { lintableFiles } from './lintable-files.ts';
import { atItsField } from './manifest-place.ts';
import { mootFindings, reportedByLoad } from './moot-findings.ts';
import { publishedLint } from './published-lint.ts';
import { rememberedLint } from './remembered-lint.ts';
import { shownLine } from './shown-line.ts';

/**
 * The findings of n8n's own linter in the sources and in the future package, without duplicates.
 * @throws {Error} when the linter does not finish, so that its checks fail
 */
export const lintPass: Service<readonly LintFinding[]> = {
  name: 'lint',
  async create({ service }) {
    const [inSources, inPackage] = await Promise.all([service(sourceLint), service(publishedLint)]);
    return [...inSources, ...inPackage.findings];
  },
};

/**
 * The findings of n8n's own linter in the current files, without duplicates; see lintable-files.ts.
 * @throws {Error} when the child does not finish, so that its checks fail
 */
export const sourceLint: Service<readonly LintFinding[]> = {
  name: 'linting the sources',
  async create(context) {
    const { files, manifest, mode } = context;
    const linted = lintableFiles(files.list(), mode);
    if (linted.length === 0) return [];
    const found = await rememberedLint(context, linted, (missing) => lintInChild(context, missing));
    const findings = oncePerFault(found);
    // The check `manifest` reports invalid JSON, with better messages.
    const reported = manifest
      ? findings
      : findings.filter(({ code, file }) => code !== 'source-syntax' || file !== 'package.json');
    await tellEarly(reported, linted, context);
    return reported;
  },
};

/** Reports the findings in changed files early, without those that `load` may report in their place. */
async function tellEarly(
  findings: readonly LintFinding[],
  linted: readonly string[],
  context: ServiceContext,
): Promise<void> {
  const { early } = context;
  const files = linted.filter((file) => early?.files.has(file));
  if (!early || files.length === 0) return;
  const certain = findings.filter(({ code, file }) => early.files.has(file) && !reportedByLoad.has(code));
  await early.tell(files, await observationsOf(certain, context));
}

/**
 * The findings of the linter for one check.
 * @throws {Error} as `lintPass` does; the check then fails
 */
export async function* lintObservations(context: CheckContext, group: LintGroup): AsyncGenerator<Observation, void> {
  const isNext = lintKit(context.kits).name === nextRulesetKit.name;
  const codes = new Set([...lintRules(group), ...(isNext ? addedRules(group) : [])].map(({ code }) => code));
  const findings = await context.service(lintPass);
  const observations = await observationsOf(
    findings.filter(({ code }) => codes.has(code)),
    context,
  );
  yield* observations.filter((one) => !isFailure(one));
  // A rule may fail on many files by the same error.
  yield* oncePerKind(observations.filter(isFailure), ({ message }) => message, maxFailures);
  // Reported once, in the check with most of n8n's rules.
  const { notChecked } = await context.service(publishedLint);
  if (group === 'nodes' && notChecked !== undefined) context.notChecked(notChecked);
}

/** Files that are listed with such a failure. */
const maxFailures = 100;
const isFailure = ({ code }: Observation) => code === 'source-unlintable';

async function observationsOf(findings: readonly LintFinding[], context: ServiceContext): Promise<Observation[]> {
  const isMoot = await mootFindings(context);
  const disables = new Map<string, ReturnType<typeof inlineDisables>>();
  const observations: Observation[] = [];
  for (const finding of findings) {
    if (await isMoot(finding)) continue;
    const observation = await toObservation(finding, context);
    observations.push({ ...observation, message: `${observation.message}${await noteOf(finding, context, disables)}` });
  }
  return observations;
}

/**
 * A note about a comment with which the author disabled the rule.
 * @param disables by file; filled on first use
 */
async function noteOf(
  { code, file, line, column = 1 }: LintFinding,
  { files }: ServiceContext,
  disables: Map<string, ReturnType<typeof inlineDisables>>,
): Promise<string> {
  if (line === undefined || !/\.[cm]?[jt]s$/.test(file) || !files.exists(file)) return '';
  const isDisabled = disables.get(file) ?? inlineDisables(await files.read(file));
  disables.set(file, isDisabled);
  return isDisabled(code, line, column) ? ' (n8n ignores the eslint-disable comment)' : '';
}

/** TypeScript's parser counts columns of syntax errors from 0, ESLint from 1. */
async function toObservation(finding: LintFinding, { files }: ServiceContext): Promise<Observation> {
  const { code, message, file, line, column, evidence, evidenceColumn } = await atItsField(finding, files);
  const edit = isFixable(finding) && files.exists(file) ? fittedEdit(finding, await files.read(file)) : undefined;
  const from0 = code === 'source-syntax' && !file.endsWith('.js');
  const column1 = column === undefined ? undefined : column + (from0 ? 1 : 0);
  const fix = fixFor(finding);
  return {
    code,
    message,
    file,
    ...(fix !== undefined && { fix }),
    ...(line !== undefined && line >= 1 && { line }),
    ...(column1 !== undefined && column1 >= 1 && { column: column1 }),
    ...(edit && { edit }),
    ...(evidence !== undefined && { evidence: shownLine(code, evidence), evidenceColumn }),
  };
}
