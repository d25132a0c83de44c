import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';
import { buildStepMissing } from './build-step-missing.ts';
import { duplicateKey } from './duplicate-key.ts';
import { entryRules } from './entry-rules.ts';
import { installRules } from './install-rules.ts';
import { licenseRules } from './license-rules.ts';
import { publishingRules } from './publishing-rules.ts';
import { repositoryRules } from './repository-rules.ts';
import { templateRules } from './template-rules.ts';

export const rules: readonly Rule<ManifestSubject>[] = [
  duplicateKey,
  buildStepMissing,
  ...publishingRules,
  ...installRules,
  ...entryRules,
  ...repositoryRules,
  ...templateRules,
  ...licenseRules,
];
