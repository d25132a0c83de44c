import type { Observation } from '../../../../kernel/finding.ts';
import type { CheckContext, Service } from '../../../../kernel/index.ts';
import { type LintGroup, lintRules } from '../catalogue/lint-rules.ts';
import { oncePerFault } from './dedupe.ts';
import { lintInChild } from './lint-child.ts';
import type { LintFinding } from './lint-output.ts';
import { lintableFiles } from './lintable-files.ts';
import { mootFindings } from './moot-findings.ts';
import { publishedLint } from './published-lint.ts';
import { rememberedLint } from './remembered-lint.ts';
import { shownLine } from './shown-line.ts';

/**
 * What n8n's own linter finds in the sources, and will find in the package besides, each fault once.
 * @throws {Error} when the linter could not finish: nothing is known then, so no check of it may pass
 */
export const lintPass: Service<readonly LintFinding[]> = {
  name: 'lint',
  async create({ service }) {
    const [inSources, inPackage] = await Promise.all([service(sourceLint), service(publishedLint)]);
    return [...inSources, ...inPackage.findings];
  },
};

/**
 * What n8n's own linter finds in the project as it is, each fault once; see lintable-files.ts for what it looks at. Done
 * once a run.
 * @throws {Error} when the child could not finish: nothing is known then, so no check of the linter may pass
 */
export const sourceLint: Service<readonly LintFinding[]> = {
  name: 'linting the sources',
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

/**
 * What the linter found that belongs to one check.
 * @throws {Error} as `lintPass` does; the runner makes a failed check of it
 */
export async function* lintObservations(context: CheckContext, group: LintGroup): AsyncGenerator<Observation, void> {
  const codes = new Set(lintRules(group).map(({ code }) => code));
  const isMoot = await mootFindings(context);
  for (const finding of await context.service(lintPass))
    if (codes.has(finding.code) && !(await isMoot(finding))) yield toObservation(finding);
  // Said once, where most of what n8n's rules are about belongs.
  const { notChecked } = await context.service(publishedLint);
  if (group === 'nodes' && notChecked !== undefined) context.notChecked(notChecked);
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
