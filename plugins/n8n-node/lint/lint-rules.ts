import type { Rule } from '../../../kernel/index.ts';
import { credentialNameRules } from './rules/credential-names.ts';
import { credentialRules } from './rules/credentials.ts';
import { dependencyRules } from './rules/dependencies.ts';
import { fieldDescriptionRules } from './rules/field-descriptions.ts';
import { fieldLabelRules } from './rules/field-labels.ts';
import { fieldOptionRules } from './rules/field-options.ts';
import { fieldValueRules } from './rules/field-values.ts';
import { manifestRules } from './rules/manifest.ts';
import { nodeClassRules } from './rules/node-class.ts';
import { nodeExecutionRules } from './rules/node-execution.ts';
import { nodeFileRules } from './rules/node-files.ts';
import { securityRules } from './rules/security.ts';
import { sourceRules } from './rules/source-rules.ts';
import { standardDescriptionRules } from './rules/standard-descriptions.ts';

/** The check that a rule of the linter belongs to: one check each. */
export const lintGroups = ['manifest', 'dependencies', 'nodes', 'credentials', 'security'] as const;
export type LintGroup = (typeof lintGroups)[number];

const rulesOf: Readonly<Record<LintGroup, readonly Rule[]>> = {
  manifest: manifestRules,
  dependencies: dependencyRules,
  nodes: [
    ...sourceRules,
    ...nodeClassRules,
    ...nodeFileRules,
    ...nodeExecutionRules,
    ...fieldValueRules,
    ...fieldLabelRules,
    ...fieldDescriptionRules,
    ...standardDescriptionRules,
    ...fieldOptionRules,
  ],
  credentials: [...credentialRules, ...credentialNameRules],
  security: securityRules,
};

/** The rules of a group, for the check that yields its observations. */
export function lintRules(group: LintGroup): readonly Rule[] {
  return rulesOf[group];
}
