import type { Check } from '../../../kernel/check.ts';
import { defineCheck } from '../../../kernel/plugin.ts';
import { publishedRules, workflowRules } from './provenance-rules.ts';
import { publishedProvenance } from './published-provenance.ts';
import { releaseWorkflow } from './release-workflow.ts';
import type { TrustOptions } from './verify-attestations.ts';

/** @param trust where sigstore's roots of trust come from; its own public repository when not given */
export function createProvenanceCheck(trust: TrustOptions = {}): Check {
  return defineCheck({
    name: 'provenance',
    title: 'Provenance',
    rules: [...publishedRules, ...workflowRules],
    modes: ['project', 'package'],
    timeout: 90,
    async *run(context) {
      yield* context.mode === 'package' ? publishedProvenance(context, trust) : releaseWorkflow(context);
    },
  });
}

export const provenanceCheck = createProvenanceCheck();
