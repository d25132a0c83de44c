import { previousKit } from '../../installed-n8n.ts';
import type { RuleCase } from '../../rule-case.ts';
import type { Given } from '../../shared-rules/given-package.ts';

const operation = (...options: object[]): Given => ({
  node: {
    properties: [
      { displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, options, default: 'get' },
    ],
  },
});
const parameter = (fields: object): Given => ({
  node: { properties: [{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '', ...fields }] },
});
const atVersion = (...versions: unknown[]): Given => ({
  node: {
    version: [1, 1.1],
    properties: [
      {
        displayName: 'Order ID',
        name: 'orderId',
        type: 'string',
        default: '',
        displayOptions: { show: { '@version': versions } },
      },
    ],
  },
});
const kind = {
  displayName: 'Kind',
  name: 'kind',
  type: 'options',
  options: ['orders', 'users'].map((value) => ({ name: value, value })),
  default: 'orders',
};
/** A switch that is shown for values of its own. */
const returnAll = (initial: boolean, values: readonly boolean[], ofKind?: string) => ({
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: initial,
  description: 'Whether to return all results or only up to a given limit',
  displayOptions: { show: { returnAll: values, ...(ofKind && { kind: [ofKind] }) } },
});
/** A credential that is shown for a value of a switch. */
const withSwitch = (value: unknown): Given => ({
  node: {
    credentials: [{ name: 'acmeApi', required: true, displayOptions: { show: { useSample: [value] } } }],
    properties: [{ displayName: 'Use Sample', name: 'useSample', type: 'boolean', default: false }],
  },
});
const ofTrigger = { displayName: 'Airtable', group: ['trigger'], inputs: [], usableAsTool: undefined };
const webhook = (fields: object, methods: readonly string[] = []): Given => ({
  node: {
    group: ['trigger'],
    inputs: [],
    usableAsTool: undefined,
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook', ...fields }],
  },
  methods: ['webhook', ...methods],
});

/** Cases of the rules about what a node is for, and what it asks for. */
export const identityCases: readonly RuleCase<Given>[] = [
  {
    code: 'nodes-service-taken',
    case: 'the label of one of n8n',
    bad: { node: { displayName: 'Airtable' } },
    good: { node: { displayName: 'Airtable Views' } },
  },
  {
    code: 'nodes-service-taken',
    case: 'the label of one of n8n, written in another way',
    bad: { node: { displayName: 'AIR-table Trigger' } },
    good: { node: { displayName: 'Airtables' } },
  },
  {
    code: 'nodes-service-taken',
    case: 'the label of one of an earlier n8n',
    bad: { node: { displayName: 'Kitemaker' }, n8n: previousKit },
    good: { node: { displayName: 'Kitemaker' } },
  },
  {
    code: 'nodes-service-taken',
    case: 'a trigger that is alone',
    bad: { node: ofTrigger, methods: ['trigger'] },
    good: {
      node: ofTrigger,
      methods: ['trigger'],
      nodes: [{ name: 'acmeViews', displayName: 'Acme Views', properties: [] }],
    },
  },
  {
    code: 'nodes-template-left',
    case: 'the name of the example',
    bad: { node: { name: 'example' } },
    good: { node: { name: 'exampleOrders' } },
  },
  {
    code: 'nodes-template-left',
    case: 'the service of the example',
    bad: { node: { requestDefaults: { baseURL: 'https://api.example.com' } } },
    good: { node: { requestDefaults: { baseURL: 'https://api.acme.example' } } },
  },
  {
    code: 'nodes-template-left',
    case: 'the example of n8n, whose package is not renamed',
    bad: { node: { name: 'example' }, manifest: { name: 'n8n-nodes-starter' } },
    good: {
      node: { name: 'example' },
      credential: { test: { request: { baseURL: 'https://api.example.com' } } },
      manifest: { name: 'n8n-nodes-esbuild-starter' },
    },
  },
  {
    code: 'nodes-action-duplicate',
    case: 'an action that was copied',
    bad: operation(
      { name: 'Open', value: 'get', action: 'Open a ticket' },
      { name: 'Close', value: 'close', action: 'Open a ticket' },
    ),
    good: operation(
      { name: 'Open', value: 'get', action: 'Open a ticket' },
      { name: 'Close', value: 'close', action: 'Close a ticket' },
    ),
  },
  {
    code: 'nodes-operation-without-action',
    case: 'none has one',
    bad: operation({ name: 'Get', value: 'get' }, { name: 'Delete', value: 'delete' }),
    good: operation({ name: 'Get', value: 'get', action: 'Get an order' }),
  },
  {
    code: 'nodes-secret-parameter',
    case: 'a key',
    bad: parameter({ typeOptions: { password: true } }),
    good: parameter({ displayName: 'API Key Name' }),
  },
  {
    code: 'nodes-secret-parameter',
    case: 'a token in a collection',
    bad: {
      node: {
        properties: [
          {
            displayName: 'Options',
            name: 'options',
            type: 'collection',
            default: {},
            options: [{ displayName: 'Access Token', name: 'accessToken', type: 'string', default: '' }],
          },
        ],
      },
    },
    good: parameter({ displayName: 'Page Token', name: 'pageToken' }),
  },
  {
    code: 'nodes-webhook-invalid',
    case: 'an unknown mode',
    bad: webhook({ responseMode: 'immediately' }),
    good: webhook({ responseMode: '={{$parameter["orderId"]}}' }),
  },
  {
    code: 'nodes-webhook-invalid',
    case: 'an unknown method',
    bad: webhook({ httpMethod: 'SEND' }),
    good: webhook({ httpMethod: ['GET', 'POST'] }),
  },
  {
    code: 'nodes-webhook-invalid',
    case: 'unknown data of what the last node makes',
    bad: webhook({ responseMode: 'lastNode', responseData: 'everything' }),
    good: webhook({ responseMode: 'lastNode', responseData: '' }),
  },
  {
    code: 'nodes-webhook-invalid',
    case: 'unknown data of a response that is not its text',
    bad: webhook({ responseMode: 'lastNode', responseData: 'Thank you' }),
    good: webhook({ responseMode: 'onReceived', responseData: 'Thank you' }),
  },
  {
    code: 'nodes-webhook-invalid',
    case: 'methods under another name',
    bad: webhook({ name: 'setup' }, ['webhookMethods.default']),
    good: webhook({}, ['webhookMethods.default', 'webhookMethods.setup']),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'a credential that waits for a switch as text',
    bad: withSwitch('false'),
    good: withSwitch(false),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'a version that the node does not have',
    bad: atVersion(2),
    good: atVersion({ _cnd: { gte: 1.1 } }),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'a comparison with a version that the node does not have',
    bad: atVersion({ _cnd: { gt: 1.1 } }),
    good: atVersion({ _cnd: { gt: 1 } }, 2),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'one that waits for its own value',
    bad: { node: { properties: [kind, returnAll(true, [false])] } },
    good: { node: { properties: [kind, returnAll(false, [false])] } },
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'several of a name that wait for their own value',
    bad: { node: { properties: [kind, returnAll(true, [false], 'orders'), returnAll(true, [false], 'users')] } },
    good: { node: { properties: [kind, returnAll(true, [false], 'orders'), returnAll(true, [true, false], 'users')] } },
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'one that waits for its own value, not for old workflows',
    bad: { node: { properties: [kind, returnAll(true, [false])] } },
    good: { node: { properties: [kind, { ...returnAll(true, [false]), displayName: 'Return All (Deprecated)' }] } },
  },
];
