import { beforeAll, expect, test } from 'vitest';
import type { Observation } from '../../../../../kernel/finding.ts';
import type { Operation } from '../../../../../kernel/result.ts';
import { behaviourCheck } from '../../../../../plugins/n8n-node/checks/behaviour/check.ts';
import { openProject } from '../../project-on-disk.ts';
import { type GivenNode, nodeSource, packageOf } from './node-source.ts';

const field = (name: string, type: string, initial: unknown, more: object = {}) => ({
  ...{ displayName: name, name, type, default: initial },
  ...more,
});
const options = (names: readonly string[]) => ({ options: names.map((name) => ({ name, value: name })) });

const trigger = (webhook: string, more: GivenNode & { create?: string } = {}): GivenNode => ({
  properties: [],
  ...more,
  about:
    "inputs: [], group: ['trigger'], webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],",
  members: `webhookMethods = { default: {
    async checkExists() { return this.getWorkflowStaticData('node').id !== undefined; },
    async create() {
      const url = this.getNodeWebhookUrl('default');
      const hook = await this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { method: 'POST', url: 'https://api.acme.example/hooks', body: { url }, json: true });
      const kept = this.getWorkflowStaticData('node');
      ${more.create ?? 'kept.id = hook.id;'}
      return true;
    },
    async delete() {
      const kept = this.getWorkflowStaticData('node');
      await this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { method: 'DELETE', url: 'https://api.acme.example/hooks/' + kept.id });
      for (const name of Object.keys(kept)) delete kept[name];
      return true;
    },
  } };
  async webhook() {
    const body = this.getBodyData();
    const headers = this.getHeaderData();
    const kept = this.getWorkflowStaticData('node');
    const turnAway = () => { this.getResponseObject().status(401).json({ error: 'Not signed' }); return { noWebhookResponse: true }; };
    ${webhook}
    return { workflowData: [this.helpers.returnJsonArray(body)] };
  }`,
});

const digest = (secret: string) =>
  `require('crypto').createHmac('sha256', ${secret}).update(this.getRequestObject().rawBody).digest('hex')`;
const ofSubscription = {
  create: 'kept.id = hook.id; kept.subscriptions = [{ id: hook.id, secret: hook.secret }];',
};

const started: Readonly<Record<string, GivenNode>> = {
  'a signature with a secret that the API returned': trigger(
    `if (!kept.secret || headers['x-acme-signature'] !== 'sha256=' + ${digest('kept.secret')}) return turnAway();`,
    { create: 'kept.id = hook.id; kept.secret = hook.secret;' },
  ),
  'a signature with the secret of one of several subscriptions': trigger(
    `const isRight = ({ secret }) => headers['x-acme-signature'] === 'sha256=' + ${digest('secret')};
    const own = (kept.subscriptions ?? []).filter(({ id }) => id === body.subscription_id);
    if (!own.some(isRight)) return turnAway();`,
    ofSubscription,
  ),
  'a signature, with a list of its own in static data': trigger(
    `if (headers['x-acme-signature'] !== 'sha256=' + ${digest('kept.secret')}) return turnAway();
    const seen = kept.seen ?? [];
    if (seen.includes(body.id)) return {};
    seen.push(body.id);
    kept.seen = seen;`,
    { create: 'kept.id = hook.id; kept.secret = hook.secret;' },
  ),
  'a signature as base64, with an ID and a time before the body': trigger(
    `const { apiKey } = await this.getCredentials('acmeApi');
    const { subtle } = globalThis.crypto;
    const bytes = new TextEncoder().encode([headers['svix-id'], headers['svix-timestamp'], this.getRequestObject().rawBody].join('.'));
    const key = await subtle.importKey('raw', new TextEncoder().encode(apiKey), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const right = Buffer.from(await subtle.sign('HMAC', key, bytes)).toString('base64');
    if (!String(headers['svix-signature']).split(' ').includes('v1,' + right)) return turnAway();`,
  ),
  'a token that the API returned': trigger(
    "if (!kept.token || headers.authorization !== 'Bearer ' + kept.token) return turnAway();",
    { create: 'kept.id = hook.id; kept.token = hook.token;' },
  ),
  'a signature with a time before the body, in a header of a service called Nextmail': trigger(
    `const [time, given] = (headers['x-nextmail-signature'] ?? '').split(';');
    const { apiKey } = await this.getCredentials('acmeApi');
    const right = require('crypto').createHmac('sha256', apiKey).update(time + '.' + this.getRequestObject().rawBody).digest('hex');
    if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300) || given !== right) return turnAway();`,
  ),
  'the secret of the credential in a header': trigger(
    "const { apiKey } = await this.getCredentials('acmeApi'); if (headers['x-acme-token'] !== apiKey) return turnAway();",
  ),
  'the name of the sender, and an event in a header': trigger(
    `if (!headers['user-agent']?.includes('Acmebot')) throw new Error('That is nobody we know');
    if (!headers['x-event-key']) throw new Error('There is no event');
    if (!this.getNodeParameter('events').includes(headers['x-event-key'])) return {};`,
    { properties: [field('events', 'multiOptions', ['paid'], { required: true, ...options(['paid', 'open']) })] },
  ),
  'an event in a field with another name': trigger(
    "if (!this.getNodeParameter('events').includes(body.name)) return {};",
    { properties: [field('events', 'multiOptions', ['paid'], { required: true, ...options(['paid', 'open']) })] },
  ),
  'a field that is what a user selects': trigger(
    "if (Object(body.data).direction !== this.getNodeParameter('direction')) return {};",
    { properties: [field('direction', 'options', 'incoming', options(['incoming', 'outgoing']))] },
  ),
  'a check that users can turn off': trigger(
    "if (this.getNodeParameter('verifySignature') && headers['x-acme-signature'] !== 'unheard of') return turnAway();",
    { properties: [field('verifySignature', 'boolean', true)] },
  ),
};
const rejected = trigger("if (headers['x-acme-signature'] !== 'unheard of') return turnAway();");

const cases = Object.entries({ ...started, rejected }).map(([name, given], at) => ({ name, given, at }));
const operations: Operation[] = [];
const findings: Observation[] = [];
beforeAll(async () => {
  const sources = cases.map(({ given, at }) => [`Hook${at}`, nodeSource(`Hook${at}`, 'programmatic', given)]);
  await using project = await openProject(packageOf(Object.fromEntries(sources)), { mode: 'package' });
  findings.push(...(await project.run(behaviourCheck)).findings);
  operations.push(...project.operations.filter(({ kind }) => kind === 'webhook'));
});
const operationOf = (at: number) => operations.find(({ node }) => node === `hook${at}`);

test.each(cases.slice(0, -1))('starts the workflow: $name', ({ at }) => {
  expect(operationOf(at)).toMatchObject({ outcome: 'exercised' });
});

test('says which check is turned off', () => {
  const at = Object.keys(started).indexOf('a check that users can turn off');
  expect(operationOf(at)?.output).toBe('1 item, with verifySignature = false');
});

test('says that a signature or token is checked', () => {
  expect(operationOf(cases.length - 1)).toMatchObject({
    outcome: 'not exercised',
    reason: 'it rejects a sample request, which lacks the signature or token that it checks',
  });
});

test('reports nothing of them', () => expect(findings).toEqual([]));
