import type { Rule } from '../../../rule.ts';
import type { StructureSubject } from '../structure-subject.ts';
import { codexUnused } from './codex-unused.ts';
import { declaredRules } from './declared-rules.ts';
import { undeclared } from './undeclared.ts';
import { unused } from './unused-source.ts';

export const rules: readonly Rule<StructureSubject>[] = [...declaredRules, undeclared, unused, codexUnused];
