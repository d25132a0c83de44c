import { beforeAll, expect, test } from 'vitest';
import type { Observation } from '../../../../../kernel/finding.ts';
import type { Operation } from '../../../../../kernel/result.ts';
import { behaviourCheck } from '../../../../../plugins/n8n-node/checks/behaviour/check.ts';
import { openProject } from '../../project-on-disk.ts';
import { type GivenNode, nodeSource, packageOf } from './node-source.ts';

/** Statements for one item of nodes that take only some values, or only some answers. */
const demanding: Readonly<Record<string, string>> = {
  'a status that only one service has':
    "if (order.status !== 'settled_ready') throw new Error('The service returned the status ' + order.status);",
  'a text that says that it worked':
    "if (order.result !== 'success' || order.data === undefined) throw new Error('API request failed');",
  'a text with a number in brackets': "if (order.Outcome !== 'Success (0)') throw new Error(order.Reason);",
  'a progress of 100': `let progress = 0;
    for (let polls = 0; progress < 100; polls++) {
      if (polls > 30) throw new Error('The query did not end within 30 checks');
      const task = await request({ url: 'https://api.acme.example/queries/1' });
      progress = Number(task.progress ?? task.data);
    }
    const { rows } = await request({ url: 'https://api.acme.example/queries/1/rows' });
    if (rows.map(({ code }) => code.trim()).length === 0) throw new Error('no rows');`,
  'true from one of the procedures that it calls at one address': `const call = (method) =>
      request({ method: 'POST', url: 'https://api.acme.example/rpc', body: { jsonrpc: '2.0', method, params: {}, id: 1 } });
    const { result: token } = await call('user.login');
    if (!token.trim()) throw new Error('no token');
    const { result: hosts } = await call('host.get');
    order.hosts = hosts.map(({ host }) => host);
    const done = await call('user.logout');
    if (done.result !== true) throw new Error(done.message);`,
  'an error of 0 where there is none': 'if (order.error != 0) throw new Error(order.message);',
  'a number of errors that is 0':
    "if (order.errcode !== 0 || !order.token) throw new Error('failed: ' + order.errmsg);",
  'the code 0': "if (order.code !== 0) throw new Error('failed');",
  'the code 200': "if (order.code !== 200) throw new Error('failed');",
  'a header that leads to another page, until there is none, and then a code':
    "let page = await request({ url: 'https://api.acme.example/pages', returnFullResponse: true });\nwhile (page.headers['x-continuation-token']) page = await request({ url: 'https://api.acme.example/pages', returnFullResponse: true });\nif (order.code !== 200) throw new Error('failed');",
  'cookies by their names, in a list': `const { headers } = await request({ url: 'https://api.acme.example/login', returnFullResponse: true });
    const cookies = headers['set-cookie'];
    if (!Array.isArray(cookies)) throw new Error('no cookies');
    const ids = cookies.flatMap((cookie) => /JSESSIONID=([^;]+)/.exec(cookie)?.[1] ?? []);
    const csrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='));
    if (ids.length !== 1 || !csrf) throw new Error('no session');`,
  'a cookie by its name, from another reader of headers': `const { headers } = await request({ url: 'https://api.acme.example/login', returnFullResponse: true });
    const [cookie] = [headers].flatMap((all) => all['Set-Cookie'.toLowerCase()] ?? []);
    const names = ['limit=', 'page=', 'sort=', 'order=', 'from=', 'to='];
    if (!/sessionid=([^;]+)/.test(cookie) || names.length === 0) throw new Error('no session in ' + headers['set-cookie']);`,
  'a token of a login in a header that requests have, too': `const { headers } = await request({ method: 'POST', url: 'https://api.acme.example/users/login', returnFullResponse: true });
    const given = headers?.authorization ?? headers?.Authorization;
    const token = typeof given === 'string' ? given.replace(/^Bearer /i, '') : '';
    if (!token) throw new Error('The service returned no token');`,
  'the ID of what was created in a header': `const created = await request({ method: 'POST', url: 'https://api.acme.example/jobs', returnFullResponse: true });
    const id = created.headers['x-record-uuid'];
    if (!/^[0-9a-f-]{36}$/.test(id ?? '')) throw new Error('The service returned no ID');`,
  'a document of JSON:API': `const envelope = await request({ headers: { Accept: 'application/vnd.api+json' } });
    const has = (name) => Object.prototype.hasOwnProperty.call(envelope, name);
    if (has('data') === has('errors')) throw new Error('expected exactly one of data or errors');
    for (const { type, id } of [envelope.data].flat())
      if (typeof type !== 'string' || typeof id !== 'string') throw new Error('a resource has no type or no ID');`,
  'a list with one entry': `const accounts = await request({ url: 'https://api.acme.example/accounts' });
    if (accounts.map(({ id }) => id).length !== 1) throw new Error('Select an account');`,
  'a code that an authorization server sends on': `const address = 'https://login.acme.example/authorize?response_type=code&state=a1';
    const options = { url: address, disableFollowRedirect: true, ignoreHttpStatusErrors: true, returnFullResponse: true };
    const { searchParams } = new URL((await request(options)).headers.location);
    if (!searchParams.get('code') || searchParams.get('state') !== 'a1') throw new Error('no code');`,
  'an address in an answer that leads to another one': `const { apiUrl } = await request({ url: 'https://api.acme.example/start' });
    const base = apiUrl.replace(/\\/+$/, '');
    const { token } = await request({ url: base + '/session' });
    if (!token) throw new Error('no token');`,
  'an answer that is not empty':
    "const account = await request({});\nif (Object.keys(account).length === 0) throw new Error('empty');\nif (!account.profile) throw new Error('no profile');",
  'a form with a file': `const FormData = require('form-data');
    const form = new FormData();
    form.append('purpose', 'order');
    form.append('file', Buffer.from('an order'), { filename: 'order.txt', knownLength: 8 });
    const body = { method: 'POST', url: 'https://api.acme.example/files', body: form, headers: form.getHeaders() };
    const { id } = await this.helpers.httpRequestWithAuthentication.call(this, "acmeApi", body);
    if (!id) throw new Error('no id');`,
  'links to other resources': "order.id = order._links.self.href.split('/').pop();",
  'a task that ends with a status of the service': `let task = order;
    for (let polls = 0; !['settled_ready', 'failed'].includes(task.status); polls++) {
      if (polls > 20) throw new Error('The task did not end');
      task = await request({ url: 'https://api.acme.example/tasks/1' });
    }`,
  'what it asks for after a task that ends with a status of the service': `const started = await request({ method: 'POST', url: 'https://api.acme.example/runs' });
    let run = started.data;
    const over = new Set(['RUN_SUCCEEDED', 'RUN_FAILED', 'RUN_ABORTED']);
    for (const end = Date.now() + 600_000; !over.has(run.status); ) {
      if (Date.now() > end) throw new Error('Timed out');
      run = (await request({ url: 'https://api.acme.example/runs/' + run.id })).data;
      if (!over.has(run.status)) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    if (run.status !== 'RUN_SUCCEEDED') throw new Error('The run ended with status ' + run.status);
    const rows = await request({ url: 'https://api.acme.example/sets/' + run.setId + '/rows' });
    for (const row of rows) row.isOfTask = true;`,
  'a token that is renewed before it is no longer valid': `const token = await request({ method: 'POST', url: 'https://api.acme.example/oauth/token' });
    const until = new Date();
    until.setSeconds(until.getSeconds() + token.expires_in);
    if (!(until.getTime() - Date.now() > 60_000)) throw new Error('The token is not valid');`,
  'a task whose ID is a text, until it ends': `const { output } = await request({ method: 'POST', url: 'https://api.acme.example/videos' });
    if (typeof output.task_id === 'string') {
      const end = Date.now() + 600_000;
      let task;
      do {
        if (Date.now() > end) throw new Error('polling failed: 600 seconds are over');
        await new Promise((resolve) => setTimeout(resolve, 5000));
        task = await request({ url: 'https://api.acme.example/tasks/' + output.task_id });
      } while (task.output?.task_status !== 'SUCCEEDED');
    }`,
  'the entry of a list that the credential names': `const { access } = await this.getCredentials('acmeApi');
    const { spaces } = await request({ url: 'https://api.acme.example/spaces' });
    const space = spaces.find((one) => one.right === access);
    if (!space) throw new Error('Space ' + access + ' not found');
    await request({ url: 'https://api.acme.example/spaces/' + space.path.trim() });`,
  'the entry of a list that has a certain text': `const { services } = await request({ url: 'https://api.acme.example/services' });
    const service = services.find((one) => one.kind === 'server');
    await request({ url: 'https://api.acme.example/' + service.path.trim() });`,
  'the address of a next page, until there is none': `let page = 1;
    const rows = [];
    for (;;) {
      const { registrants } = await request({ url: 'https://api.acme.example/registrants', qs: { page } });
      rows.push(...registrants.data.map(({ email }) => email.toLowerCase()));
      if (!registrants.next_page_url) break;
      page = registrants.current_page + 1;
    }`,
  'what it keeps the token of the next page in': `const query = {};
    const rows = [];
    do {
      const page = await request({ url: 'https://api.acme.example/rows', qs: query });
      rows.push(...page.rows.map(({ code }) => code.trim()));
      query.token = page.pagination.next_token;
    } while (query.token);`,
  'a task that ends with a status that has a name': `const Status = { DONE: 'ALL_DONE', WAITING: 'QUEUED' };
    const task = await request({ url: 'https://api.acme.example/tasks/1' });
    if (task.status !== Status.DONE) throw new Error('The task has the status ' + task.status);`,
  'an object whose length is asked for': `const pages = [];
    let page;
    do {
      page = await request({ url: 'https://api.acme.example/pages', qs: { limit: 100 } });
      pages.push(page);
    } while (page.length >= 100);
    const rows = pages.flatMap(({ data }) => (data && 'rows' in data && Array.isArray(data.rows) ? [...data.rows] : []));
    if (rows.length === 0) throw new Error('There is nothing');
    rows.map(({ code }) => code.trim());`,
  'times in seconds': 'new Date(order.created_at * 1000).toISOString();',
  'a key that is long enough':
    "const { apiKey } = await this.getCredentials('acmeApi');\nif (apiKey.length < 20) throw new Error('API key seems too short');",
  'a key of 16 bytes':
    "const { apiKey } = await this.getCredentials('acmeApi');\nrequire('node:crypto').createCipheriv('aes-128-cbc', apiKey, Buffer.alloc(16));",
  'a key of 24 bytes':
    "const { apiKey } = await this.getCredentials('acmeApi');\nrequire('node:crypto').createCipheriv('aes-192-cbc', apiKey, Buffer.alloc(16));",
  'a hidden field with an expression over other fields':
    "const { address } = await this.getCredentials('acmeApi');\nawait this.helpers.httpRequest({ url: new URL('/orders', address).href });",
  'a private key':
    "const { privateKey } = await this.getCredentials('acmeApi');\nrequire('node:crypto').createSign('sha256').update('order').sign(privateKey);",
  'an address that is a secret, with a key in it':
    "const { hook } = await this.getCredentials('acmeApi');\nconst key = new URL(hook).searchParams.get('key');\nif (!key || key === 'XXXX') throw new Error('no key in the address');",
  'an address with or without encryption':
    "const { place } = await this.getCredentials('acmeApi');\nawait this.helpers.httpRequest({ url: new URL('/orders', place).href });",
  'an address with a part that users replace':
    "const { site } = await this.getCredentials('acmeApi');\nawait this.helpers.httpRequest({ url: new URL('orders', site).href });",
};
const refusingShort = (what: string, pattern: string) =>
  read(
    `if (!${pattern}.test(value('ticketId'))) throw new Error('Invalid Ticket ID format: "' + value('ticketId') + '". ${what}');`,
  );
const refusing =
  "const id = this.getNodeParameter('orderId', i);\nif (!/^[0-9a-f]{32}$/.test(id)) throw new NodeOperationError(this.getNode(), 'Invalid ID format');";

const credential = `'use strict';
exports.AcmeApi = class AcmeApi {
  name = 'acmeApi';
  displayName = 'Acme API';
  properties = [
    { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' },
    { displayName: 'Access', name: 'access', type: 'options', options: [{ name: 'Read', value: 'read' }, { name: 'Write', value: 'write' }], default: 'read' },
    { displayName: 'Region', name: 'region', type: 'options', options: [{ name: 'EU', value: 'eu' }], default: 'eu' },
    { displayName: 'Address', name: 'address', type: 'hidden', default: '={{ "https://" + $self.region + ".acme.example" }}' },
    { displayName: 'Private Key', name: 'privateKey', type: 'string', typeOptions: { password: true, rows: 4 }, default: '' },
    { displayName: 'Hook', name: 'hook', type: 'string', typeOptions: { password: true }, default: '', placeholder: 'https://hooks.acme.example/send?key=XXXX' },
    { displayName: 'Server', name: 'place', type: 'string', default: '', placeholder: 'http(s)://localhost:3000' },
    { displayName: 'Site', name: 'site', type: 'string', default: 'https://<company>.acme.example/v2' },
  ];
  authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } } };
};
`;

/** @param json the output for `order` */
const each = (before: string, after: string, json = 'order') => `for (let i = 0; i < items.length; i++) {
  try {
    ${before}
    const order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i) });
    ${after}
    returnData.push({ json: ${json}, pairedItem: { item: i } });
  } catch (error) {
    if (!this.continueOnFail()) throw error;
    returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
  }
}
return [returnData];`;

const field = (name: string, type: string, initial: unknown, more: object = {}) => ({
  ...{ displayName: name, name, type, default: initial },
  ...more,
});
const orderId = field('orderId', 'string', '', { required: true });
const modes = [
  { displayName: 'List', name: 'list', type: 'list', typeOptions: { searchListMethod: 'find' } },
  ...[
    { name: 'url', extractValue: { type: 'regex', regex: 'https://acme\\.example/([-\\w]+)' } },
    { name: 'name' },
  ].map((mode) => ({ displayName: mode.name, type: 'string', ...mode })),
];
const fields = field(
  'fields',
  'collection',
  {},
  {
    options: [field('size', 'number', 0), field('note', 'string', ''), field('extra', 'string', '')],
  },
);
const groups = field(
  'contact',
  'fixedCollection',
  {},
  {
    options: [
      { displayName: 'Name', name: 'name', values: [field('first', 'string', '')] },
      { displayName: 'Phone', name: 'phone', values: [field('number', 'string', '')] },
    ],
  },
);
const severalGroups = field(
  'cards',
  'fixedCollection',
  {},
  {
    typeOptions: { multipleValues: true },
    options: [{ displayName: 'Card', name: 'card', values: [field('title', 'string', '')] }],
  },
);
const read = (statements: string) => `const value = (name) => this.getNodeParameter(name, i);\n${statements}`;
const graphql = (query: string) =>
  `const { data } = await request({ method: 'POST', url: 'https://api.acme.example/graphql', body: { query: '${query}' } });`;

/** An order with the values of parameters, which would have no effect otherwise. */
const withValues = (properties: readonly object[]) =>
  `{ ...order, given: ${JSON.stringify(properties.map((one) => Reflect.get(one, 'name')))}.map((name) => this.getNodeParameter(name, i, '')) }`;

/** Parameters beside the ID of an order, and statements before the request for it. */
const filledIn: Readonly<Record<string, { properties: readonly object[]; before: string }>> = {
  'a positive number': {
    properties: [orderId, field('limit', 'number', 0)],
    before: read("if (!(value('limit') > 0)) throw new Error('limit must be a positive number');"),
  },
  'a number that is not large': {
    properties: [orderId, field('fileSize', 'number', 0, { required: true })],
    before: read("if (value('fileSize') > 2e8) throw new Error('The video exceeds the 200 MB limit');"),
  },
  'two entries of a fixed collection': {
    properties: [orderId, severalGroups],
    before: read("if (!(value('cards').card?.length > 1)) throw new Error('Between 2 and 5 cards are needed');"),
  },
  'a list in a field of the input item': {
    properties: [orderId],
    before: "if (!Array.isArray(items[i].json.documents)) throw new Error('Expected an array of documents');",
  },
  'a field of the input item by its default': {
    properties: [orderId, field('session', 'string', '={{ $json.sessionId }}')],
    before: read("if (!value('session')) throw new Error('session is required');"),
  },
  'a private key as a parameter': {
    properties: [orderId, field('privateKey', 'string', '', { placeholder: '-----BEGIN PRIVATE KEY-----' })],
    before: read("require('node:crypto').createPrivateKey(value('privateKey'));"),
  },
  'a name, in a resource locator with a URL': {
    properties: [orderId, field('owner', 'resourceLocator', { mode: 'list', value: '' }, { required: true, modes })],
    before: read(
      "const owner = this.getNodeParameter('owner', i, '', { extractValue: true });\nif (!/^[-\\w]+$/.test(owner)) throw new Error('not a name');",
    ),
  },
  'the addresses of the machine': {
    properties: [orderId],
    before:
      "if (!Object.values(require('node:os').networkInterfaces()).flat().some(({ internal }) => !internal)) throw new Error('no network');",
  },
  'pages until there are no items': {
    properties: [orderId],
    before: `for (let page = 1, found = 1; found > 0; page++)
        found = this.helpers.returnJsonArray(await request({ url: 'https://api.acme.example/pages', qs: { page } })).length;`,
  },
  'one field of a collection': {
    properties: [orderId, fields],
    before: read(
      "if (Object.keys(value('fields')).length !== 1) throw new Error('exactly one of fields is required');",
    ),
  },
  'all fields of a collection, one of them as JSON': {
    properties: [orderId, fields],
    before: read(`const { size, extra } = value('fields');
      if (!size) throw new Error('size is missing');
      try { JSON.parse(extra); } catch (error) { throw new Error('extra must be valid JSON: ' + error.message); }`),
  },
  'all fields of a collection but one': {
    properties: [orderId, fields],
    before: read(`const { size, extra } = value('fields');
      if (!size) throw new Error('size is missing');
      if (extra !== undefined) throw new Error('extra is out of date');`),
  },
  'an ID beside a longer name': {
    properties: [orderId, field('customerOrderId', 'string', '')],
    before: read(`if (!/^[0-9]+$/.test(value('customerOrderId'))) throw new Error('customerOrderId must be a number');
      if (/^[0-9]+$/.test(value('orderId'))) throw new Error('orderId must be no number');`),
  },
  'a list that only the description of the parameter tells of': {
    properties: [orderId, field('filters', 'string', '', { description: 'Array of conditions' })],
    before: read(`try { if (!Array.isArray(JSON.parse(value('filters')))) throw new Error(); }
      catch { throw new Error('Invalid filters value'); }`),
  },
  'a file of a type that it names': {
    properties: [orderId],
    before: `const { mimeType, fileName } = this.helpers.assertBinaryData(i, 'data');
      if (mimeType !== 'audio/wav' || !/\\.wav$/.test(fileName)) throw new Error('Only WAV or MP3 audio is accepted.');`,
  },
  'a file of more than a few bytes': {
    properties: [orderId],
    before:
      "if ((await this.helpers.getBinaryDataBuffer(i, 'data')).length < 10) throw new Error('the file is too small');",
  },
  'a time whose default is the number 0': {
    properties: [orderId, field('start', 'dateTime', 0)],
    before: read("if (!value('start')) throw new Error('start is required');"),
  },
  'all groups of a fixed collection': {
    properties: [orderId, groups],
    before: read(`const { name, phone } = value('contact');
      if (!name?.first || !phone?.number) throw new Error('incomplete');`),
  },
  'a UUID, beside a notice that has its name': {
    properties: [
      orderId,
      field('batchId', 'string', '', { displayName: 'Batch Name or ID' }),
      field('note', 'notice', '', { displayName: 'The batch ID must be a valid one' }),
    ],
    before: read("if (!/^[0-9a-f]{8}-/.test(value('batchId'))) throw new Error('Batch ID must be a valid UUID');"),
  },
  'UUIDs in a list of JSON': {
    properties: [orderId, field('tagIds', 'json', '[]')],
    before: read(`const ids = JSON.parse(value('tagIds'));
      if (!Array.isArray(ids)) throw new Error('Tag IDs must be a valid JSON array');
      if (ids.length === 0 || ids.some((id) => !/^[0-9a-f]{8}-/.test(id))) throw new Error('Tag IDs must contain valid UUIDs');`),
  },
  'an optional text that is one of those that it knows': {
    properties: [orderId, field('sortBy', 'string', '')],
    before: read(
      "if (!['', 'name'].includes(value('sortBy'))) throw new Error('Unsupported sort field: ' + value('sortBy'));",
    ),
  },
  'a file of a type that it names after the one it got': {
    properties: [orderId],
    before: `const { fileName } = this.helpers.assertBinaryData(i, 'data');
      if (!/\\.pdf$/.test(fileName)) throw new Error('Unsupported file extension ".txt". Allowed: PDF');`,
  },
  'a file that begins as its type does': {
    properties: [orderId],
    before: `const file = await this.helpers.getBinaryDataBuffer(i, 'data');
      if (file.subarray(0, 5).toString() !== '%PDF-') throw new Error('The input binary data is not a PDF');`,
  },
  'entries of a list, from a host that users enter': {
    properties: [orderId, field('host', 'string', '')],
    before: read(`const { records } = await request({ url: 'https://' + value('host') + '/records' });
      if (!records?.length) throw new Error('no record');`),
  },
  'a UUID, and then a list': {
    properties: [orderId, field('entityId', 'string', '')],
    before: read(`if (!/^[0-9a-f]{8}-/.test(value('entityId'))) throw new Error('Entity ID must be a valid UUID');
      const entities = await request({ url: 'https://api.acme.example/entities/' + value('entityId') });
      if (!Array.isArray(entities)) throw new Error('Expected an array of entities');`),
  },
  'the end of a period after its beginning': {
    properties: [orderId, field('createdAfter', 'dateTime', ''), field('createdBefore', 'dateTime', '')],
    before: read(
      "if (value('createdAfter') >= value('createdBefore')) throw new Error('Created After must be before Created Before');",
    ),
  },
  'a text with an expression as its example': {
    properties: [orderId, field('mediaId', 'string', '', { placeholder: 'e.g. {{ $json.media.id }}' })],
    before: read("if (!/^\\w+$/.test(value('mediaId'))) throw new Error('no text');"),
  },
  'a number with a host after it': {
    properties: [orderId, field('chat', 'string', '')],
    before: read(
      "if (!/^\\d+@c\\.us$/.test(value('chat'))) throw new Error('Invalid chat. Expected format: number@c.us');",
    ),
  },
  'fields of the items that it goes through': {
    properties: [orderId],
    before: `const { phone } = items[i].json;
      if (!phone) throw new Error('Phone number not found in field "phone"');
      const { email } = items[i].json;
      if (!/@/.test(email)) throw new Error('Address not found in field "email"');
      await request({ url: 'https://api.acme.example/people', qs: { phone, email } });`,
  },
  'a time that passes only while it is asked for': {
    properties: [orderId],
    before: 'const from = Date.now();\nwhile (Date.now() - from < 1000) {}',
  },
  'an ID of at least 10 digits': {
    properties: [orderId, field('ticketId', 'string', '')],
    before: refusingShort('Ticket ID must be a numeric value with at least 10 digits.', '/^\\d{10,}$/'),
  },
  'a number that is longer than usual': {
    properties: [orderId, field('ticketId', 'string', '')],
    before: refusingShort('Ticket ID must be a numeric value.', '/^\\d{15,19}$/'),
  },
  'a switch that is on, and what only the description of an error says': {
    properties: [orderId, field('confirmChange', 'boolean', false), field('options', 'json', '{}')],
    before:
      read(`if (!value('confirmChange')) throw new Error('Set Confirm Change to true before anything is changed.');
      if (Object.keys(JSON.parse(value('options'))).length > 0)
        throw new NodeApiError(this.getNode(), { message: '' }, { message: 'The change failed', description: 'Unsupported entry in options' });`),
  },
  'a text of 16 characters': {
    properties: [orderId, field('ticketId', 'string', '')],
    before: refusingShort('It must be a 16-character string.', '/^\\w{16}$/'),
  },
  'a number with a country code, as the account demands': {
    properties: [orderId, field('recipient', 'string', '')],
    before: read(`await request({ url: 'https://api.acme.example/account' });
      if (value('recipient').replace(/\\D/g, '').startsWith('0'))
        throw new Error('"' + value('recipient') + '" starts with a trunk prefix (0) and has no country code');`),
  },
  'the name of a file, which is empty unless it is typed in': {
    properties: [orderId, field('upload', 'string', '')],
    before: read("this.helpers.assertBinaryData(i, value('upload'));"),
  },
  'numbers in a list with commas': {
    properties: [orderId, field('leads', 'string', '')],
    before: read(
      "if (!value('leads').split(',').every((one) => Number(one) > 0)) throw new Error('No valid leads. Provide comma-separated numeric IDs or an array of IDs.');",
    ),
  },
  'at least two IDs, in a list with commas': {
    properties: [orderId, field('mergedIds', 'string', '')],
    before: read(`const ids = value('mergedIds').split(',').map(Number).filter((one) => one > 0);
      if (ids.length < 2) throw new Error('At least 2 merged IDs are required');`),
  },
  'a list of lists': {
    properties: [orderId, field('table', 'string', '')],
    before: read(`const rows = JSON.parse(value('table'));
      if (!Array.isArray(rows) || !rows.every((row) => Array.isArray(row))) throw new Error('Data must be an array of arrays');`),
  },
  'one of two values': {
    properties: [orderId, field('email', 'string', ''), field('userId', 'string', '')],
    before: read(
      "if (value('email') && value('userId')) throw new Error('Provide either Email or User ID, not both');",
    ),
  },
  'an entry of a list that has the ID that is entered': {
    properties: [orderId, field('siteId', 'string', '')],
    before: read(`const { sites } = await request({ url: 'https://api.acme.example/sites' });
      if (!sites.find(({ id }) => id === value('siteId'))) throw new Error('Could not find a site with id "' + value('siteId') + '".');`),
  },
  'an entry of a list within an answer that has the ID that is entered': {
    properties: [orderId, field('roomId', 'string', '')],
    before: read(`const { data } = await request({ url: 'https://api.acme.example/rooms' });
      if (!data.rooms.some(({ id }) => id === value('roomId'))) throw new Error('Room ' + value('roomId') + ' not found');`),
  },
  'an entry with a number, in an answer to a request with another value': {
    properties: [orderId, field('sheetId', 'number', 0, { required: true })],
    before: read(`const { sheets } = await request({ url: 'https://api.acme.example/books/' + value('orderId') });
      const sheet = sheets.find(({ properties }) => properties.sheetId === value('sheetId'));
      if (!sheet) throw new Error('Sheet ' + value('sheetId') + ' not found in ' + sheets.map((one) => one.properties.title));`),
  },
  'an entry of an answer that it asks whether it is a list': {
    properties: [orderId, field('kind', 'string', '')],
    before: read(`const kinds = await request({ url: 'https://api.acme.example/kinds' });
      const kind = (Array.isArray(kinds) ? kinds : []).find(({ name }) => name === value('kind'));
      if (!kind) throw new Error('No kind found for: ' + value('kind'));`),
  },
  'an entry of a list, which an answer has to be': {
    properties: [orderId, field('paymentId', 'string', '')],
    before: read(`const all = await request({ url: 'https://api.acme.example/payments' });
      if (!Array.isArray(all)) throw new Error('Failed to get the payments');
      if (!all.find(({ id }) => id.toString() === value('paymentId'))) throw new Error('Payment ' + value('paymentId') + ' not found');`),
  },
  'an entry of the lists of entries of another list': {
    properties: [orderId, field('paperId', 'string', '')],
    before: read(`let owner;
      for (const { id } of await request({ url: 'https://api.acme.example/companies' })) {
        const papers = await request({ url: 'https://api.acme.example/companies/' + id + '/papers' });
        if (Array.isArray(papers) && papers.find((one) => one.id.toString() === value('paperId'))) owner = id;
      }
      if (!owner) throw new Error('Paper ' + value('paperId') + ' not found');
      await request({ method: 'PATCH', url: 'https://api.acme.example/companies/' + owner + '/papers/' + value('paperId') });`),
  },
  'a text that begins with a header': {
    properties: [orderId, field('plan', 'string', '')],
    before: read(
      "if (!/^PLAN 2;/.test(value('plan'))) throw new Error('The plan does not start with a version header (expected a line like \"PLAN 2;\").');",
    ),
  },
  'an entry by its ID or its name, in an error that names neither': {
    properties: [orderId, field('boxId', 'string', '')],
    before: read(`const boxes = await request({ url: 'https://api.acme.example/boxes' });
      const isSought = ({ Id, Names }) => Id === value('boxId') || Id.startsWith(value('boxId')) || Names.includes(value('boxId'));
      const box = boxes.find(isSought);
      if (!box) throw new Error('Box not found');
      const { Label } = await request({ url: 'https://api.acme.example/boxes/' + box.Id });
      Label.trim();`),
  },
  'another selection in the credential': {
    properties: [orderId],
    before:
      "const { access } = await this.getCredentials('acmeApi');\nif (access !== 'write') throw new Error('This requires a credential with write access');",
  },
  'another selection than the usual one': {
    properties: [
      orderId,
      field('engine', 'options', 'fast', { options: ['fast', 'safe'].map((value) => ({ name: value, value })) }),
    ],
    before: read("if (value('engine') === 'fast') throw new Error('The engine cannot do that');"),
  },
  'an ID of MongoDB': {
    properties: [orderId, field('formId', 'string', '')],
    before: read(
      "if (!/^[0-9a-f]{24}$/.test(value('formId'))) throw new Error('Invalid Form ID. Expected 24 hexadecimal characters');",
    ),
  },
  'a status, and then a list': {
    properties: [orderId, field('lines', 'string', '')],
    before: read(`const { data } = await request({});
      const { status } = data;
      if (status !== 'draft') throw new Error('Order must be in draft status (current status: ' + status + ')');
      if (!value('lines').startsWith('[')) throw new Error('lines must be a JSON array');`),
  },
  'what it stored, without messages': {
    properties: [orderId],
    before: read(`const url = 'https://api.acme.example/drafts/' + value('orderId');
      const before = await request({ url });
      const { Messages } = await request({ method: 'PUT', url, body: { ...before, title: value('orderId') } });
      if (Array.isArray(Messages) && Messages.length > 0) throw new Error('refused: ' + Messages.join());
      if ((await request({ url })).title !== value('orderId')) throw new Error('it was not stored');`),
  },
  'values of columns': {
    properties: [
      orderId,
      field('columns', 'resourceMapper', { mappingMode: 'defineBelow', value: null }, { required: true }),
    ],
    before: read("if (!value('columns.value').name) throw new Error('a column is required');"),
  },
  'the column with the ID that is selected': {
    properties: [
      orderId,
      field('idField', 'options', '', {
        required: true,
        noDataExpression: true,
        typeOptions: { loadOptionsMethod: 'getFields' },
      }),
      field(
        'columns',
        'resourceMapper',
        { mappingMode: 'defineBelow', value: null },
        {
          required: true,
          noDataExpression: true,
          typeOptions: { loadOptionsDependsOn: ['idField'] },
        },
      ),
    ],
    before: read("if (!value('columns.value')[value('idField')]) throw new Error('the ID is not mapped');"),
  },
  'a list where it says that there is one': {
    properties: [orderId],
    before: "const { rows } = await request({});\nif (!Array.isArray(rows)) throw new Error('rows are no list');",
  },
  'an answer to a request with the ID of another one': {
    properties: [orderId],
    before:
      read(`const { id } = await request({ method: 'POST', url: 'https://api.acme.example/jobs', body: { order: value('orderId') } });
      const job = await request({ url: 'https://api.acme.example/jobs/' + id });
      if (!job.report.title.trim()) throw new Error('no report');`),
  },
  'an answer that is a list': {
    properties: [orderId],
    before:
      "const rows = await request({});\nif (!Array.isArray(rows) || rows.length === 0) throw new Error('no list');",
  },
  'a connection in GraphQL': {
    properties: [orderId],
    before: `${graphql('query { orders(first: 2) { edges { node { id ...Lines } } pageInfo { hasNextPage } } } fragment Lines on Order { lines { sku } }')}
      const ids = data.orders.edges.flatMap(({ node }) => node.lines.map(({ sku }) => node.id.slice(0) + sku.slice(0)));
      if (ids.length !== 4 || data.orders.pageInfo.hasNextPage) throw new Error('wrong answer');`,
  },
  'pages in GraphQL until one is empty': {
    properties: [orderId],
    before: `for (let page = 1, hasMore = true; hasMore; page++) {
        ${graphql("query { orders(page: ' + page + ', limit: 100) { id } }")}
        hasMore = data.orders.length > 0;
      }`,
  },
  'a change in GraphQL without errors': {
    properties: [orderId],
    before: `${graphql('mutation { ship(id: 1) { userErrors { message } order { id } } }')}
      if (data.ship.userErrors.length > 0 || typeof data.ship.order.id !== 'string') throw new Error('not shipped');`,
  },
};

let operations: readonly Operation[] = [];
beforeAll(async () => {
  const sources = [...Object.values(demanding).map((after) => each('', after)), each(refusing, '')];
  const given = [
    ...sources.map((execute) => ({ execute })),
    ...Object.values(filledIn).map(({ properties, before }) => ({
      properties,
      execute: each(before, '', withValues(properties)),
    })),
  ];
  const nodes = given.map((one, at) => [`Node${at}`, nodeSource(`Node${at}`, 'programmatic', one)]);
  const files = { ...packageOf(Object.fromEntries(nodes)), 'dist/credentials/AcmeApi.credentials.js': credential };
  await using project = await openProject(files, { mode: 'package' });
  const { findings } = await project.run(behaviourCheck);
  expect(findings).toEqual([]);
  operations = project.operations;
});

test.each(
  [...Object.keys(demanding), 'an ID of 32 hexadecimal digits', ...Object.keys(filledIn)].map(
    (name, at) => [name, at] as const,
  ),
)('a node is exercised that demands %s', (_, at) => {
  const own = operations.filter(({ node }) => node === `node${at}`);
  expect(own.map(({ reason }) => reason)).toEqual([undefined]);
});

/** Nodes that each have a test of their own. They are in one project, because most of the time goes into its children. */
const others: Record<string, string> = {};
let verified: Promise<{ findings: Observation[]; operations: Operation[] }> | undefined;

async function verifyOthers() {
  await using project = await openProject(packageOf(others), { mode: 'package' });
  const { findings } = await project.run(behaviourCheck);
  return { findings, operations: project.operations };
}

/** Adds a node. @returns tells what is found in it or in no node, and its operations */
function other(name: string, given: GivenNode) {
  others[name] = nodeSource(name, 'programmatic', given);
  return async () => {
    verified ??= verifyOthers();
    const { findings, operations } = await verified;
    return {
      findings: findings.filter(({ file = '' }) => file.endsWith(`/${name}.node.js`) || !file.includes('/nodes/')),
      operations: operations.filter(({ node }) => node === name.toLowerCase()),
    };
  };
}

/** A node that fails whatever it gets, and tells in its last operation how often it ran. @param before its other operations */
const hopeless = (name: string, error: string, before: number) =>
  other(name, {
    module: 'let runs = 0;',
    others: [...Array.from({ length: before - 1 }, (_, at) => `other${at}`), 'tells'],
    execute: `runs++;
        await request({});
        throw new Error(this.getNodeParameter('operation', 0) === 'tells' ? 'runs: ' + runs : 'invalid answer' + ${error});`,
  });
const operationOf = "this.getNodeParameter('operation', 0)";

test.each([
  ['by the same error', hopeless('FewAlike', "''", 5), hopeless('ManyAlike', "''", 15)],
  ['by one error after the other', hopeless('Few', operationOf, 12), hopeless('Many', operationOf, 22)],
])('a node that can use no answer costs two runs an operation after its first ones: %s', async (_, few, many) => {
  const runs = async (node: typeof few) => {
    const { reason } = (await node()).operations.find(({ operation }) => operation === 'tells') ?? {};
    return Number(/runs: (\d+)$/.exec(reason ?? '')?.[1]);
  };
  expect((await runs(many)) - (await runs(few))).toBe(20);
});

const lists = other('Lists', {
  properties: [
    field('base', 'options', '', { typeOptions: { loadOptionsMethod: 'find' } }),
    field('domain', 'options', '', { typeOptions: { loadOptionsMethod: 'list' } }),
    field('chain', 'options', '', { typeOptions: { loadOptionsMethod: 'chains' } }),
    field('room', 'options', '', { typeOptions: { loadOptionsMethod: 'rooms' } }),
    field('person', 'options', '', { typeOptions: { loadOptionsMethod: 'people' } }),
    field('sender', 'options', '', { typeOptions: { loadOptionsMethod: 'senders' } }),
    field('relation', 'options', '', { typeOptions: { loadOptionsMethod: 'relations' } }),
    field('desk', 'options', '={{ $credentials.gone }}', { typeOptions: { loadOptionsMethod: 'desks' } }),
  ],
  execute: "require('node:child_process').spawn('acme'); return [items];",
  members: `methods = { loadOptions: { async find() {
    const found = await this.helpers.httpRequest({ url: 'https://api.acme.example/applications', json: true });
    return found.filter((one) => one.type === 'database').map(({ id, name }) => ({ name, value: id }));
  }, async list() {
    const found = await this.helpers.httpRequest({ url: 'https://api.acme.example/domains', json: true });
    return found.error === 0 && found.data?.domains ? found.data.domains.map(({ id, name }) => ({ name, value: id })) : [];
  }, async chains() {
    const found = await this.helpers.httpRequest({ url: 'https://api.acme.example/chains', json: true });
    return found.chains.filter(isUsable).map(({ id, name }) => ({ name, value: id }));
  }, async people() {
    const found = await this.helpers.httpRequest({ url: 'https://api.acme.example/people', json: true });
    return (Array.isArray(found.people) ? found.people : []).map((one) => ({ name: one.label, value: one.key }));
  }, async senders() {
    const found = await this.helpers.httpRequest({ url: 'https://api.acme.example/senders', json: true });
    return found.senders.flatMap((one) => {
      const provider = typeof one.provider === 'string' ? one.provider : '';
      return !['gmail', 'outlook'].includes(provider) ? [] : [{ name: one.name, value: one.id }];
    });
  }, async rooms() {
    try {
      const found = await this.helpers.httpRequest({ url: 'https://api.acme.example/rooms', json: true });
      if (!Array.isArray(found)) return [];
      return found.filter((one) => (one.label || '').trim() !== '').map((one) => ({ name: one.label, value: one.room }));
    } catch { return []; }
  }, async relations() {
    const { data } = await this.helpers.httpRequest({ url: 'https://api.acme.example/record', json: true });
    const all = data?.relationships || {};
    return Object.entries(all).flatMap(([name, one]) => (one.links?.related ? [{ name, value: one.links.related.split('/').pop() }] : []));
  }, async desks() {
    const desk = this.getCurrentNodeParameter('desk');
    const url = 'https://api.acme.example/desks' + (desk ? '/' + desk : '');
    return (await this.helpers.httpRequest({ url, json: true })).desks.map(({ id, name }) => ({ name, value: id }));
  } } };`,
  module: "const isUsable = (one) => one.isEnabled !== false && (one.chainType ?? 'evm') === 'evm';",
});
test('lists that keep what has a certain text or a code have entries, and a node that starts a process is not run', async () => {
  const { findings, operations } = await lists();
  expect(findings).toEqual([]);
  expect(operations).toMatchObject([
    { outcome: 'not exercised', reason: 'it starts a process, which the sandbox does not allow' },
    ...Array.from({ length: 8 }, () => ({ kind: 'loadOptions', outcome: 'exercised' })),
  ]);
});

const lacking = (name: string, statement: string) => other(name, { execute: `${statement}; return [items];` });

test.each([
  [
    'a parameter',
    lacking('NoParameter', "this.getNodeParameter('gone', 0)"),
    'it reads the parameter "gone", which has no value and no fallback',
  ],
  ['a module', lacking('NoModule', "require('./gone')"), "a module is missing: Cannot find module './gone'"],
  ['a method', lacking('NoMethod', 'items.gone()'), 'it fails: items.gone is not a function'],
  ['a value', lacking('NoValue', "throw new Error('[\\n  \\'an order\\'\\n]')"), "it rejects the values: 'an order'"],
])('says that an operation lacks %s', async (_, node, reason) => {
  expect((await node()).operations.map((operation) => operation.reason)).toEqual([reason]);
});

const answering = (name: string, json: string) =>
  other(name, { execute: `return [items.map((_, item) => ({ json: ${json}, pairedItem: { item } }))];` });

const valid = answering('Valid', "{ valid: false, error: 'Wrong checksum' }");
const failingWithAnswer = other('FailingWithAnswer', {
  execute: 'const { note } = await request({}); throw new Error(String(note)); return [items];',
});
const failing = answering('Failing', "{ success: false, error: 'No contacts' }");

test('an error that is a value of a response is not told', async () => {
  expect((await failingWithAnswer()).operations[0]?.reason).toBe('it cannot use the simulated responses');
});

test('an error beside a result is part of the result, and one in its place is a failure', async () => {
  const operations = [...(await valid()).operations, ...(await failing()).operations];
  expect(operations.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['exercised', undefined],
    ['not exercised', 'it rejects the values: No contacts'],
  ]);
});

const whereShared = { displayOptions: { show: { isShared: [true] } } };
const shares = other('Shares', {
  properties: [orderId, field('isShared', 'boolean', false), field('share', 'number', 20, whereShared)],
  execute: each(
    `const before = await request({ url: 'https://api.acme.example/polls/' + this.getNodeParameter('orderId', i) });
    if (this.getNodeParameter('isShared', i) || before.isShared) this.getNodeParameter('share', i);`,
    '',
  ),
});

test('a parameter that is read because of an answer is not said to be read always', async () => {
  expect((await shares()).findings).toMatchObject([
    { severity: 'warning', message: expect.stringMatching(/not shown while other parameters have their defaults$/) },
  ]);
});

const optionsOf = (name: string, values: readonly string[], service?: string) =>
  field(name, 'options', values[0], {
    options: values.map((value) => ({ name: value, value })),
    ...(service !== undefined && { displayOptions: { show: { service: [service] } } }),
  });
const services = other('Services', {
  properties: [
    orderId,
    optionsOf('service', ['sales', 'stock']),
    optionsOf('resource', ['order', 'customer'], 'sales'),
    optionsOf('resource', ['order', 'shelf'], 'stock'),
  ],
  execute: each(
    `const [service, resource] = ['service', 'resource'].map((name) => this.getNodeParameter(name, i));
    if (service === 'sales' ? resource === 'shelf' : resource === 'customer') throw new Error('no such resource');
    await request({ url: 'https://api.acme.example/' + service + '/' + resource });`,
    '',
  ),
});

test('resources are run with the service that offers them', async () => {
  const { findings, operations } = await services();
  expect(findings).toEqual([]);
  const ran = operations.filter(({ kind }) => kind === undefined);
  expect(ran.map(({ resource, outcome, requests }) => [resource, outcome, requests[0]?.url])).toEqual([
    ['order', 'exercised', 'https://api.acme.example/sales/order'],
    ['customer', 'exercised', 'https://api.acme.example/sales/customer'],
    ['order', 'exercised', 'https://api.acme.example/stock/order'],
    ['shelf', 'exercised', 'https://api.acme.example/stock/shelf'],
  ]);
});

const loadedBy = (loadOptionsMethod: string) => ({ typeOptions: { loadOptionsMethod } });
const spaces = other('Spaces', {
  properties: [
    field('team', 'options', '', { required: true, ...loadedBy('teams') }),
    field('space', 'options', '', { required: true, ...loadedBy('spaces') }),
    orderId,
  ],
  execute: `let space;
    try { space = JSON.parse(this.getNodeParameter('space', 0)); } catch { throw new Error('Select a space in the dropdown.'); }
    if (typeof space.id !== 'number' || typeof space.domain !== 'string') throw new Error('Select the space again.');
    const url = 'https://api.acme.example/teams/' + this.getNodeParameter('team', 0) + '/spaces/' + space.id;
    ${each("await request({ url: url + '/' + space.domain });", '')}`,
  members: `methods = { loadOptions: { async teams() {
    const teams = await this.helpers.httpRequest({ url: 'https://api.acme.example/teams', json: true });
    return teams.map(({ id, name }) => ({ name, value: id }));
  }, async spaces() {
    const url = 'https://api.acme.example/teams/' + this.getCurrentNodeParameter('team') + '/spaces';
    const spaces = await this.helpers.httpRequest({ url, json: true });
    return spaces.map(({ id, name, domain }) => ({ name, value: JSON.stringify({ id, domain }) }));
  } } };`,
});

test('a list of the editor is loaded where an operation refuses what is not in it', async () => {
  const { findings, operations } = await spaces();
  expect(findings).toEqual([]);
  const [{ outcome, requests } = { outcome: undefined, requests: [] }] = operations;
  expect([outcome, requests[0]?.url]).toEqual(['exercised', 'https://api.acme.example/teams/{team}/spaces/101/v1']);
});

const shopsOfPlace = other('Listing', {
  properties: [
    orderId,
    field('options', 'collection', {}, { options: [field('place', 'string', '')] }),
    field('shop', 'options', '', { typeOptions: { loadOptionsMethod: 'getShops' } }),
  ],
  execute: each(
    `const { place = '' } = this.getNodeParameter('options', i);
    await request({ url: 'https://api.acme.example/shops/' + this.getNodeParameter('shop', i), qs: { place } });`,
    '',
  ),
  members: `methods = { loadOptions: { async getShops() {
    const { place } = this.getCurrentNodeParameter('options') ?? {};
    if (!place) return [];
    const shops = await this.helpers.httpRequest({ url: 'https://api.acme.example/places/' + place + '/shops', json: true });
    return shops.map(({ id, name }) => ({ name, value: id }));
  } } };`,
});

test('a list of the editor has entries where it depends on an optional field', async () => {
  const [list] = (await shopsOfPlace()).operations.filter(({ kind }) => kind === 'loadOptions');
  expect(list).toMatchObject({
    outcome: 'exercised',
    requests: [{ url: 'https://api.acme.example/places/{place}/shops' }],
  });
});

const offered = other('Offered', {
  properties: [
    field('orderId', 'string', '={{ $fromAI("orderId", "ID of the order", "string") }}', { required: true }),
  ],
  execute: each(
    "await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i) });",
    '',
  ),
});

test('a default that asks an agent is none where there is no agent', async () => {
  const { findings, operations } = await offered();
  expect(findings).toEqual([]);
  expect(operations[0]?.requests[0]?.url).toBe('https://api.acme.example/orders/{orderId}');
});

const forOne = other('ForOne', {
  execute: `if (items.length > 1) throw new Error('Several items can only be merged');\n${each('', '')}`,
});
const clicking = other('Clicking', {
  properties: [
    orderId,
    field('action', 'options', 'click', { options: ['click', 'open'].map((value) => ({ name: value, value })) }),
  ],
  execute: each(
    "const { tag } = await request({});\nif (this.getNodeParameter('action', i) === 'click') throw new Error('The place must be a positive number');",
    '',
    '{ ...order, tag }',
  ),
});

test('an operation that refuses several items runs with one', async () => {
  const { findings, operations } = await forOne();
  expect(findings).toEqual([]);
  expect(operations).toMatchObject([{ outcome: 'exercised', output: '1 item, paired' }]);
});

test('another option is selected where a value is refused after a request', async () => {
  expect((await clicking()).operations).toMatchObject([
    { outcome: 'exercised', output: '3 items, paired, with action = "open"' },
  ]);
});

const choices = other('Choices', {
  properties: [
    orderId,
    field('shop', 'options', '', { noDataExpression: true, typeOptions: { loadOptionsMethod: 'getShops' } }),
    field('number', 'number', 0, { noDataExpression: true, required: true }),
  ],
  execute: each(
    `const [shop, number] = ['shop', 'number'].map((name) => this.getNodeParameter(name, i));
    if (/[{}=$]/.test(shop) || !Number.isInteger(number)) throw new Error('That is no shop');
    await request({ url: 'https://api.acme.example/shops/' + shop + '/' + number });`,
    '',
  ),
});

test('a choice that takes no expression is the same for all items', async () => {
  const { findings, operations } = await choices();
  expect(findings).toEqual([]);
  expect(operations.filter(({ kind }) => kind === undefined)).toMatchObject([{ outcome: 'exercised' }]);
});

/** @param inputs as source */
const store = (name: string, inputs: string) =>
  other(name, {
    about: `inputs: ${inputs}, outputs: ['ai_vectorStore'],`,
    properties: [],
    members: `async supplyData(itemIndex) {
      const embeddings = await this.getInputConnectionData('ai_embedding', itemIndex);
      const context = this;
      return { response: { async similaritySearch(query) {
        const vector = await embeddings.embedQuery(query);
        if (!vector.every((one) => typeof one === 'number')) throw new Error('no vector');
        const options = { method: 'POST', url: 'https://api.acme.example/search', body: { vector }, json: true };
        return (await context.helpers.httpRequestWithAuthentication.call(context, 'acmeApi', options)).documents;
      } } };
    }`,
  });
const needed = "[{ displayName: 'Embedding', type: 'ai_embedding', required: true, maxConnections: 1 }]";
const withEmbedding = store('WithEmbedding', needed);
const withOptional = store('WithOptional', needed.replace('required: true', 'required: false'));
const withoutInput = store('WithoutInput', '[]');

test('a store gets what embeds texts, if it has an input for that', async () => {
  const all = await Promise.all([withEmbedding(), withOptional(), withoutInput()]);
  expect(all.map(({ operations: [one] }) => [one?.outcome, one?.requests[0]?.url])).toEqual([
    ['exercised', 'https://api.acme.example/search'],
    ['exercised', 'https://api.acme.example/search'],
    ['not exercised', undefined],
  ]);
});
