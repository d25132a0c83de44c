import { expect, it } from 'vitest';
import { builtinKernel } from '../../../../../plugins/builtin.ts';
import { nextRuleset } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/next-ruleset.ts';

const kernel = builtinKernel();

it('what the next ruleset adds is not in force, and what it changes is', () => {
  const inForce = kernel.rules();
  const checks = kernel.checks('n8n-node').map(({ name }) => name);
  for (const change of nextRuleset.changes) {
    if (change.kind === 'added') {
      expect(inForce.has(change.rule.code)).toBe(false);
      expect(checks).toContain(change.check);
    } else expect(inForce.has(change.code)).toBe(true);
  }
});
