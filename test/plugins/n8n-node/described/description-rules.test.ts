import { describe, expect, it } from 'vitest';
import { credentialsCheck } from '../../../../plugins/n8n-node/credentials/credentials-check.ts';
import { askRules } from '../../../../plugins/n8n-node/nodes/ask-rules.ts';
import { nodesCheck } from '../../../../plugins/n8n-node/nodes/nodes-check.ts';
import { credentialCases } from '../credentials/credential-cases.ts';
import { iconCases } from '../icons/icon-cases.ts';
import { nodeCases } from '../nodes/node-cases.ts';
import { fieldCases } from './field-cases.ts';
import { codes } from './given-package.ts';

const cases = [...nodeCases, ...credentialCases, ...fieldCases, ...iconCases];

describe('the rules about descriptions', () => {
  it('have nothing against a package as it should be', async () => {
    expect(await codes({})).toEqual([]);
  });

  it.each(cases)('$code: $case', async ({ code, bad }) => {
    expect(await codes(bad)).toEqual([code]);
  });

  it.each(cases)('not $code: a near miss of $case', async ({ good }) => {
    expect(await codes(good)).toEqual([]);
  });

  it('have a case each', () => {
    const aboutCode = new Set(askRules.map(({ code }) => code));
    const all = [...nodesCheck.rules, ...credentialsCheck.rules].map(({ code }) => code);
    const rules = all.filter((code) => !aboutCode.has(code));
    expect(new Set(cases.map(({ code }) => code))).toEqual(new Set(rules));
  });
});
