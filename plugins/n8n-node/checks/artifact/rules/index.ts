import type { Rule } from '../../../rule.ts';
import { type ArtifactSubject, contentRules } from './content-rules.ts';

/** About the files that are shipped; those about the text of the license are in license-rules.ts. */
export const rules: readonly Rule<ArtifactSubject>[] = [...contentRules];
