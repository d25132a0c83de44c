import { expect, it } from 'vitest';
import { builtinKernel } from '../../../../../plugins/builtin.ts';
import { nextShippedKits } from '../../../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { addedRules, nextRuleset } from '../../../../../plugins/n8n-node/n8n-lint/catalogue/next-ruleset.ts';

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

it('the next ruleset has its own additions, name and kits, and everything else', () => {
  const next = builtinKernel([], { ruleset: 'next' });
  const rules = [...kernel.rules().keys()];
  const added = addedRules().map(({ code }) => code);
  expect(added.length).toBeGreaterThan(0);
  expect([...next.rules().keys()].toSorted()).toEqual([...rules, ...added].toSorted());
  expect(next.projectTypes.get('n8n-node')).toMatchObject({ ruleset: nextRuleset.name, kits: nextShippedKits });
});
