import { describe, expect, it } from 'vitest';
import { checkRules } from '../../../../../plugins/n8n-node/check-rules.ts';
import { credentialsCheck } from '../../../../../plugins/n8n-node/checks/credentials/check.ts';
import { nodesCheck } from '../../../../../plugins/n8n-node/checks/nodes/check.ts';
import { askRules } from '../../../../../plugins/n8n-node/checks/nodes/rules/ask-rules.ts';
import { acmeNode, acmeProject } from '../../acme-project.ts';
import { openProject } from '../../project-on-disk.ts';
import { givenPackage } from '../../shared-rules/given-package.ts';

const field = (name: string, more: object = {}) => ({ displayName: name, name, type: 'string', default: '', ...more });
const properties = [
  field('orderId'),
  field('filters', { type: 'collection', default: {}, options: [field('status')] }),
  field('place', {
    type: 'fixedCollection',
    default: {},
    options: [{ displayName: 'Coordinates', name: 'coordinates', values: [field('latitude')] }],
  }),
  field('sheet', { type: 'resourceLocator', default: { mode: 'id', value: '' }, modes: [{ name: 'id' }] }),
];
const ask = (name: string, more: object = {}) => ({
  kind: 'parameter' as const,
  name,
  fallback: false,
  file: 'nodes/Acme/Acme.node.ts',
  line: 1,
  column: 1,
  ...more,
});
async function said(
  asked: ReturnType<typeof ask>,
  node: Readonly<Record<string, unknown>> = { properties },
  beside: readonly ReturnType<typeof ask>[] = [],
) {
  const found: string[] = [];
  const all = givenPackage({ node });
  for await (const { code, severity, message } of checkRules(askRules, { asks: [asked, ...beside], all }))
    found.push([severity, code, message].filter(Boolean).join(' '));
  return found;
}

describe('a parameter that code asks for', () => {
  it.each([
    ['orderID', 'nodes-parameter-unknown Parameter "orderID" is not defined in any node; did you mean "orderId"?'],
    ['customer', 'nodes-parameter-unknown Parameter "customer" is not defined in any node'],
    ['filters.state', 'nodes-parameter-unknown Parameter "filters.state" is not defined in any node'],
    ['place.position', 'nodes-parameter-unknown Parameter "place.position" is not defined in any node'],
    ['status', 'nodes-parameter-unknown Parameter "status" is not defined in any node'],
  ])('%s is there by no node', async (name, message) => {
    expect(await said(ask(name))).toEqual([message]);
  });

  it.each([
    'orderId',
    'filters',
    'filters.status',
    'place.coordinates',
    'place.coordinates.latitude',
    'sheet.value',
    'pollTimes',
  ])('%s may be there', async (name) => {
    expect(await said(ask(name))).toEqual([]);
  });

  it('is a warning where there is a value to fall back to', async () => {
    expect(await said(ask('orderID', { fallback: true }))).toEqual([
      expect.stringMatching(/^warning nodes-parameter-unknown/),
    ]);
    expect(await said(ask('customer', { fallback: true }))).toEqual([]);
  });

  it('is lost where it is a group that there is not, unless the right one is asked for as well', async () => {
    const wrong = ask('place.position', { fallback: true });
    expect(await said(wrong)).toEqual([expect.stringMatching(/^nodes-parameter-unknown/)]);
    expect(await said(wrong, undefined, [ask('place.coordinates', { fallback: true })])).toEqual([
      expect.stringMatching(/^warning nodes-parameter-unknown/),
    ]);
    expect(await said(ask('filters.state', { fallback: true }))).toEqual([]);
  });

  it('is not judged where parameters are not all known', async () => {
    expect(await said(ask('orderID'), { properties: { $cycle: true } })).toEqual([]);
  });
});

describe('a parameter that waits for a version which there is not', () => {
  it.each([
    ["this.getNodeParameter('orderId', 0)", 'nodes-parameter-never-shown:15 error'],
    ["this.getNodeParameter('orderId', 0, '')", 'nodes-parameter-never-shown:15'],
  ])('and that is asked for by %s', async (asked, expected) => {
    const source = acmeNode({ members: `async run(this: IExecuteFunctions) { return ${asked}; }` }).replace(
      'properties: [],',
      `properties: [{ displayName: 'Order ID', name: 'orderId', type: 'string', default: '', displayOptions: { show: { '@version': [2] } } }],`,
    );
    const said = await told(source);
    expect(said.filter((one) => one.startsWith('nodes-parameter-never'))).toEqual([expected]);
  });
});

describe('a credential that code asks for', () => {
  it('is declared by a node, or told of', async () => {
    expect(await said(ask('acmeApi', { kind: 'credential' }))).toEqual([]);
    expect(await said(ask('acmeOAuth2Api', { kind: 'credential' }), {})).toEqual([
      'nodes-credential-undeclared Credential "acmeOAuth2Api" is not declared by any node',
    ]);
  });
});

const members = (webhookMethods: string, test = '') => `
  webhookMethods = { default: ${webhookMethods} };
  methods = { credentialTest: { async testAcme() { ${test} return { status: 'OK' as const, message: '' }; } } };
  async run(this: IExecuteFunctions) {
    const credentials = await this.getCredentials('acmeApi');
    await this.helpers.httpRequestWithAuthentication.call(this, 'acmeOAuth2Api', { url: '/' });
    return [credentials, this.getNodeParameter('orderId', 0), this.getNodeParameter('colour', 0)];
  }
`;

async function told(source: string, check = nodesCheck) {
  await using project = await openProject(
    acmeProject({
      'nodes/Acme/Acme.node.ts': source,
      'nodes/Acme/unused.ts': "export const run = (that: any) => that.getNodeParameter('nothing', 0);\n",
    }),
  );
  const { findings } = await project.run(check);
  return findings.map(({ code, line, severity = '' }) => `${code}:${line} ${severity}`.trim());
}

describe('what is read of the code', () => {
  it('are the names that it asks for, in what the declared nodes lead to, and methods that do nothing', async () => {
    const idle =
      '{ async checkExists() { return true; }, async create() { return true; }, async delete() { return true; } }';
    const source = acmeNode({ members: members(idle) });
    const line = source.split('\n').findIndex((one) => one.includes('webhookMethods')) + 1;
    expect(await told(source)).toEqual(
      expect.arrayContaining([
        `nodes-webhook-not-registered:${line}`,
        `nodes-credential-undeclared:${line + 4}`,
        `nodes-parameter-unknown:${line + 5}`,
      ]),
    );
    expect((await told(source)).filter((one) => one.startsWith('nodes-parameter-unknown'))).toHaveLength(2);
    expect(await told(source, credentialsCheck)).toContain(`credentials-test-cannot-fail:${line + 1}`);
  });

  it('is not what the code can do without', async () => {
    const trying = (handler: string) =>
      acmeNode({
        members: `async run(this: IExecuteFunctions) { try { return this.getNodeParameter('colour', 0); } ${handler} }`,
      });
    const unknown = expect.stringContaining('nodes-parameter-unknown');
    expect(await told(trying('catch (error) { return undefined; }'))).not.toContainEqual(unknown);
    expect(await told(trying('catch (error) { throw error; }'))).toContainEqual(unknown);
    expect(await told(trying('catch (error) { return { error }; }'))).toContainEqual(unknown);
  });

  it('is not what does something', async () => {
    const busy =
      '{ async checkExists() { return false; }, async create() { return true; }, async delete() { return true; } }';
    const source = acmeNode({ members: members(busy, 'await fetchAccount();') });
    expect(await told(source)).not.toContainEqual(expect.stringContaining('nodes-webhook-not-registered'));
    expect(await told(source, credentialsCheck)).not.toContainEqual(expect.stringContaining('cannot-fail'));
  });
});
