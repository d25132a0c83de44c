import type { Rule } from '../../../../kernel/finding.ts';
import type { NextRuleset } from '../../../../kernel/plugin.ts';
import { nodeFile } from './example-text.ts';
import { n8nRule } from './n8n-rule.ts';
import { ruleset } from './ruleset.ts';

/**
 * How the rules change when n8n's gate takes the newest version of its plugin, which it does not yet. A test compares it
 * with the registry. The kit of the next ruleset has that version.
 */
export const nextRuleset: NextRuleset = {
  name: `${ruleset}-next`,
  source: '@n8n/eslint-plugin-community-nodes 0.32.0',
  changes: [
    {
      kind: 'added',
      check: 'nodes',
      rule: n8nRule({
        code: '@n8n/community-nodes/no-unsafe-connection-type-cast',
        title: 'Type assertion on inputs or outputs',
        why: '`as never`, `as any` or `as unknown` hides a wrong connection type from TypeScript and from other rules.',
        fix: 'Remove the assertion, and fix the errors that TypeScript then reports.',
        bad: nodeFile({ inputs: "['main'] as never" }),
        good: nodeFile({ inputs: '[NodeConnectionTypes.Main]' }),
      }),
    },
    {
      kind: 'stricter',
      code: '@n8n/community-nodes/no-overrides-field',
      what: 'also reports `resolutions`, which Yarn reads',
    },
    {
      kind: 'stricter',
      code: '@n8n/community-nodes/no-credential-reuse',
      what: 'also checks a description with a type assertion, or one that the constructor assigns',
    },
    {
      kind: 'stricter',
      code: '@n8n/community-nodes/no-emoji-in-options',
      what: 'also checks a description with a type assertion, or one that the constructor assigns',
    },
    {
      kind: 'looser',
      code: '@n8n/community-nodes/node-registration-complete',
      what: 'no longer requires entries for the versions of a versioned node in folders below it',
    },
  ],
};

/** The rules that the next ruleset adds. @param check only those of this check */
export function addedRules(check?: string): Rule[] {
  return nextRuleset.changes.flatMap((change) =>
    change.kind === 'added' && (check === undefined || change.check === check) ? [change.rule] : [],
  );
}
