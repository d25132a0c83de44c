import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';
import { dependencyRules } from './dependency-rules.ts';
import { lockOutdated } from './lock-outdated.ts';

export const rules: readonly Rule<ManifestSubject>[] = [...dependencyRules, lockOutdated];
