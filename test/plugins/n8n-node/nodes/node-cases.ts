import type { Given } from '../described/given-package.ts';
import type { RuleCase } from '../rule-case.ts';

const text = (name: string, more: object = {}) => ({ displayName: name, name, type: 'string', default: '', ...more });
const declarative = (node: object, given: Given = {}): Given => ({
  ...given,
  methods: [],
  node: { requestDefaults: { baseURL: 'https://api.acme.example' }, ...node },
});
const routed = (routing: object) => text('orderId', { routing });
const operations = (...options: object[]) => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  default: 'get',
  options: [{ name: 'Get', value: 'get', routing: { request: { url: '/order' } } }, ...options],
});
const second = {
  name: 'acmeOAuth2Api',
  displayName: 'Acme OAuth2 API',
  icon: 'file:../nodes/Acme/acme.svg',
  documentationUrl: 'https://acme.example/help',
  extends: ['oAuth2Api'],
  properties: [],
};
const choice = (...values: string[]) => ({
  displayName: 'Authentication',
  name: 'authentication',
  type: 'options',
  default: values[0],
  options: values.map((value) => ({ name: value, value })),
});
const request = routed({ request: { url: '/order' } });
const codex = (value: unknown): Given => ({
  files: { 'dist/nodes/Acme/Acme.node.json': typeof value === 'string' ? value : JSON.stringify(value) },
});

/** Cases of the rules that only nodes have. */
export const nodeCases: readonly RuleCase<Given>[] = [
  {
    code: 'nodes-name-invalid',
    case: 'a dot',
    bad: { node: { name: 'acme.orders' } },
    good: { node: { name: 'acme-orders_2' } },
  },
  { code: 'nodes-name-invalid', case: 'no name', bad: { node: { name: undefined } }, good: { node: { name: 'a' } } },
  {
    code: 'nodes-description-incomplete',
    case: 'no group',
    bad: { node: { group: undefined } },
    good: { node: { group: [] } },
  },
  {
    code: 'nodes-description-incomplete',
    case: 'an empty label',
    bad: { node: { displayName: ' ' } },
    good: { node: { displayName: 'A' } },
  },
  {
    code: 'nodes-description-incomplete',
    case: 'no defaults',
    bad: { node: { defaults: undefined } },
    good: { node: { defaults: {} } },
  },
  {
    code: 'nodes-version-invalid',
    case: 'a version that is text',
    bad: { node: { version: '1' } },
    good: { node: { version: [1, 1.1], defaultVersion: 1.1 } },
  },
  {
    code: 'nodes-version-invalid',
    case: 'a default that is none of them',
    bad: { node: { version: [1, 2], defaultVersion: 3 } },
    good: { node: { version: [1, 2, 3], defaultVersion: 3 } },
  },
  {
    code: 'nodes-version-invalid',
    case: 'one that nodeVersions lacks',
    bad: { node: { version: undefined, defaultVersion: 2 }, versions: { 1: { version: 1 }, 2: { version: [2, 2.1] } } },
    good: {
      node: { version: undefined, defaultVersion: 2.1 },
      versions: { 1: { version: 1 }, 2: { version: [2, 2.1] }, 2.1: { version: [2, 2.1] } },
    },
  },
  {
    code: 'nodes-version-invalid',
    case: 'one under another number',
    bad: { node: { version: undefined }, versions: { 1: { version: 1 }, 2: { version: 1 } } },
    good: { node: { version: undefined }, versions: { 1: { version: 1 }, 2: { version: 2 } } },
  },
  {
    code: 'nodes-connection-invalid',
    case: 'a name that n8n has not',
    bad: { node: { outputs: ['main', 'Main'] } },
    good: { node: { outputs: ['main', { type: 'ai_tool', displayName: 'Tool' }] } },
  },
  {
    code: 'nodes-connection-invalid',
    case: 'text instead of a list',
    bad: { node: { inputs: 'main' } },
    good: { node: { inputs: '={{ ["main"] }}' } },
  },
  {
    code: 'nodes-tool-unset',
    case: 'not a word of it',
    bad: { node: { usableAsTool: undefined } },
    good: { node: { usableAsTool: undefined, outputs: ['ai_memory'] } },
  },
  {
    code: 'nodes-tool-on-trigger',
    case: 'a trigger as a tool',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: true }, methods: ['trigger'] },
    good: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined }, methods: ['trigger'] },
  },
  {
    code: 'nodes-cannot-run',
    case: 'neither methods nor requests',
    bad: { methods: ['loadOptions.getOrders'] },
    good: { methods: [], node: { requestDefaults: { url: 'https://api.acme.example' } } },
  },
  {
    code: 'nodes-cannot-run',
    case: 'a trigger that only executes',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined } },
    good: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined }, methods: ['execute', 'trigger'] },
  },
  {
    code: 'nodes-trigger-incomplete',
    case: 'polling without poll',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined, polling: true }, methods: ['trigger'] },
    good: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined, polling: true }, methods: ['poll'] },
  },
  {
    code: 'nodes-trigger-incomplete',
    case: 'webhook without webhooks',
    bad: { node: { group: ['trigger'], inputs: [], usableAsTool: undefined }, methods: ['webhook'] },
    good: {
      node: {
        group: ['trigger'],
        inputs: [],
        usableAsTool: undefined,
        webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
      },
      methods: ['webhook'],
    },
  },
  {
    code: 'nodes-method-missing',
    case: 'a list of options',
    bad: {
      node: { properties: [text('order', { type: 'options', typeOptions: { loadOptionsMethod: 'getOrders' } })] },
      methods: ['execute', 'loadOptions.getOrder', 'listSearch.getOrders'],
    },
    good: {
      node: { properties: [text('order', { type: 'options', typeOptions: { loadOptionsMethod: 'getOrders' } })] },
      methods: ['execute', 'loadOptions.getOrders'],
    },
  },
  {
    code: 'nodes-method-missing',
    case: 'the list of a resource locator',
    bad: { node: { properties: [locator('list', 'list')] } },
    good: { node: { properties: [locator('list', 'list')] }, methods: ['execute', 'listSearch.searchOrders'] },
  },
  {
    code: 'nodes-resource-locator-invalid',
    case: 'a mode that it has not',
    bad: { node: { properties: [locator('id', 'list')] } },
    good: { node: { properties: [locator('id', 'id')] } },
  },
  {
    code: 'nodes-resource-locator-invalid',
    case: 'no modes',
    bad: { node: { properties: [{ ...locator('id', 'id'), modes: [] }] } },
    good: { node: { properties: [{ ...locator('id', 'id'), default: { mode: '', value: '' } }] } },
  },
  {
    code: 'nodes-expression-without-equals',
    case: 'a path with braces',
    bad: declarative({ properties: [routed({ request: { url: '/order/{{ $parameter.orderId }}' } })] }),
    good: declarative({
      properties: [routed({ request: { url: '=/order/{{ $parameter.orderId }}', body: '{{ orderId }}' } })],
    }),
  },
  {
    code: 'nodes-expression-field-unknown',
    case: 'a field that the credential has not',
    bad: declarative({ properties: [routed({ request: { url: '=/{{ $credentials.domian }}' } })] }),
    good: declarative({ properties: [routed({ request: { url: '=/{{ $credentials["domain"] }}' } })] }),
  },
  {
    code: 'nodes-expression-parameter-unknown',
    case: 'a subtitle',
    bad: { node: { subtitle: '={{ $parameter["operation"] }}' } },
    good: { node: { subtitle: '={{ $parameter["orderId"] + $json.operation }}' } },
  },
  {
    code: 'nodes-request-without-address',
    case: 'a host alone',
    bad: declarative({ requestDefaults: { baseURL: 'api.acme.example' }, properties: [request] }),
    good: declarative({ requestDefaults: { baseURL: '=https://{{ $credentials.domain }}' }, properties: [request] }),
  },
  {
    code: 'nodes-request-without-address',
    case: 'a path alone',
    bad: declarative({ requestDefaults: {}, properties: [request] }),
    good: declarative({
      requestDefaults: {},
      properties: [routed({ request: { url: '/order' }, send: { preSend: [() => {}] } })],
    }),
  },
  {
    code: 'nodes-operation-without-request',
    case: 'an option without routing',
    bad: declarative({ properties: [operations({ name: 'Delete', value: 'delete' })] }),
    good: declarative({
      properties: [
        operations({ name: 'Delete', value: 'delete' }),
        text('orderId', {
          displayOptions: { show: { operation: ['delete'] } },
          routing: { request: { method: 'DELETE', url: '/order' } },
        }),
      ],
    }),
  },
  {
    code: 'nodes-operation-without-request',
    case: 'a parameter of another operation',
    bad: declarative({
      properties: [
        operations({ name: 'Delete', value: 'delete' }),
        { ...request, displayOptions: { show: { operation: ['get'] } } },
      ],
    }),
    good: declarative({
      properties: [
        operations({ name: 'Delete', value: 'delete' }),
        { ...request, displayOptions: { hide: { operation: ['get'] } } },
      ],
    }),
  },
  {
    code: 'nodes-routing-invalid',
    case: 'an action that n8n has not',
    bad: declarative({ properties: [withAction({ type: 'root', properties: { property: 'data' } })] }),
    good: declarative({ properties: [withAction({ type: 'rootProperty', properties: { property: 'data' } })] }),
  },
  {
    code: 'nodes-routing-invalid',
    case: 'a field that is missing',
    bad: declarative({ properties: [withAction({ type: 'limit', properties: {} })] }),
    good: declarative({ properties: [withAction(() => [])] }),
  },
  {
    code: 'nodes-routing-invalid',
    case: 'a pagination that n8n has not',
    bad: declarative({ requestOperations: { pagination: { type: 'cursor', properties: {} } }, properties: [request] }),
    good: declarative({
      requestOperations: { pagination: { type: 'generic', properties: { continue: false, request: {} } } },
      properties: [request],
    }),
  },
  {
    code: 'nodes-routing-without-effect',
    case: 'nowhere to send it',
    bad: declarative({ properties: [routed({ request: { url: '/order' }, send: { type: 'query' } })] }),
    good: declarative({ properties: [routed({ request: { url: '/order' }, send: { property: 'id' } })] }),
  },
  {
    code: 'nodes-routing-without-effect',
    case: 'pages of nothing',
    bad: declarative({ properties: [routed({ request: { url: '/order' }, send: { paginate: true } })] }),
    good: declarative({
      requestOperations: { pagination: async () => [] },
      properties: [routed({ request: { url: '/order' }, send: { paginate: true } })],
    }),
  },
  {
    code: 'nodes-credential-unknown',
    case: 'other case',
    bad: { node: { credentials: [{ name: 'acmeAPI' }] } },
    good: { node: { credentials: [{ name: 'acmeApi' }] } },
  },
  {
    code: 'nodes-credential-foreign',
    case: "n8n's own",
    bad: { node: { credentials: [{ name: 'slackApi' }] } },
    good: {
      node: { credentials: [{ name: 'slackApi' }] },
      credential: { name: 'slackApi', displayName: 'Slack API' },
    },
  },
  {
    code: 'nodes-credential-test-missing',
    case: 'a method of another name',
    bad: {
      node: { credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }] },
      methods: ['execute', 'credentialTest.acmeTest', 'loadOptions.testAcme'],
    },
    good: {
      node: { credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }] },
      methods: ['execute', 'credentialTest.testAcme'],
    },
  },
  {
    code: 'nodes-credential-choice-missing',
    case: 'nothing to choose by',
    bad: declarative(
      { credentials: [{ name: 'acmeApi' }, { name: 'acmeOAuth2Api' }], properties: [request] },
      { credentials: [second] },
    ),
    good: declarative(
      {
        credentials: [forChoice('acmeApi', 'key'), forChoice('acmeOAuth2Api', 'oauth')],
        properties: [choice('key', 'oauth'), request],
      },
      { credentials: [second] },
    ),
  },
  {
    code: 'nodes-credential-choice-missing',
    case: 'a choice without credential',
    bad: declarative(
      {
        credentials: [forChoice('acmeApi', 'key'), forChoice('acmeOAuth2Api', 'oauth')],
        properties: [choice('key', 'oauth', 'none'), request],
      },
      { credentials: [second] },
    ),
    good: declarative({ properties: [choice('key', 'none'), request] }),
  },
  {
    code: 'nodes-credential-not-applied',
    case: 'nothing authenticates',
    bad: declarative({ properties: [request] }, { credential: { authenticate: undefined } }),
    good: declarative(
      { properties: [routed({ request: { url: '/order', headers: { 'X-Key': '={{ $credentials.apiKey }}' } } })] },
      { credential: { authenticate: undefined } },
    ),
  },
  {
    code: 'nodes-codex-invalid',
    case: 'not JSON',
    bad: codex('{ "categories": ["Sales",] }'),
    good: codex('{ "categories": ["Sales"], "resources": {} }'),
  },
  { code: 'nodes-codex-invalid', case: 'no resources', bad: codex({ categories: [] }), good: codex({ resources: {} }) },
  {
    code: 'nodes-codex-invalid',
    case: 'an empty link',
    bad: codex({ resources: { primaryDocumentation: [{ url: '' }] } }),
    good: codex({ resources: { primaryDocumentation: [{ url: 'http://acme.example' }] } }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the name of another package',
    bad: codex({ node: 'n8n-nodes-base.httpbin', resources: {} }),
    good: codex({ node: 'n8n-nodes-acme', resources: {} }),
  },
  {
    code: 'nodes-codex-left-over',
    case: 'the link of the template',
    bad: codex({ resources: { primaryDocumentation: [{ url: 'https://github.com/org/repo?tab=readme-ov-file' }] } }),
    good: codex({ resources: { primaryDocumentation: [{ url: 'https://github.com/org/repository' }] } }),
  },
];

function locator(mode: string, initial: string) {
  return {
    displayName: 'Order',
    name: 'order',
    type: 'resourceLocator',
    default: { mode: initial, value: '' },
    modes: [
      {
        displayName: 'Order',
        name: mode,
        type: mode === 'list' ? 'list' : 'string',
        ...(mode === 'list' && { typeOptions: { searchListMethod: 'searchOrders' } }),
      },
    ],
  };
}

function withAction(action: unknown) {
  return routed({ request: { url: '/order' }, output: { postReceive: [action] } });
}

function forChoice(name: string, authentication: string) {
  return { name, displayOptions: { show: { authentication: [authentication] } } };
}
