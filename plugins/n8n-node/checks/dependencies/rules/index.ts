import type { Rule } from '../../../rule.ts';
import { absent, type DependencySubject } from './absent.ts';
import { dependencyRules } from './dependency-rules.ts';
import { lockOutdated } from './lock-outdated.ts';

export const rules: readonly Rule<DependencySubject>[] = [...dependencyRules, lockOutdated, absent];
