import type { RuleCase } from '../../rule-case.ts';
import type { Given } from '../../shared-rules/given-package.ts';

const field = (name: string, more: object = {}) => ({ displayName: name, name, type: 'string', default: '', ...more });
const shownFor = (operation: string) => ({ displayOptions: { show: { operation: [operation] } } });

/** A declarative node with two operations, and more parameters. @param list what the option `list` has beside its name */
const node = (list: object, ...properties: object[]): Given => ({
  methods: [],
  node: {
    requestDefaults: { baseURL: 'https://api.acme.example' },
    properties: [
      {
        ...{ displayName: 'Operation', name: 'operation', type: 'options', default: 'get' },
        options: [
          { name: 'Get', value: 'get', action: 'Get an order', routing: { request: { url: '/order' } } },
          { name: 'List', value: 'list', action: 'List orders', ...list },
        ],
      },
      ...properties,
    ],
  },
});
const request = { method: 'GET', url: '/orders' };
const list = { routing: { request } };

/** Orders by page, with a filter. @param qs of the requests of pages @param operation for which the filter is shown */
const pages = (qs: unknown, operation = 'list', more: object = {}): Given => {
  const properties = { continue: '={{ !!$response.body.next }}', request: { qs, ...more } };
  const operations = { pagination: { type: 'generic', properties } };
  return node(
    { routing: { request, send: { paginate: true }, operations } },
    field('status', { ...shownFor(operation), routing: { send: { type: 'query', property: 'status' } } }),
  );
};
const cursor = { cursor: '={{ $response.body.next }}' };

/** Pages that users switch on, and a limit. @param returnAll with which the limit is shown */
const switched = (returnAll: boolean): Given => {
  const properties = { continue: '={{ !!$response.body.next }}', request: { qs: cursor } };
  const show = (more: object = {}) => ({ displayOptions: { show: { operation: ['list'], ...more } } });
  return node(
    list,
    field('returnAll', {
      ...{ type: 'boolean', default: false, description: 'Whether to return all results', ...show() },
      routing: { send: { paginate: '={{ $value }}' }, operations: { pagination: { type: 'generic', properties } } },
    }),
    field('size', { ...show({ returnAll: [returnAll] }), routing: { send: { type: 'query', property: 'size' } } }),
  );
};

/** Messages, each with a recipient. */
const messages = (routing: object, multipleValues = true): Given =>
  node(list, {
    ...{ displayName: 'Messages', name: 'messages', type: 'fixedCollection', default: {} },
    typeOptions: { multipleValues },
    options: [{ displayName: 'Message', name: 'message', values: [field('to', { routing })] }],
  });
const inBody = (property: string, more: object = {}) => ({ send: { type: 'body', property, ...more } });

const seconds = '={{ Math.floor(new Date($value).getTime() / 1000) }}';
const milliseconds = '={{ new Date($value).getTime() }}';
const date = (name: string, value: string) =>
  field(name, { type: 'dateTime', routing: { request: { qs: { [name]: value } } } });

const subject = (value: string, description: string): Given =>
  node(list, field('subject', { description, routing: { send: { type: 'body', property: 'subject', value } } }));

const outputs = (value: string, more: object = {}): Given =>
  node({ routing: { request, output: { postReceive: [{ type: 'set', properties: { value } }] } }, ...more });

/** A date of a collection, which sends what it is given, or reads it of a collection. @param operation that has the collection */
const dated = (operation: string): Given => {
  const collection = (name: string, shown: string, routing: object) => ({
    ...{ displayName: name, name, type: 'collection', default: {}, ...shownFor(shown) },
    options: [field('published', { routing })],
  });
  return node(
    list,
    collection('createFields', operation, { request: { body: { published: '={{ $value }}' } } }),
    collection('updateFields', 'list', {
      request: { body: { published: '={{ $parameter.createFields.published }}' } },
    }),
  );
};

export const sentValueCases: readonly RuleCase<Given>[] = [
  {
    code: 'nodes-page-query-replaced',
    case: 'a cursor in place of a filter',
    bad: pages(cursor),
    good: pages('={{ { ...$request.qs, cursor: $response.body.next } }}'),
  },
  {
    code: 'nodes-page-query-replaced',
    case: 'a filter of another operation',
    bad: pages(cursor),
    good: pages(cursor, 'get'),
  },
  {
    code: 'nodes-page-query-replaced',
    case: 'a filter that the pages have too',
    bad: pages({ page: 2 }),
    good: pages({ page: 2, status: '={{ $request.qs.status }}' }),
  },
  {
    code: 'nodes-page-query-replaced',
    case: 'a size that is shown for a single page',
    bad: switched(true),
    good: switched(false),
  },
  {
    code: 'nodes-page-query-replaced',
    case: 'the URL of the next page, which has all of the query',
    bad: pages({}),
    good: pages({}, 'list', { url: '={{ $response.body.next }}' }),
  },
  {
    code: 'nodes-entry-overwritten',
    case: 'the index of the first entry',
    bad: messages(inBody('=messages[0].to')),
    good: messages(inBody('=messages[{{ $index }}].to')),
  },
  {
    code: 'nodes-entry-overwritten',
    case: 'a single entry',
    bad: messages(inBody('to')),
    good: messages(inBody('to'), false),
  },
  {
    code: 'nodes-entry-overwritten',
    case: 'all entries in one value, and a key made of the value',
    bad: messages(inBody('to', { value: '={{ $value.trim() }}' })),
    good: messages(inBody('to', { value: '={{ { [$value]: true } }}' })),
  },
  {
    code: 'nodes-entry-overwritten',
    case: 'objects, which n8n merges',
    bad: messages(inBody('to', { value: '={{ $value.trim() }}' })),
    good: messages(inBody('to', { value: '={{ JSON.parse($value) }}' })),
  },
  {
    code: 'nodes-entry-overwritten',
    case: 'a field of the body',
    bad: messages({ request: { body: { to: '={{ $value }}' } } }),
    good: messages({ request: { body: { to: '={{ $parameter.messages.message.map((one) => one.to) }}' } } }),
  },
  {
    code: 'nodes-date-units-differ',
    case: 'the end in milliseconds',
    bad: node(list, date('date_from', seconds), date('date_to', milliseconds)),
    good: node(list, date('date_from', seconds), date('date_to', seconds)),
  },
  {
    code: 'nodes-date-units-differ',
    case: 'a date that is no end of the period',
    bad: node(list, date('createdAfter', milliseconds), date('createdBefore', seconds)),
    good: node(list, date('createdAfter', milliseconds), date('updatedBefore', seconds)),
  },
  {
    code: 'nodes-text-cut-from-start',
    case: 'a maximum length',
    bad: subject('={{ $value.substr(20) }}', 'Subject, max 20 characters'),
    good: subject('={{ $value.substr(0, 20) }}', 'Subject, max 20 characters'),
  },
  {
    code: 'nodes-text-cut-from-start',
    case: 'a prefix of a known length',
    bad: subject('={{ $value.slice(4) }}', 'Up to 4 characters'),
    good: subject('={{ $value.slice(4) }}', 'Up to 40 characters, of which 4 are the prefix'),
  },
  {
    code: 'nodes-response-replaced',
    case: 'a status in place of the response',
    bad: outputs('={{ { "success": $response.statusCode === 200 } }}'),
    good: outputs('={{ { "success": true, "orders": $response.body } }}'),
  },
  {
    code: 'nodes-response-replaced',
    case: 'an operation that asks whether something is there',
    bad: outputs('={{ { "ok": true } }}'),
    good: outputs('={{ { "ok": true } }}', { name: 'Get Status', value: 'getStatus' }),
  },
  {
    code: 'nodes-response-replaced',
    case: 'an operation that deletes',
    bad: outputs('={{ { "deleted": true } }}'),
    good: outputs('={{ { "deleted": true } }}', { name: 'Delete', value: 'delete' }),
  },
  {
    code: 'nodes-request-parameter-not-shown',
    case: 'a field that reads the collection of another operation',
    bad: dated('get'),
    good: dated('list'),
  },
];
