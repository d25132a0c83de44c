import { describe, expect, it } from 'vitest';
import { credentialsCheck } from '../../../../plugins/n8n-node/checks/credentials/check.ts';
import { nodesCheck } from '../../../../plugins/n8n-node/checks/nodes/check.ts';
import { askRules } from '../../../../plugins/n8n-node/checks/nodes/rules/ask-rules.ts';
import { sourceRules } from '../../../../plugins/n8n-node/checks/nodes/rules/source-rules.ts';
import { credentialCases } from '../checks/credentials/credential-cases.ts';
import { nodeCases } from '../checks/nodes/node-cases.ts';
import { everyRule } from '../every-rule.ts';
import { casesIn } from '../rule-case.ts';
import { fieldCases } from './field-cases.ts';
import { codes, type Given, violations } from './given-package.ts';
import { iconCases } from './icon-cases.ts';

const ofFiles = [...(await casesIn<Given>('nodes')), ...(await casesIn<Given>('credentials'))];
const cases = [...nodeCases, ...credentialCases, ...fieldCases, ...iconCases, ...ofFiles];

const aboutCode = new Set([...askRules, ...sourceRules].map(({ code }) => code));
const all = [...nodesCheck.rules, ...credentialsCheck.rules];

describe('the rules about descriptions', () => {
  const rules = everyRule(all.filter(({ code }) => !aboutCode.has(code)));

  it('have nothing against a package as it should be', async () => {
    expect(await codes({})).toEqual([]);
  });

  it.each(cases)('$code: $case', async ({ code, bad }) => {
    const found = await codes(bad);
    expect(found).toEqual([code]);
    rules.raised(code, found);
  });

  it.each(cases)('not $code: a near miss of $case', async ({ code, good }) => {
    const found = await codes(good);
    expect(found).toEqual([]);
    rules.notRaised(code, found);
  });

  rules.seen();
});

it('a secret that only an operation shows is a warning, also in its collection, and data if the operation stores it', async () => {
  const token = { displayName: 'Access Token', name: 'accessToken', type: 'string', default: '' };
  const shownFor = (operation: string) => ({ displayOptions: { show: { operation: [operation] } } });
  const options = { displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [token] };
  const operation = {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    default: 'get',
    options: [
      { name: 'Get', value: 'get', action: 'Get an order' },
      { name: 'Register', value: 'registerClient', action: 'Register a client' },
    ],
  };
  const severities = async (...properties: object[]) =>
    (await violations({ node: { properties: [operation, ...properties] } })).map(
      ({ rule, violation }) => violation.severity ?? rule.severity,
    );
  const both = (display: object) => severities({ ...token, ...display }, { ...options, ...display });
  expect(await both(shownFor('get'))).toEqual(['warning', 'warning']);
  expect(await both(shownFor('registerClient'))).toEqual([]);
  expect(await severities(options)).toEqual(['error']);
});
