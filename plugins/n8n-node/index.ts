import type { Check, CheckContext } from '../../kernel/check.ts';
import { definePlugin, defineProjectType } from '../../kernel/plugin.ts';
import { artifactCheck } from './checks/artifact/check.ts';
import { behaviourCheck } from './checks/behaviour/check.ts';
import { compatibilityCheck } from './checks/compatibility/check.ts';
import { credentialsCheck } from './checks/credentials/check.ts';
import { dependenciesCheck } from './checks/dependencies/check.ts';
import { docsCheck } from './checks/docs/check.ts';
import { englishCheck } from './checks/english/check.ts';
import { loadCheck } from './checks/load/check.ts';
import { manifestCheck } from './checks/manifest/check.ts';
import { nodesCheck } from './checks/nodes/check.ts';
import { provenanceCheck } from './checks/provenance/check.ts';
import { securityCheck } from './checks/security/check.ts';
import { structureCheck } from './checks/structure/check.ts';
import { typesCheck } from './checks/types/check.ts';
import { describedPackage } from './model/descriptions/described-package.ts';
import { type LintGroup, lintRules } from './n8n-lint/catalogue/lint-rules.ts';
import { nextRuleset } from './n8n-lint/catalogue/next-ruleset.ts';
import { ruleset } from './n8n-lint/catalogue/ruleset.ts';
import { lintTimeout } from './n8n-lint/engine/lint-child.ts';
import { lintObservations, sourceLint } from './n8n-lint/engine/lint-service.ts';
import { requireDeclarations, requireNodes } from './project/manifest/manifest-subject.ts';
import { isForeign } from './project/manifest/shows-n8n.ts';
import { n8nNodeProject } from './project-type.ts';

/** npm packages that add nodes and credentials to n8n. */
export const n8nNodePlugin = definePlugin({
  name: 'n8n-node',
  projectTypes: [
    defineProjectType({
      ...n8nNodeProject,
      ruleset,
      nextRuleset,
      checks: [
        withN8nLint(manifestCheck, 'manifest'),
        ...[
          withN8nLint(dependenciesCheck, 'dependencies'),
          structureCheck,
          artifactCheck,
          withN8nLint(nodesCheck, 'nodes'),
          withN8nLint(credentialsCheck, 'credentials'),
          withN8nLint(securityCheck, 'security'),
          docsCheck,
          englishCheck,
          typesCheck,
          loadCheck,
          behaviourCheck,
          compatibilityCheck,
          provenanceCheck,
        ].map(ofPackagesForN8n),
      ],
    }),
  ],
});

/** Skips a check in a project that is not meant for n8n, which the check `manifest` reports. */
function ofPackagesForN8n(check: Check): Check {
  return {
    ...check,
    async *run(context) {
      if (await context.service(isForeign)) context.skip('this is no n8n community node package; see "manifest"');
      yield* check.run(context);
    },
  };
}

/**
 * Adds the findings of n8n's linter to a check. The rules do not overlap: if n8n has a rule for a problem, its code is
 * used, because authors know it.
 */
function withN8nLint(check: Check, group: LintGroup): Check {
  return {
    ...check,
    rules: [...check.rules, ...lintRules(group)],
    timeout: Math.max(check.timeout ?? 0, 2 * lintTimeout),
    async *run(context) {
      // Before what the check itself waits for.
      if (context.early) context.service(sourceLint).catch(() => {});
      yield* check.run(context);
      if (await context.service(isForeign)) return;
      yield* lintObservations(context, group);
      if (group === 'nodes' || group === 'credentials') await requireDescribed(context, group);
    },
  };
}

/** A check that read no description and found nothing has not passed. Nodes may use credentials of n8n only. */
async function requireDescribed(context: CheckContext, list: 'nodes' | 'credentials'): Promise<void> {
  const declared = await (list === 'nodes' ? requireNodes : requireDeclarations)(context);
  if (!declared.some((one) => one.list === list)) return;
  if ((await context.service(describedPackage))[list].length === 0) context.skip('nothing is loaded; see "load"');
}
