import type { NextRuleset } from '../../../../kernel/plugin.ts';
import { nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';

/**
 * How the rules change when n8n's gate takes the newest version of its plugin, which it does not yet. A test compares it
 * with the registry.
 */
export const nextRuleset: NextRuleset = {
  source: '@n8n/eslint-plugin-community-nodes 0.32.0',
  changes: [
    {
      kind: 'added',
      check: 'nodes',
      rule: n8nRule({
        code: '@n8n/community-nodes/no-unsafe-connection-type-cast',
        title: 'The type of inputs or outputs is erased by a cast',
        why: 'Behind `as never`, `as any` or `as unknown` neither TypeScript nor the other rules see that a connection is wrong.',
        fix: 'Remove the cast, and correct what TypeScript then says.',
        bad: nodeFile({ inputs: "['main'] as never" }),
        good: nodeFile({ inputs: '[NodeConnectionTypes.Main]' }),
      }),
    },
    {
      kind: 'stricter',
      code: '@n8n/community-nodes/no-overrides-field',
      what: '`resolutions`, which yarn reads, is not allowed either',
    },
    {
      kind: 'stricter',
      code: '@n8n/community-nodes/no-credential-reuse',
      what: 'looks through casts of a description, and into one that the constructor assigns',
    },
    {
      kind: 'stricter',
      code: '@n8n/community-nodes/no-emoji-in-options',
      what: 'looks through casts of a description, and into one that the constructor assigns',
    },
    {
      kind: 'looser',
      code: '@n8n/community-nodes/node-registration-complete',
      what: 'the versions of a versioned node, in folders below it, need no entry of their own',
    },
  ],
};
