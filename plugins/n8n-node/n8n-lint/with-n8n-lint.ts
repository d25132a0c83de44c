import type { Check } from '../../../kernel/check.ts';
import { type LintGroup, lintRules } from './catalogue/lint-rules.ts';
import { lintTimeout } from './engine/lint-child.ts';
import { lintObservations } from './engine/lint-service.ts';

/**
 * A check that, after its own rules, tells what n8n's linter says of the same subject. The two share no fault: where
 * n8n has a rule for one, its own code is the one that authors know.
 */
export function withN8nLint(check: Check, group: LintGroup): Check {
  return {
    ...check,
    rules: [...check.rules, ...lintRules(group)],
    timeout: Math.max(check.timeout ?? 0, 2 * lintTimeout),
    async *run(context) {
      yield* check.run(context);
      yield* lintObservations(context, group);
    },
  };
}
