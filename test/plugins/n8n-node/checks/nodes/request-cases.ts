import { currentKit, previousKit } from '../../installed-n8n.ts';
import type { RuleCase } from '../../rule-case.ts';
import type { Given } from '../../shared-rules/given-package.ts';

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
  options: [{ name: 'Get', value: 'get', routing: { request: { url: '/order' } } }, ...options].map((option, at) => ({
    ...option,
    action: `Do it in way ${at}`,
  })),
});
const sending = (value: string) =>
  text('most', { type: 'number', default: 50, routing: { send: { property: 'limit', value } } });
const shownWith = (name: string) => text('order', { displayOptions: { show: { [name]: ['small'] } } });
const listed = operations({ name: 'List', value: 'list', routing: { request: { url: '/orders' } } });
const remove = { name: 'Delete', value: 'delete' };
/** @param names of operations */
const withoutRouting = (...names: readonly string[]) => ({
  ...operations(),
  options: names.map((name) => ({ name, value: name.toLowerCase(), action: `${name} an order` })),
});
const unrouted = withoutRouting('Delete', 'Get');
const allOf = (operation: string, more: object) => ({
  ...text('returnAll', { type: 'boolean', default: false, displayOptions: { show: { operation: [operation] } } }),
  description: 'Whether to return all results or only up to a given limit',
  routing: {
    operations: {
      pagination: {
        type: 'generic',
        properties: { continue: '={{ !!$response.body.next }}', request: { url: '={{ $response.body.next }}' } },
      },
    },
    ...more,
  },
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
const sentAs = (name: string, property: string, more: object = {}) =>
  text(name, { ...more, routing: { send: { type: 'query', property } } });

const kind = sentAs('kind', 'action', {
  ...{ type: 'options', default: 'tag' },
  options: ['skip', 'tag'].map((value) => ({ name: value, value })),
});

/** @param property under which the size is sent */
const pagesOf = (property: string) => {
  const of = (operation: string) => ({ displayOptions: { show: { operation: [operation] } } });
  const list = { name: 'List', value: 'list', routing: { request: { url: '/orders' } } };
  const [get, all] = [of('get'), of('list')];
  return [operations(list), sentAs('page', 'page', get), sentAs('page', 'page', all), sentAs('size', property, all)];
};
/** Two parameters that are sent as the first one. */
const trimmedAs = (...names: readonly [string, string]) =>
  names.map((name) =>
    text(name, { routing: { send: { type: 'body', property: names[0], value: '={{ $value.trim() || undefined }}' } } }),
  );
const modified = (name: string, way: string) =>
  text(name, { type: 'dateTime', routing: { request: { qs: { [`modified[${way}]`]: '={{ $value }}' } } } });
const sendsValue = (value: string, type = 'boolean') =>
  declarative({
    properties: [
      request,
      text('notify', {
        type,
        default: type === 'boolean' ? true : '',
        routing: { send: { type: 'body', property: 'notify', value } },
      }),
    ],
  });
const dueDate = (value: string) => text('due', { routing: { send: { type: 'query', property: 'due', value } } });

const place = { displayName: 'Place', name: 'place', values: [text('city'), text('street')] };
const withFields = (value: string) =>
  declarative({
    properties: [
      request,
      {
        ...{ displayName: 'Address', name: 'address', type: 'fixedCollection', default: {}, options: [place] },
        routing: { send: { type: 'body', property: 'city', value } },
      },
    ],
  });

/** A date of a collection that reads one of another collection. @param operation that has the other one */
const readsCollection = (operation: string): Given => {
  const collection = (name: string, shown: string, value: string) => ({
    ...{ displayName: name, name, type: 'collection', default: {} },
    displayOptions: { show: { operation: [shown] } },
    options: [text('published', { routing: { request: { body: { published: value } } } })],
  });
  return declarative({
    properties: [
      listed,
      collection('createFields', operation, '={{ $value }}'),
      collection('updateFields', 'list', '={{ $parameter.createFields.published }}'),
    ],
  });
};

const withPreSend = declarative(
  { properties: [routed({ request: { url: '/order' }, send: { preSend: [() => {}] } })] },
  { credential: { authenticate: undefined } },
);

/** Requests to the host of a region. @param condition of an expression */
const ofRegions = (condition: string, more: object = {}) =>
  declarative({
    requestDefaults: { baseURL: `={{ ${condition} ? "https://eu.acme.example" : "https://us.acme.example" }}` },
    properties: [
      {
        ...{ displayName: 'Region', name: 'region', type: 'options', default: 'eu', ...more },
        options: ['eu', 'us'].map((name) => ({ name, value: name })),
      },
      request,
    ],
  });

/** An operation that deletes. @param shown the operations for which the label is shown */
const deleting = (request: object, shown: readonly string[], required = true, send?: object) =>
  declarative({
    properties: [
      operations({
        ...{ name: 'Delete', value: 'delete' },
        routing: { request: { method: 'DELETE', ...request }, ...(send && { send }) },
      }),
      text('labelId', { required, displayOptions: { show: { operation: shown } } }),
    ],
  });
const withLabel = (shown: readonly string[], label = '{{ $parameter.labelId }}') =>
  deleting({ url: `=/labels/${label}` }, shown);
const inQuery = (shown: readonly string[], required = true) =>
  deleting({ url: '/labels', qs: { tag: '={{ $parameter.labelId }}' } }, shown, required);

const ofAcme = [{ name: 'acmeApi' }];
/** A release whose names are unknown. */
const { credentials: _, nodes: _nodes, ...nameless } = currentKit;

const hooked = (path: string, more: object = {}): Given => ({
  node: {
    group: ['trigger'],
    inputs: [],
    usableAsTool: undefined,
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path, ...more }],
  },
  methods: ['webhook'],
});

/** Cases of the rules about the requests of a node, and the credentials that they are sent with. */
export const requestCases: readonly RuleCase<Given>[] = [
  {
    code: 'nodes-expression-equals-twice',
    case: 'the URL of a request, and a formula in a body',
    bad: declarative({ properties: [routed({ request: { url: '==/orders/{{ $value }}' } })] }),
    good: declarative({ properties: [routed({ request: { url: '/orders', body: { sum: '=={{ $value }}*2' } } })] }),
  },
  {
    code: 'nodes-expression-without-equals',
    case: 'a subtitle',
    bad: { node: { subtitle: '{{ $parameter["orderId"] }}', properties: [text('orderId')] } },
    good: { node: { subtitle: 'Orders', properties: [text('orderId')] } },
  },
  {
    code: 'nodes-expression-without-equals',
    case: 'the URL of an operation, which a parameter after it replaces',
    bad: declarative({
      properties: [
        text('orderId', { routing: { request: { url: '=/orders/{{ $value }}' } } }),
        operations({ name: 'Show', value: 'show', routing: { request: { url: '/orders/{{ $parameter.orderId }}' } } }),
      ],
    }),
    good: declarative({
      properties: [
        operations({ name: 'Show', value: 'show', routing: { request: { url: '/orders/{{ $parameter.orderId }}' } } }),
        text('orderId', { routing: { request: { url: '=/orders/{{ $value }}' } } }),
      ],
    }),
  },
  {
    code: 'nodes-send-property-duplicate',
    case: 'a page and its size',
    bad: declarative({ properties: [request, sentAs('page', 'page'), sentAs('size', 'page')] }),
    good: declarative({
      properties: [
        operations({ name: 'List', value: 'list', routing: { request: { url: '/orders' } } }),
        sentAs('page', 'page', { displayOptions: { show: { operation: ['list'] } } }),
        sentAs('size', 'page', { displayOptions: { show: { operation: ['get'] } } }),
      ],
    }),
  },
  {
    code: 'nodes-send-property-duplicate',
    case: 'a page and its size, and the page of another operation before them',
    bad: declarative({ properties: pagesOf('page') }),
    good: declarative({ properties: pagesOf('size') }),
  },
  {
    code: 'nodes-send-property-duplicate',
    case: 'a project and a parent, as expressions',
    bad: declarative({ properties: [request, ...trimmedAs('projectId', 'parentId')] }),
    good: declarative({ properties: [request, ...trimmedAs('projectId', 'projectIdManual')] }),
  },
  {
    code: 'nodes-send-property-duplicate',
    case: 'a kind, and what is shown for one of them',
    bad: declarative({ properties: [request, kind, sentAs('tags', 'action')] }),
    good: declarative({
      properties: [request, kind, sentAs('tags', 'action', { displayOptions: { show: { kind: ['tag'] } } })],
    }),
  },
  {
    code: 'nodes-send-property-duplicate',
    case: 'the end of a period as its start, in the query',
    bad: declarative({ properties: [request, modified('modified_gt', 'gt'), modified('modified_lt', 'gt')] }),
    good: declarative({ properties: [request, modified('modified_gt', 'gt'), modified('modified_lt', 'lt')] }),
  },
  {
    code: 'nodes-expression-without-equals',
    case: 'a request that is described beside a method',
    bad: {
      node: {
        properties: [
          text('orderId', {
            type: 'options',
            typeOptions: { loadOptions: { routing: { request: { url: '/order/{{ $parameter.orderId }}' } } } },
          }),
        ],
      },
    },
    good: {
      node: { properties: [routed({ request: { url: '/order/{{ $parameter.orderId }}/={{ $parameter.gone }}' } })] },
    },
  },
  {
    code: 'nodes-expression-without-equals',
    case: 'a function of the value',
    bad: declarative({ properties: [request, dueDate('{{ new Date($value).toISOString() }}')] }),
    good: declarative({ properties: [request, dueDate('={{ new Date($value).toISOString() }}')] }),
  },
  {
    code: 'nodes-expression-without-equals',
    case: 'an object with the value',
    bad: declarative({ properties: [request, dueDate('{{ [{ role: "user", content: $value }] }}')] }),
    good: declarative({ properties: [request, dueDate('{{ role }} of $value {{ name }}')] }),
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
    code: 'nodes-expression-value-unknown',
    case: 'a value of another parameter',
    bad: ofRegions('$parameter["region"] == \'europe\''),
    good: ofRegions('$parameter["region"] == \'eu\''),
  },
  {
    code: 'nodes-expression-value-unknown',
    case: 'a value of a list that is loaded',
    bad: ofRegions('$parameter.region !== "europe"'),
    good: ofRegions('$parameter.region !== "europe"', {
      typeOptions: { loadOptions: { routing: { request: { method: 'GET', url: '/regions' } } } },
    }),
  },
  {
    code: 'nodes-expression-blocked-global',
    case: 'text in base64',
    bad: declarative({
      properties: [routed({ request: { url: '=/{{ Buffer.from($parameter.orderId).toString("base64") }}' } })],
    }),
    good: declarative({
      properties: [routed({ request: { url: '=/{{ $parameter.orderId.base64Encode() + "Buffer.from(" }}' } })],
    }),
  },
  {
    code: 'nodes-expression-blocked-global',
    case: 'a variable of the environment',
    bad: declarative({
      requestDefaults: { baseURL: '={{ $env.ACME_URL || "https://api.acme.example" }}' },
      properties: [routed({ request: { url: '=/{{ $parameter.orderId }}' } })],
    }),
    good: declarative({
      requestDefaults: { baseURL: 'https://api.acme.example' },
      properties: [routed({ request: { url: '=/$env/{{ $parameter.orderId }}' } })],
    }),
  },
  {
    code: 'nodes-expression-parameter-unknown',
    case: 'a parameter that a module adds which is not there',
    bad: { node: { subtitle: '={{ $parameter["operation"] }}' } },
    good: { node: { subtitle: '={{ $parameter["operation"] }}' }, standIns: ['glob'] },
  },
  {
    code: 'nodes-display-name-unknown',
    case: 'a misspelt name in a node that a module adds parameters to',
    bad: { node: { properties: [text('size'), shownWith('sizes')] }, standIns: ['glob'] },
    good: { node: { properties: [text('size'), shownWith('colour')] }, standIns: ['glob'] },
  },
  {
    code: 'nodes-expression-parameter-unknown',
    case: 'a subtitle',
    bad: { node: { subtitle: '={{ $parameter["operation"] }}' } },
    good: { node: { subtitle: '={{ $parameter["orderId"] + $json.operation }}' } },
  },
  {
    code: 'nodes-expression-parameter-unknown',
    case: 'the path of a webhook',
    bad: hooked('={{$parameter["path"]}}'),
    good: hooked('={{$parameter["orderId"]}}'),
  },
  {
    code: 'nodes-expression-parameter-unknown',
    case: 'the response mode of a webhook, not other options of its response, which have defaults',
    bad: hooked('orders', { responseMode: '={{$parameter["mode"]}}' }),
    good: hooked('orders', { responseData: '={{$parameter["data"]}}' }),
  },
  {
    code: 'nodes-expression-always-true',
    case: 'a body',
    bad: sendsValue('={{ $parameter["notify"] || true }}'),
    good: sendsValue('={{ $parameter["notify"] || $parameter["orderId"] }}'),
  },
  {
    code: 'nodes-expression-always-true',
    case: 'a boolean, and no text',
    bad: sendsValue('={{ $value || true }}'),
    good: sendsValue('={{ $value || true }}', 'string'),
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
    case: 'a field in the collection of another operation',
    bad: declarative({
      properties: [
        operations({ name: 'Delete', value: 'delete' }),
        {
          ...text('fields', { type: 'collection', default: {}, options: [request] }),
          displayOptions: { show: { operation: ['get'] } },
        },
      ],
    }),
    good: declarative({
      properties: [
        operations({ name: 'Delete', value: 'delete' }),
        {
          ...text('fields', { type: 'collection', default: {}, options: [request] }),
          displayOptions: { show: { operation: ['get', 'delete'] } },
        },
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
    code: 'nodes-operation-without-request',
    case: 'a request of which n8n knows no field',
    bad: declarative({ properties: [operations({ ...remove, routing: { request: { handledBy: 'AcmeDelete' } } })] }),
    good: declarative({ properties: [operations({ ...remove, routing: { request: { method: 'DELETE' } } })] }),
  },
  {
    code: 'nodes-operation-without-request',
    case: 'no routing anywhere, and a function that makes the request',
    bad: declarative({ properties: [unrouted] }),
    good: declarative({ properties: [unrouted, routed({ send: { preSend: [() => ({})] } })] }),
  },
  {
    code: 'nodes-operation-without-request',
    case: 'no routing anywhere, unless the base URL is that of the only operation',
    bad: declarative({ properties: [unrouted] }),
    good: declarative({ properties: [withoutRouting('Get')] }),
  },
  {
    code: 'nodes-operation-without-request',
    case: 'no routing anywhere, and the operation in what all requests have',
    bad: declarative({ properties: [unrouted] }),
    good: declarative({
      properties: [unrouted],
      requestDefaults: { baseURL: 'https://api.acme.example', qs: { action: '={{ $parameter.operation }}' } },
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
    case: 'a value that another parameter may read before the request',
    bad: declarative({
      properties: [
        routed({ request: { url: '/order' }, send: { type: 'body', value: '={{ $value }}' } }),
        { ...routed({ send: { preSend: [() => {}] } }), name: 'other', displayName: 'Other' },
      ],
    }),
    good: declarative({ properties: [routed({ request: { url: '/order' }, send: { preSend: [() => {}] } })] }),
  },
  {
    code: 'nodes-routing-without-effect',
    case: 'a value that is always the same',
    bad: declarative({ properties: [listed, sending('={{ 100 }}')] }),
    good: declarative({ properties: [listed, sending('={{ Math.min($value, 100) }}')] }),
  },
  {
    code: 'nodes-routing-without-effect',
    case: 'a value that is always the same, of a parameter that a request names',
    bad: declarative({ properties: [listed, sending('100')] }),
    good: declarative({
      properties: [
        operations({ name: 'List', value: 'list', routing: { request: { url: '=/orders/{{ $parameter.most }}' } } }),
        sending('100'),
      ],
    }),
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
    code: 'nodes-routing-without-effect',
    case: 'pages that nothing asks for',
    bad: declarative({ properties: [listed, allOf('get', {}), allOf('list', { send: { paginate: true } })] }),
    good: declarative({
      properties: [
        listed,
        allOf('get', { send: { paginate: '={{ $value }}' } }),
        { ...allOf('list', {}), displayOptions: { show: { operation: ['get', 'list'] } }, name: 'pages' },
      ],
    }),
  },
  {
    code: 'nodes-request-parameter-not-shown',
    case: 'a parameter of another operation',
    bad: withLabel(['get']),
    good: withLabel(['get', 'delete']),
  },
  {
    code: 'nodes-request-parameter-not-shown',
    case: 'a parameter in the URL, beside a function that makes the body',
    bad: deleting({ url: '=/labels/{{ $parameter.labelId }}' }, ['get'], true, { preSend: [() => {}] }),
    good: deleting({ url: '/labels', qs: { tag: '={{ $parameter.labelId }}' } }, ['get'], true, {
      preSend: [() => {}],
    }),
  },
  {
    code: 'nodes-request-parameter-not-shown',
    case: 'a parameter that has an alternative',
    bad: withLabel(['get'], '{{ $parameter["labelId"] }}'),
    good: withLabel(['get'], '{{ $parameter.labelId || "all" }}'),
  },
  {
    code: 'nodes-request-parameter-not-shown',
    case: 'a required one in the query',
    bad: inQuery(['get']),
    good: inQuery(['get', 'delete']),
  },
  {
    code: 'nodes-request-parameter-not-shown',
    case: 'an optional one in the query',
    bad: inQuery(['get'], false),
    good: inQuery(['get', 'delete'], false),
  },
  {
    code: 'nodes-request-parameter-not-shown',
    case: 'a field that reads the collection of another operation',
    bad: readsCollection('get'),
    good: readsCollection('list'),
  },
  {
    code: 'nodes-parameter-never-shown',
    case: 'a parameter that the URL has, and whose operation does not exist',
    bad: withLabel(['remove']),
    good: withLabel(['delete']),
  },
  {
    code: 'nodes-value-field-unknown',
    case: 'the name of no group',
    bad: withFields('={{ $value.address.city }}'),
    good: withFields('={{ Object.keys($value.place).length > 0 ? $value["place"]?.city.trim() : $value.toString() }}'),
  },
  {
    code: 'nodes-credential-unknown',
    case: 'other case',
    bad: { node: { credentials: [{ name: 'acmeAPI' }] } },
    good: { node: { credentials: [{ name: 'acmeApi' }] } },
  },
  {
    code: 'nodes-credential-unknown',
    case: 'one of a later n8n; the names of an n8n may be unknown',
    bad: { node: { credentials: [...ofAcme, { name: 'daytonaApi' }] }, n8n: previousKit },
    good: { node: { credentials: [...ofAcme, { name: 'daytonaApi' }] }, n8n: nameless },
  },
  {
    code: 'nodes-credential-foreign',
    case: "n8n's own",
    bad: { node: { credentials: [{ name: 'slackApi' }] } },
    good: {
      node: { credentials: [{ name: 'slackBotsApi' }] },
      credential: { name: 'slackBotsApi', displayName: 'Slack Bots API' },
    },
  },
  {
    code: 'nodes-credential-test-missing',
    case: 'a method of another name',
    bad: {
      node: { credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }] },
      methods: ['execute', 'credentialTest.acmeTest', 'loadOptions.testAcme'],
      credential: { test: undefined },
    },
    good: {
      node: { credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }] },
      methods: ['execute', 'credentialTest.testAcme'],
      credential: { test: undefined },
    },
  },
  {
    code: 'nodes-credential-test-missing',
    case: 'a credential that has a test of its own',
    bad: {
      node: { credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }] },
      credential: { test: undefined },
    },
    good: { node: { credentials: [{ name: 'acmeApi', testedBy: 'testAcme' }] } },
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
    code: 'nodes-credential-not-applied',
    case: 'the requests use only the address of the server',
    bad: ofServer('domain'),
    good: ofServer('apiKey'),
  },
  {
    code: 'nodes-credential-not-applied',
    case: 'a field that says whose account it is',
    bad: ofServer('domain'),
    good: ofServer('inbox'),
  },
  {
    code: 'nodes-credential-not-applied',
    case: 'functions that read another credential',
    bad: { ...withPreSend, reads: ['acmeWebhookApi'] },
    good: { ...withPreSend, reads: ['acmeApi'] },
  },
  {
    code: 'nodes-credential-not-applied',
    case: 'functions that read no credential',
    bad: { ...withPreSend, reads: [] },
    good: withPreSend,
  },
];

/** Requests that use a field of a credential with an address and a secret. */
function ofServer(field: string) {
  const key = text('apiKey', { typeOptions: { password: true } });
  return declarative(
    { properties: [routed({ request: { url: '/order', headers: { 'X-Shop': `={{ $credentials["${field}"] }}` } } })] },
    { credential: { authenticate: undefined, properties: [text('domain'), text('inbox'), key] } },
  );
}

function withAction(action: unknown) {
  return routed({ request: { url: '/order' }, output: { postReceive: [action] } });
}

function forChoice(name: string, authentication: string) {
  return { name, displayOptions: { show: { authentication: [authentication] } } };
}
