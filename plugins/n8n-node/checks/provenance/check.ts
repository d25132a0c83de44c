import type { Check } from '../../../../kernel/check.ts';
import { defineCheck } from '../../../../kernel/plugin.ts';
import { publishedRules, workflowRules } from './rules/provenance-rules.ts';
import type { TrustOptions } from './verify-attestations.ts';

/** @param trust source of sigstore's root certificates; its public repository by default */
export function createProvenanceCheck(trust: TrustOptions = {}): Check {
  return defineCheck({
    name: 'provenance',
    title: 'The package is published with provenance from its repository',
    rules: [
      ...publishedRules.map((rule) => ({ ...rule, onlyIn: 'package' as const })),
      ...workflowRules.map((rule) => ({ ...rule, onlyIn: 'project' as const })),
    ],
    modes: ['project', 'package'],
    timeout: 90,
    cacheVersion: 'built in',
    // Attestations are fetched.
    uncachedMode: 'package',
    async *run(context) {
      // Both import large packages, which would slow down every start of the command.
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
