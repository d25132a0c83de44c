import type { Rule } from '../../../rule.ts';
import { contentRules, type DocsSubject } from './docs-rules.ts';

/** About the content of a README that is not the template's; see check.ts for the others. */
export const rules: readonly Rule<DocsSubject>[] = [...contentRules];
