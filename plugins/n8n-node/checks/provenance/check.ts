import type { Check } from '../../../../kernel/check.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { publishedRules, workflowRules } from './rules/provenance-rules.ts';
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
      // Each brings a large package along, which every start of the command would load.
      if (context.mode === 'package') {
        const { publishedProvenance } = await import('./published-provenance.ts');
        yield* publishedProvenance(context, trust);
      } else {
        const { releaseWorkflow } = await import('./release-workflow.ts');
        yield* releaseWorkflow(context);
      }
    },
  });
}

export const provenanceCheck = createProvenanceCheck();
