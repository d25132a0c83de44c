import type { Rule } from '../../../../kernel/index.ts';
import { credentialNameRules } from './credential-names.ts';
import { credentialRules } from './credentials.ts';
import { dependencyRules } from './dependencies.ts';
import { fieldDescriptionRules } from './field-descriptions.ts';
import { fieldLabelRules } from './field-labels.ts';
import { fieldOptionRules } from './field-options.ts';
import { fieldValueRules } from './field-values.ts';
import { manifestRules } from './manifest.ts';
import { nodeClassRules } from './node-class.ts';
import { nodeExecutionRules } from './node-execution.ts';
import { nodeFileRules } from './node-files.ts';
import { securityRules } from './security.ts';
import { sourceRules } from './source-rules.ts';
import { standardDescriptionRules } from './standard-descriptions.ts';

/** The checks with rules of the linter. Each rule belongs to one of them. */
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

/** The rules of a group, for the check that reports them. */
export function lintRules(group: LintGroup): readonly Rule[] {
  return rulesOf[group];
}
