import { expect, it } from 'vitest';
import { severityOverrides } from '../../judge/severity-overrides.ts';
import type { Severity } from '../../kernel/enums.ts';
import { createKernel } from '../../kernel/kernel.ts';
import { definePlugin } from '../../kernel/plugin.ts';
import { verify } from '../../runner/verify.ts';
import { sampleCheck, sampleRule } from '../kernel/sample-plugin.ts';
import { memorySource, noSandbox } from '../runner/memory-source.ts';

/** A run of a check with the rules `a`, an error, and `b`, a warning that it raises with a severity of its own. */
async function run(rules: Record<string, 'off' | Severity>, raised: Severity = 'warning') {
  const check = sampleCheck('sample', {
    rules: [sampleRule('a'), sampleRule('b', { severity: 'warning' })],
    run: () => [{ code: 'b', message: 'B', severity: raised }],
  });
  const sample = definePlugin({ name: 'sample', projectTypes: [{ name: 'sample', title: 'Sample', checks: [check] }] });
  const kernel = createKernel({ plugins: [sample, severityOverrides(rules)] });
  return verify(memorySource(), { kernel, projectType: 'sample', timeout: 30, sandbox: () => noSandbox });
}

it('reports the rules that it changes, with or without findings', async () => {
  const { summary, ruleChanges } = await run({ a: 'off', b: 'error' });
  expect(summary).toBe('0 of 1 checks passed, 1 error, 2 rules changed by configuration');
  expect(ruleChanges).toEqual([
    { code: 'a', severity: 'off' },
    { code: 'b', severity: 'error' },
  ]);
});

it('ignores rules whose severity does not change, and unknown rules', async () => {
  const { summary, ruleChanges } = await run({ a: 'error', b: 'warning', unknown: 'off' });
  expect(summary).toBe('1 of 1 checks passed, 1 warning');
  expect(ruleChanges).toBeUndefined();
});

it('reports a rule even if its finding had a higher severity', async () => {
  const { summary, ruleChanges } = await run({ b: 'warning' }, 'error');
  expect(summary).toBe('1 of 1 checks passed, 1 warning, 1 rule changed by configuration');
  expect(ruleChanges).toEqual([{ code: 'b', severity: 'warning' }]);
});
