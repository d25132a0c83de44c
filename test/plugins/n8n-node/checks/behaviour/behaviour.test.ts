import { beforeAll, describe, expect, test } from 'vitest';
import type { Observation } from '../../../../../kernel/index.ts';
import { behaviourCheck } from '../../../../../plugins/n8n-node/checks/behaviour/check.ts';
import { everyRule } from '../../every-rule.ts';
import { openProject } from '../../project-on-disk.ts';
import type { RuleCase } from '../../rule-case.ts';
import { behaviourCases } from './behaviour-cases.ts';
import { declarativeCases, notDeclarative } from './declarative-cases.ts';
import {
  atRuntime,
  credentialSource,
  declarativeStyles,
  type GivenNode,
  nodeSource,
  packageOf,
  type Style,
  styles,
} from './node-source.ts';
import { pageCases } from './page-cases.ts';
import { credentialCases, partCases } from './part-cases.ts';
import { valueCases } from './value-cases.ts';
import { variantCases } from './variant-cases.ts';

interface Placed extends RuleCase<GivenNode> {
  style: Style;
  /** Class of the node with the fault; the one without has an own name. */
  name: string;
}

/** All in the first style; in the others, which differ in where n8n finds the description, every fourth. */
const inStyles = (cases: readonly RuleCase<GivenNode>[], all: readonly Style[]) =>
  all.flatMap((style, at) => cases.filter((_, index) => at === 0 || index % 4 === 0).map((one) => ({ ...one, style })));

const placed: readonly Placed[] = [
  ...inStyles([...behaviourCases, ...partCases, ...pageCases, ...valueCases, ...variantCases], styles),
  ...inStyles(declarativeCases, declarativeStyles),
].map((one, at) => ({ ...one, name: `Case${at}` }));
const tested = credentialCases.map((one, at) => ({ ...one, name: `Tested${at}` }));

/** A node that does nothing but use a credential. */
const userOf = (credential: string) =>
  nodeSource(`${credential}User`, 'programmatic', {
    properties: [],
    credentials: [{ name: `t${credential.slice(1)}`, required: true }],
    execute: 'return [items];',
  });

/** In several packages: each start of n8n's engine takes time, and each package has a limit. */
const packages = 3;
const findings: Observation[] = [];
beforeAll(async () => {
  const size = Math.ceil(placed.length / packages);
  const credentials = tested.flatMap(({ name, bad, good }) => [
    [name, credentialSource(name, bad)],
    [`${name}Good`, credentialSource(`${name}Good`, good)],
  ]);
  const users = credentials.flatMap(([name = '']) => [[`${name}User`, userOf(name)]]);
  for (let at = 0; at < packages; at++) {
    const own = sourcesOf(placed.slice(at * size, (at + 1) * size));
    const isLast = at === packages - 1;
    const nodes = Object.fromEntries(isLast ? [...own, ...users] : own);
    const contents = isLast ? packageOf(nodes, Object.fromEntries(credentials)) : packageOf(nodes);
    await using project = await openProject(contents, { mode: 'package' });
    const { findings: found, skipped } = await project.run(behaviourCheck);
    expect(skipped).toBeUndefined();
    findings.push(...found);
  }
});

const sourcesOf = (cases: readonly Placed[]) =>
  cases.flatMap(({ name, style, bad, good }) => [
    [name, nodeSource(name, style, bad)],
    [`${name}Good`, nodeSource(`${name}Good`, style, good)],
  ]);

const findingsFor = (name: string) =>
  findings.filter(({ file, message, evidence }) => `${file}\n${message}\n${evidence}`.includes(`/${name}.`));
const codesFor = (name: string) => findingsFor(name).map(({ code }) => code);
const messagesFor = (name: string) => findingsFor(name).map(({ message = '' }) => message);

const rules = everyRule(behaviourCheck.rules);

describe.each([...placed, ...tested.map((one) => ({ ...one, style: 'credential' }))])(
  '$code, $style: $case',
  ({ code, name }) => {
    test('is found', () => rules.raised(code, codesFor(name)));
    test('and nothing is found in what comes close', () => {
      const found = codesFor(`${name}Good`);
      rules.notRaised(code, found);
      expect(found).toEqual([]);
    });
  },
);

test('output of a request with the values of another item is not reported as paired wrongly as well', () => {
  const repeated = placed.filter(({ case: title }) => title.endsWith('and what was answered to them'));
  expect(new Set(repeated.flatMap(({ name }) => codesFor(name)))).toEqual(new Set(['behaviour-values-of-other-item']));
});

test('a parameter that a node without code does not send is to be sent by its description', () => {
  const all = placed.filter(({ code }) => code === 'behaviour-parameter-unused');
  for (const { name, style } of all)
    for (const { fix = '', docs } of findingsFor(name)) {
      const isDeclarative = declarativeStyles.some((one) => one === style);
      expect([fix.includes('routing.send'), docs?.includes('declarative') ?? false]).toEqual([
        isDeclarative,
        isDeclarative,
      ]);
    }
});

test('a request that nothing waits for is told once', () => {
  const left = placed.filter(({ code }) => code === 'behaviour-request-not-awaited');
  expect(left.map(({ name }) => codesFor(name))).toEqual(left.map(({ code }) => [code]));
});

test('fields that input items get are named, but not those that they were made up with', () => {
  const all = findings.filter(({ code }) => code === 'behaviour-input-changed').map(({ message }) => message);
  expect(all).toContainEqual(expect.stringContaining('it adds `json.order` to its input items'));
  expect(all).toContainEqual(expect.stringContaining('it changes, adds or removes fields of its input items'));
  expect(all.join()).not.toMatch(/json\.p\d/);
});

test('a fault that depends on a value names the value', () => {
  const all = placed.filter((one) => variantCases.some((of) => of.case === one.case && of.code === one.code));
  const messages = all.flatMap(({ name }) => messagesFor(name));
  for (const change of [
    ...['with view = "full"', 'with long = true', 'with all values of include'],
    'with all optional fields and switches on',
  ])
    expect(messages).toContainEqual(expect.stringContaining(`get (${change})`));
  expect(messages).toContainEqual(expect.stringContaining('getAll (when the API returns a list)'));
});

test('a fault that does not depend on a value is reported without it', () => {
  const all = placed.filter(({ case: title }) => title === 'whatever the option is');
  expect(all.flatMap(({ name }) => messagesFor(name)).map((one) => one.split(':')[0])).toEqual(all.map(() => 'get'));
});

test('a webhook that is not removed is an error where its ID was stored', () => {
  const found = findings.filter(({ code }) => code === 'behaviour-webhook-not-deleted');
  expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['error', undefined]));
});

test('every code has a case of a declarative node, or a reason why there is none', () => {
  const cases = new Set(declarativeCases.map(({ code }) => code));
  const codes = behaviourCheck.rules.map(({ code }) => code);
  expect(codes.filter((code) => cases.has(code) === code in notDeclarative)).toEqual([]);
});

test('parameters whose names one line works out are one fault', async () => {
  const source = nodeSource('Acme', 'programmatic', {
    operation: 'get',
    others: ['read', 'find'],
    execute: `const operation = this.getNodeParameter('operation', 0);
      const id = this.getNodeParameter(operation + 'Id', 0);
      return [items.map((_, item) => ({ json: { id }, pairedItem: { item } }))];`,
  });
  await using project = await openProject(packageOf({ Acme: source }), { mode: 'package' });
  const { findings: found } = await project.run(behaviourCheck);
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringMatching(/: parameters "\w+Id", "\w+Id", "\w+Id" are read, but n8n does not show them$/),
  ]);
});

test('parameters that one function reads are a fault each', async () => {
  const source = nodeSource('Acme', 'programmatic', {
    operation: 'get',
    others: ['read'],
    module: 'const read = (context, name) => context.getNodeParameter(name, 0);',
    execute: `const operation = this.getNodeParameter('operation', 0);
      const id = operation === 'get' ? read(this, ${atRuntime('getId')}) : read(this, ${atRuntime('readId')});
      return [items.map((_, item) => ({ json: { id }, pairedItem: { item } }))];`,
  });
  await using project = await openProject(packageOf({ Acme: source }), { mode: 'package' });
  const { findings: found } = await project.run(behaviourCheck);
  expect(found.map(({ message }) => message)).toEqual([
    'get: parameter "getId" is read, but n8n does not show it',
    'read: parameter "readId" is read, but n8n does not show it',
  ]);
});

test('a webhook that never starts the workflow is told, where no code of its node could', async () => {
  const webhook = (name: string, returned: string) =>
    nodeSource(name, 'programmatic', {
      about: "webhooks: [{ name: 'default', httpMethod: 'POST', path: 'webhook' }], inputs: [],",
      properties: [],
      members: `async webhook() { const body = this.getBodyData(); return ${returned}; }`,
    });
  const starting = 'body.isTest ? { webhookResponse: body } : { workflowData: [this.helpers.returnJsonArray(body)] }';
  for (const [returned, isTold] of [
    ['{ webhookResponse: body }', true],
    ['{ workflowData: [] }', true],
    ['body.isTest ? { workflowData: undefined } : { webhookResponse: body }', true],
    [starting, false],
  ] as const) {
    const nodes = { AcmeTrigger: webhook('AcmeTrigger', returned), OtherTrigger: webhook('OtherTrigger', starting) };
    await using project = await openProject(packageOf(nodes), { mode: 'package' });
    const { findings: found } = await project.run(behaviourCheck);
    if (isTold) rules.raised('behaviour-webhook-starts-nothing', found);
    else rules.notRaised('behaviour-webhook-starts-nothing', found);
  }
});

test('requests without a secret are told, unless the usual way to authenticate has none', async () => {
  const auth = (usual: string) =>
    `properties = [
      { displayName: 'Authentication', name: 'authentication', type: 'options', options: [{ name: 'None', value: 'none' }, { name: 'Basic', value: 'basic' }], default: '${usual}' },
      { displayName: 'Password', name: 'password', type: 'string', typeOptions: { password: true }, default: '', displayOptions: { show: { authentication: ['basic'] } } },
    ];
    authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.password}}' } } };`;
  const open = (credential: string): GivenNode => ({
    credentials: [{ name: credential, required: true }],
    execute: `const { authentication } = await this.getCredentials('${credential}');
      for (let i = 0; i < items.length; i++) {
        const order = await this.helpers.httpRequest({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i), headers: { 'X-Kind': authentication } });
        returnData.push({ json: order, pairedItem: { item: i } });
      }
      return [returnData];`,
  });
  const nodes = {
    AcmeBasic: nodeSource('AcmeBasic', 'programmatic', open('basicApi')),
    AcmeOpen: nodeSource('AcmeOpen', 'programmatic', open('openApi')),
  };
  const credentials = {
    BasicApi: credentialSource('BasicApi', auth('basic')),
    OpenApi: credentialSource('OpenApi', auth('none')),
  };
  await using project = await openProject(packageOf(nodes, credentials), { mode: 'package' });
  const { findings: found } = await project.run(behaviourCheck);
  const ofNode = (name: string) => found.filter(({ file = '' }) => file.includes(name));
  rules.raised('behaviour-credential-unused', ofNode('AcmeBasic'));
  rules.notRaised('behaviour-credential-unused', ofNode('AcmeOpen'));
});

test('a URL without a scheme in a credential is told, unless code adds it; operations run with one', async () => {
  const url = (initial: string) =>
    `properties = [{ displayName: 'URL', name: 'url', type: 'string', default: '${initial}' }, { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' }];
    authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } } };`;
  const getting = (credential: string, base: string): GivenNode => ({
    credentials: [{ name: credential, required: true }],
    execute: `const { url } = await this.getCredentials('${credential}');
      for (let i = 0; i < items.length; i++) {
        const order = await this.helpers.httpRequestWithAuthentication.call(this, '${credential}', { url: ${base} + '/orders/' + this.getNodeParameter('orderId', i) });
        returnData.push({ json: order, pairedItem: { item: i } });
      }
      return [returnData];`,
  });
  const routed = (credential: string): GivenNode => ({
    credentials: [{ name: credential, required: true }],
    routing: "{ request: { baseURL: '={{$credentials.url}}', url: '=/orders/{{$parameter.orderId}}' } }",
  });
  const nodes = {
    AcmeCode: nodeSource('AcmeCode', 'programmatic', getting('bareApi', 'url')),
    AcmeRouted: nodeSource('AcmeRouted', 'declarative', routed('relativeApi')),
    AcmeCompleted: nodeSource('AcmeCompleted', 'programmatic', getting('hostApi', "'https://' + url")),
    AcmeWhole: nodeSource('AcmeWhole', 'declarative', routed('wholeApi')),
  };
  const credentials = {
    BareApi: credentialSource('BareApi', url('api.acme.example/v1')),
    RelativeApi: credentialSource('RelativeApi', url('//api.acme.example/v1')),
    HostApi: credentialSource('HostApi', url('api.acme.example')),
    WholeApi: credentialSource('WholeApi', url('https://api.acme.example/v1')),
  };
  await using project = await openProject(packageOf(nodes, credentials), { mode: 'package' });
  const { findings: found } = await project.run(behaviourCheck);
  rules.raised('behaviour-default-without-scheme', found);
  rules.notRaised(
    'behaviour-default-without-scheme',
    found.filter(({ file = '' }) => /(?:Host|Whole)Api/.test(file)),
  );
  const told = found.filter(({ code }) => code === 'behaviour-default-without-scheme');
  expect(told).toMatchObject([
    { file: 'dist/credentials/BareApi.credentials.js', line: 6 },
    { file: 'dist/credentials/RelativeApi.credentials.js', line: 6 },
  ]);
  expect(new Set(project.operations.map(({ outcome }) => outcome))).toEqual(new Set(['exercised']));
});

test('the ID of the instance is an error, unless it goes to the service of the credential', async () => {
  const found = findings.filter(({ code }) => code === 'behaviour-instance-sent');
  expect(new Set(found.map(({ severity = 'warning' }) => severity))).toEqual(new Set(['warning', 'error']));
});

describe('settings', () => {
  const config = (operation: object) => ({
    ...packageOf({ Acme: nodeSource('Acme', 'programmatic', { execute: 'return [[]];' }) }),
    '.service/config.json': JSON.stringify({ behaviour: { operations: [operation] } }),
  });

  test('that cannot be used are reported, and nothing is run', async () => {
    await using project = await openProject(config({ operation: 'get' }));
    const { findings: found } = await project.run(behaviourCheck);
    rules.raised('behaviour-config-invalid', found);
    expect(found).toMatchObject([{ file: '.service/config.json', line: 1 }]);
    expect(project.operations).toEqual([]);
  });

  test('of a published package do not apply', async () => {
    await using project = await openProject(config({ operation: 'get' }), { mode: 'package' });
    const { findings: found } = await project.run(behaviourCheck);
    rules.notRaised('behaviour-config-invalid', found);
    expect(project.operations).toMatchObject([{ outcome: 'exercised' }]);
  });
});

rules.seen();
