import type { RuleCase } from '../../rule-case.ts';
import { atRuntime, type GivenNode } from './node-source.ts';

const each = (body: string) => `for (let i = 0; i < items.length; i++) {\n${body}\n}\nreturn [returnData];`;
export const tolerant = (body: string) =>
  each(`try {
    ${body}
  } catch (error) {
    if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
    returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
  }`);
const get =
  "const id = this.getNodeParameter('orderId', i);\nconst order = await request({ url: 'https://api.acme.example/orders/' + id });";
const pathOf = "const path = '/orders/' + this.getNodeParameter('orderId', i);";
/** Gets all orders of a customer. @param kept what is done with `found` @param orders of the answer */
const allOf = (kept: string, orders = 'answer.data'): GivenNode => ({
  operation: 'getAll',
  properties: [text('customer')],
  execute: tolerant(
    `const answer = await request({ qs: { customer: this.getNodeParameter('customer', i) } });
    const found = this.helpers.returnJsonArray([].concat(${orders}));
    ${kept};`,
  ),
});
/** Outputs each offer of a response, if it has any. @param path of the request, with `operation` and `id` */
const sharingOffers = (operation: string, path: string): GivenNode => ({
  ...{ operation, others: ['close'], properties: [text('orderId', { required: true })] },
  execute: tolerant(`const [operation, id] = ['operation', 'orderId'].map((name) => this.getNodeParameter(name, i));
    const response = await request({ url: 'https://api.acme.example' + (${path}), qs: { id } });
    const found = Array.isArray(response?.offers) ? response.offers : [response];
    returnData.push(...found.map((json) => ({ json })));`),
});
/** One request for all items. @param uuids of the items */
const bulk = (uuids: string) => `const uuids = ${uuids};
  const id = this.getNodeParameter('orderId', 0);
  return [this.helpers.returnJsonArray(await request({ method: 'POST', body: { id, uuids } }))];`;
/** The column that the first item names, of all items. */
const resultOf = (pairedItem: string) =>
  `const column = this.getNodeParameter('orderId', 0);
   const rows = items.map(({ json }) => json);
   return [[{ json: { column, sum: rows.filter((row) => row[column]).length }, pairedItem: ${pairedItem} }]];`;
const onlyFirst = `const i = 0;\n${get}\nreturn [[{ json: order, pairedItem: { item: 0 } }]];`;
const push = 'returnData.push({ json: order, pairedItem: { item: i } });';
/** Outputs a file of each order, in `binary`. */
const savedIn = `binary.label = await this.helpers.prepareBinaryData(Buffer.from(String(order.label)), 'label.txt');
  returnData.push({ json: order, binary, pairedItem: { item: i } });`;
/** Gets an order, and sends something else. @param body JavaScript with `apiKey` */
const sending = (body: string, to = "'https://collect.metrics.example/v1'", more = '') =>
  tolerant(
    `${get}\n${push.replace(
      'returnData',
      `const { apiKey } = await this.getCredentials('acmeApi');
    await this.helpers.httpRequest({ method: 'POST', url: ${to}, body: ${body}, ${more} });\nreturnData`,
    )}`,
  );
/** Nothing names the host of it. */
export const hiddenUrl = "Buffer.from('aHR0cHM6Ly9hcGkuenF3ZXJ0eS5leGFtcGxl', 'base64').toString()";
/** Creates an order. @param option with its ID */
const created = (option: string, more = '') =>
  tolerant(
    `const id = this.getNodeParameter('orderId', i);
    const order = await request({ method: 'POST', url: 'https://api.acme.example/orders', ${option}: { id }, ${more} });\n${push}`,
  );
const good: GivenNode = { execute: tolerant(`${get}\n${push}`) };
export const text = (name: string, more: object = {}) => ({
  displayName: name,
  name,
  type: 'string',
  default: '',
  ...more,
});

const servers = (value: string) => text('server', { type: 'options', options: [{ name: 'Europe', value }] });
/** Sends a text without the credential, and then an order with it. @param url of the text */
const uploadTo = (url: string) => `${get}
    await this.helpers.httpRequest({ method: 'PUT', url: ${url}, body: { text: 'a' } });
    await request({ method: 'PUT', url: order.confirm_url, body: { isDone: true } });\n${push}`;
/** @param sent fields of the body, of `options` */
const warmBy = (sent: string, range = '0-20'): GivenNode => ({
  properties: [
    text('orderId', { required: true }),
    text('options', {
      ...{ type: 'collection', default: {} },
      options: [
        text('temperature', {
          type: 'number',
          default: 1,
          description: `How free (${range})`,
          typeOptions: { minValue: 0, maxValue: 20 },
        }),
      ],
    }),
  ],
  execute: tolerant(`const options = this.getNodeParameter('options', i);
    const order = await request({ method: 'POST', body: { id: this.getNodeParameter('orderId', i), ${sent} } });\n${push}`),
});
const ofContext = 'async getOrder(index) { return { json: { index } }; }';

const byMethod = tolerant(
  `const body = { state: this.getNodeParameter('orderId', i) };
    const order = await request({ method: this.getNodeParameter('method', i), body });\n${push}`,
);
const methods = (other: string) =>
  text('method', {
    type: 'options',
    default: 'GET',
    options: ['GET', other].map((one) => ({ name: one, value: one })),
  });
/** @param place where the request has its filter */
const listedBy = (place: string) =>
  tolerant(`const order = await request({ ${place}: { state: this.getNodeParameter('orderId', i) } });\n${push}`);
const limitedBy = (place: string) =>
  tolerant(`const url = ${ordersUrl} + this.getNodeParameter('orderId', i);
    const order = await request({ url, ${place}: { limit: this.getNodeParameter('limit', i) } });\n${push}`);
/** Stores JSON of a user. @param value of the field */
const storedJson = (value: string, body = `{ data: ${value} }`) =>
  tolerant(`const data = this.getNodeParameter('data', i);
    const order = await request({ method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} });\n${push}`);
/** Searches with JSON of a user. @param value of the field */
const searched = (value: string) =>
  tolerant(`const data = this.getNodeParameter('data', i);
    const order = await request({ url: 'https://api.acme.example/orders', qs: { data: ${value} } });\n${push}`);
/** @param statements what is done with a failed item */
const onError = (statements: string) =>
  each(`try { ${get}\n${push} } catch (error) {
    if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
    ${statements}
  }`);
/** @param item what is output of an item that failed */
const passOn = (item: string) => `returnData.push({ ${item}, pairedItem: { item: i } });`;
/** Posts what a user enters, with the credential unless the operation is `get`. */
const posting = (
  path: string,
) => `const options = { method: 'POST', body: { id: this.getNodeParameter('orderId', i) } };
  const order = this.getNodeParameter('operation', i) === 'get'
    ? await this.helpers.httpRequest({ ...options, url: 'https://api.acme.example${path}' })
    : await request(options);
  ${push}`;
/** Gets orders. @param statements where the request fails */
const listOr = (statements: string) =>
  `const qs = { shop: this.getNodeParameter('orderId', i) };
    let found = [];
    try { found = (await request({ qs })).orders; } catch (error) { ${statements} }
    for (const order of found) ${push}`;
/** Changes an order. @param statements where there is none */
const changeOr = (statements: string) =>
  `let order = {};
    const id = this.getNodeParameter('orderId', i);
    try {
      order = await request({ method: 'PUT', url: 'https://api.acme.example/orders/' + id, body: { isPaid: true } });
    } catch (error) { if (error.httpCode !== '404') throw error; ${statements} }
    ${push}`;
const options = (...fields: object[]) => text('options', { type: 'collection', default: {}, options: fields });
const tagged = options({
  ...text('tags', { type: 'fixedCollection', default: {}, typeOptions: { multipleValues: true } }),
  options: [{ name: 'tag', displayName: 'Tag', values: [text('name')] }],
});
const dated = options(text('until', { type: 'dateTime' }));
/** Gets an order with some options. @param tags of the options */
const taggedBy = (tags: string, more = '{}') =>
  tolerant(`const options = this.getNodeParameter('options', i, {});
    const tags = (${tags}).map(({ name }) => name).join();
    const order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i), qs: { tags, ...${more} } });\n${push}`);

const changes = {
  ...options(text('note'), text('archived', { type: 'boolean', default: false })),
  name: 'changes',
};
/** A list of names and values. */
const pairs = (name: string, group: string) => ({
  ...text(name, { type: 'fixedCollection', default: {}, typeOptions: { multipleValues: true } }),
  options: [{ name: group, displayName: 'Pair', values: [text('key'), text('value')] }],
});
const remarks = { ...options(text('remark'), text('labels')), name: 'updateFields' };
/** Changes an order. @param statements that fill in `body` from `fields` */
const changedBy = (statements: string) =>
  tolerant(`const fields = this.getNodeParameter('changes', i, {});
    const body = { note: fields.note };
    ${statements}
    const order = await request({ method: 'PATCH', url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i), body });\n${push}`);

/** Changes an order. @param body of the request, with `updateFields` */
const updatedBy = (body: string) =>
  tolerant(`const updateFields = this.getNodeParameter('updateFields', i, {});
    const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
    const order = await request({ method: 'PUT', url, body: ${body} });\n${push}`);

/** What gets a page, or every one. */
const paged = [
  text('returnAll', { type: 'boolean', default: false }),
  text('limit', { type: 'number', default: 50, displayOptions: { show: { returnAll: [false] } } }),
];
const pagesWith = (page: string, isLast = 'orders.length === 0') => `const all = this.getNodeParameter('returnAll', i);
  const found = [];
  for (let page = 1; ; ) {
    const { orders } = await request({ qs: { page: ${page} } });
    found.push(...orders);
    if (!all || ${isLast}) break;
  }
  returnData.push({ json: { count: found.length }, pairedItem: { item: i } });`;

/** Gets all pages with a key that each page gives for the next one. @param next key after a page */
const keyed = (next: string) => `const all = this.getNodeParameter('returnAll', i);
  const found = [];
  let lastKey;
  do {
    const response = await request({ qs: lastKey ? { lastKey } : {} });
    found.push(...response.items);
    lastKey = ${next};
  } while (all && lastKey);
  returnData.push({ json: { count: found.length }, pairedItem: { item: i } });`;
/** Gets all entries with an offset. @param next offset of the next page @param isMore whether there is one */
const countedPages = (next: string, isMore: string) => `const all = this.getNodeParameter('returnAll', i);
  const found = [];
  const qs = { offset: 0, limit: 100 };
  let total = 0;
  do {
    const response = await request({ qs });
    found.push(...response.orders);
    total = response.total;
    qs.offset = ${next};
  } while (all && ${isMore});
  for (const order of all ? found : found.slice(0, this.getNodeParameter('limit', i))) ${push}`;
/** Reads the credential. @param headers JavaScript with `credential` */
const addressed = (headers: string) => `const credential = await this.getCredentials('acmeApi');
  const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
  const order = await this.helpers.httpRequest({ method: 'GET', url, headers: ${headers}, json: true });
  ${push}`;
/** @param field of the credential that is demanded @param unless what is there in its place */
const withTokenOf = (field: string, unless = '') =>
  tolerant(`const fields = Object(await this.getCredentials('acmeApi'));
    if (!fields[${atRuntime(field)}]${unless}) throw new Error('The ${field} is required');\n${get}\n${push}`);
/** Gets an order. @param host of the operation `get` */
const atHosts = (
  host: string,
  usual = 'acme.example',
) => `const host = this.getNodeParameter('operation', i) === 'get' ? ${host} : '${usual}';
  const order = await request({ url: 'https://' + host + '/orders/' + this.getNodeParameter('orderId', i) });
  ${push}`;
/** @param api of the host that the first operation sends its requests to */
const atSite = (api: string): GivenNode => ({
  others: ['list', 'search', 'find'],
  credentials: [{ name: 'acmeSiteApi', required: true }],
  execute: tolerant(`const { url } = await this.getCredentials('acmeSiteApi');
    const base = this.getNodeParameter('operation', i) === 'get' ? 'https://acme.example/${api}' : url;
    const options = { method: 'GET', url: base + '/orders/' + this.getNodeParameter('orderId', i) };
    const order = await this.helpers.httpRequestWithAuthentication.call(this, 'acmeSiteApi', options);
    ${push}`),
});
/** @param base of the URL that the test of the credential requests, as source */
const testedAt = (base: string): GivenNode => ({
  ...atSite('api'),
  credentials: [{ name: 'acmeSiteApi', required: true, testedBy: 'tryIt' }],
  execute: tolerant(`const { url } = await this.getCredentials('acmeSiteApi');
    const options = { method: 'GET', url: url + '/orders/' + this.getNodeParameter('orderId', i) };
    const order = await this.helpers.httpRequestWithAuthentication.call(this, 'acmeSiteApi', options);
    ${push}`),
  members: `methods = { credentialTest: { async tryIt(credential) {
    const headers = { authorization: credential.data.apiKey };
    try { await this.helpers.request({ url: ${base} + '/me', headers, json: true }); } catch ({ message }) { return { status: 'Error', message }; }
    return { status: 'OK', message: '' };
  } } };`,
});
/** Gets a token before each request. @param sent where it is in the request, with `operation` and `token` */
const loggedIn = (sent: string) => `const operation = this.getNodeParameter('operation', i);
  const { apiKey } = await this.getCredentials('acmeApi');
  const { token } = await this.helpers.httpRequest({ method: 'POST', url: 'https://api.acme.example/login', body: { apiKey }, json: true });
  const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
  const order = await this.helpers.httpRequest({ method: 'GET', url, json: true, ${sent} });
  ${push}`;
/** @param isOpen whether the request is sent without the token */
const loggedOut = (isOpen: string) => `const operation = this.getNodeParameter('operation', i);
  const { apiKey } = await this.getCredentials('acmeApi');
  const { token } = await this.helpers.httpRequest({ method: 'POST', url: 'https://api.acme.example/login', body: { apiKey }, json: true });
  const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
  const method = operation === 'delete' ? 'DELETE' : 'GET';
  const order = await this.helpers.httpRequest({ method, url, json: true, headers: ${isOpen} ? {} : { 'x-token': token } });
  ${push}`;
/** @param isOpen whether the body has no key */
const keyInBody = (isOpen: string) => `const operation = this.getNodeParameter('operation', i);
  const { apiKey } = await this.getCredentials('acmeApi');
  const url = 'https://api.acme.example/' + operation;
  const body = { id: this.getNodeParameter('orderId', i), ...(${isOpen} ? {} : { apiKey }) };
  const order = await this.helpers.httpRequest({ method: 'POST', url, json: true, body });
  ${push}`;
/** Adds something to an order without the credential. */
const noting = (path: string) =>
  `await this.helpers.httpRequest({ method: 'POST', url: 'https://api.acme.example/${path}', body: { id } });`;

/** One is shown for the operation, the other one for another. */
const twoCredentials: GivenNode = {
  others: ['list'],
  credentials: [
    { name: 'acmeApi', required: true, displayOptions: { show: { operation: ['get'] } } },
    { name: 'acmeOrdersApi', required: true, displayOptions: { show: { operation: ['list'] } } },
  ],
};
/** @param credential that `get` uses */
const authenticated = (credential: string) => `const isGet = this.getNodeParameter('operation', i) === 'get';
  const order = await this.helpers.httpRequestWithAuthentication.call(this, isGet ? '${credential}' : 'acmeOrdersApi', {
    url: ${ordersUrl} + this.getNodeParameter('orderId', i) });
  ${push}`;

const locator = {
  ...text('orderId', { type: 'resourceLocator', default: { mode: 'id', value: '' }, required: true }),
  modes: [{ displayName: 'ID', name: 'id', type: 'string' }],
};
/** Creates an order. @param part of the locator */
const locatorSent = (part: string) => `const orderId = this.getNodeParameter('orderId', i)${part};
    const order = await request({ method: 'POST', body: { orderId } });
    ${push}`;
const afterLogin = "await request({ method: 'POST', url: 'https://api.acme.example/login' });";
const mapper = text('columns', {
  ...{ type: 'resourceMapper', default: { mappingMode: 'defineBelow', value: null }, required: true },
  typeOptions: {
    resourceMapper: {
      resourceMapperMethod: 'columns',
      mode: 'add',
      fieldWords: { singular: 'column', plural: 'columns' },
    },
  },
});
/** Creates an order. @param part of the mapper */
const columnsSent = (part: string) => `const { ...columns } = this.getNodeParameter('columns', i)${part};
    const order = await request({ method: 'POST', body: { columns } });
    ${push}`;
/** Gets an order by its number. @param options how `getNodeParameter` reads it */
const numeric = (options: string) => `const number = Number(this.getNodeParameter('orderId', i, ${options}));
    if (Number.isNaN(number)) throw new NodeOperationError(this.getNode(), 'Invalid order number');
    const order = await request({ url: 'https://api.acme.example/orders/' + number });
    ${push}`;
const collection = { ...text('filter', { type: 'collection', default: {} }), options: [text('name')] };
const mode = (initial: string) => ({
  ...text('mode', { type: 'options', default: initial }),
  options: ['simple', 'full'].map((value) => ({ name: value, value })),
});

/** What an operation does with one order, by its name. @param options of the request */
const byOperation = (options: string) => `const operation = this.getNodeParameter('operation', i);
  const id = this.getNodeParameter('orderId', i);
  const url = 'https://api.acme.example/orders/' + id;
  const order = await request({ url, ...${options} });
  ${push}`;
/** @param isThrown whether an error ends the execution in any case */
const failingIf = (isThrown: string) => `try { ${get}\n${push} } catch (error) {
    if (!this.continueOnFail() && ${isThrown}) throw new NodeApiError(this.getNode(), error);
    returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
  }`;
/** Gets all orders once. @param kept where they are kept */
const cachedOrders = (kept: string): GivenNode => ({
  ...{ operation: 'getAll', properties: [], module: 'const cache = {};' },
  execute: tolerant(`${kept} ??= await request({});
    for (const order of ${kept}.orders) returnData.push({ json: order, pairedItem: { item: i } });`),
});
/** Waits until an order is completed. @param isOver when it gives up */
const waitingFor = (isOver: string) => `const end = Date.now() + 1_800_000;
  let order = {};
  for (let polls = 0; order.status !== 'completed'; polls++) {
    if (${isOver}) throw new NodeOperationError(this.getNode(), 'The order is not completed');
    order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i) });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
  ${push}`;
/** Gets an order with a key that is kept. @param keep keeps what comes after it */
const withKeptKey = (keep: string): GivenNode => ({
  module: 'let kept; const all = {};',
  execute: tolerant(`${keep} this.getCredentials('acmeApi');
    const order = await this.helpers.httpRequest({ method: 'GET', url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i), headers: { 'x-api-key': kept.apiKey } });
    ${push}`),
});
/** Gets an order from a server of the user's own. @param keep keeps its address */
const served = (keep: string): GivenNode => ({
  ...{ credentials: [{ name: 'githubApi', required: true }], module: 'let base;' },
  execute: tolerant(`const { server, accessToken } = await this.getCredentials('githubApi');
    base ${keep} server;
    const order = await this.helpers.httpRequest({ method: 'GET', url: base + '/orders/' + this.getNodeParameter('orderId', i), headers: { authorization: 'Bearer ' + accessToken } });
    ${push}`),
});
/** Gets an order with the ID of its kind, of which there is a list. @param load loads the list */
const listedOnce = (load: string): GivenNode => ({
  module: 'let all; let at = 0;',
  execute: tolerant(`const list = () => request({ url: 'https://api.acme.example/kinds' });
    ${load}
    const kind = all.kinds[0].id;
    const order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i), qs: { kind } });
    ${push}`),
});
const ids = [text('orderId'), text('addIds'), text('removeIds')];
const idsOf = (add: string, remove: string) =>
  tolerant(
    byOperation(
      `{ method: 'POST', body: { add: this.getNodeParameter('${add}', i), remove: this.getNodeParameter('${remove}', i) } }`,
    ),
  );
/** Gets an order with a token for the credential. @param tokens where tokens are kept, with `apiKey` */
const withToken = (tokens: string) =>
  tolerant(`const { apiKey } = await this.getCredentials('acmeApi');
    ${tokens} ??= (await this.helpers.httpRequest({ method: 'POST', url: 'https://api.acme.example/login', body: { apiKey }, json: true })).token;
    const headers = { Authorization: 'Bearer ' + ${tokens} };
    const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
    const order = await this.helpers.httpRequest({ method: 'GET', url, headers, json: true });
    ${push}`);
/** Outputs a label as a file. @param options of the request */
const download = (options: string, name = 'label.pdf', type = 'undefined', item = 'i') =>
  `const label = await request({ url: 'https://api.acme.example/labels/' + this.getNodeParameter('orderId', i), ${options} });
    const data = await this.helpers.prepareBinaryData(Buffer.from(label), '${name}', ${type});
    returnData.push({ json: {}, binary: { data }, pairedItem: { item: ${item} } });`;
/** @param logged what is written to the log */
const logging = (logged: string, log = 'this.logger.info') => `const credentials = await this.getCredentials('acmeApi');
    const headers = { Authorization: 'Bearer ' + credentials.apiKey };
    ${log}('Get an order', { headers: ${logged} });
    ${get}\n${push}`;
/** Sends a secret by itself. @param headers of the request @param query of its address */
const withHeaders = (headers: string, query = "''") => `const operation = this.getNodeParameter('operation', i);
    const { apiKey } = await this.getCredentials('acmeApi');
    const headers = { Authorization: 'Bearer ' + apiKey };
    const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i) + ${query};
    const order = await this.helpers.httpRequest({ method: 'GET', url, headers: ${headers} });
    ${push}`;
/** @param least status that fails */
const withStatus = (least: number) => `const { statusCode } = await request({
      ...{ url: 'https://api.acme.example/' + this.getNodeParameter('orderId', i) },
      ...{ ignoreHttpStatusErrors: true, returnFullResponse: true },
    });
    if (statusCode >= ${least}) throw new NodeOperationError(this.getNode(), 'The request failed');
    returnData.push({ json: { done: true }, pairedItem: { item: i } });`;
/** Asks for pages until one is not full. @param next what it does after each */
const fullPages = (next: string) => `const found = [];
    for (let page = 1; ; ) {
      const { orders } = await request({ qs: { page, limit: 50, of: i } });
      found.push(...orders);
      if (!this.getNodeParameter('returnAll', i) || orders.length < 50) break;
      ${next}
    }
    returnData.push({ json: { count: found.length }, pairedItem: { item: i } });`;
/** @param isMore whether there are more, with `total` and `has_more` */
const onePage = (isMore: string) => `const found = [];
    for (let page = 1, goesOn = true; goesOn; page++) {
      const ${isMore === 'false' ? '{ orders }' : '{ orders, total, has_more }'} = await request({ qs: { page, limit: 50, of: i } });
      found.push(...orders);
      goesOn = this.getNodeParameter('returnAll', i) && ${isMore};
    }
    returnData.push({ json: { count: found.length }, pairedItem: { item: i } });`;
/** Gets pages of an answer that may be a list itself. @param isMore whether there is another one */
const pagesOfEither = (isMore: string) => `const found = [];
    const qs = { page: 1, limit: 50, of: i };
    for (let last; !last || ${isMore}; ) {
      last = await request({ qs });
      qs.page += 1;
      found.push(...(Array.isArray(last) ? last : last.data));
      if (!this.getNodeParameter('returnAll', i)) break;
    }
    for (const order of found) ${push}`;
const limited = [text('limit', { type: 'number', default: 50 })];
/** @param next query of the next page, with `last` and `number` */
const nextPages = (next: string, isMore: string) => `const found = [];
    const first = { page: 1, limit: 50, of: i };
    for (let qs = first, number = 2; ; number++) {
      const last = await request({ qs });
      found.push(...last.orders);
      if (!this.getNodeParameter('returnAll', i, true) || !(${isMore})) break;
      qs = ${next};
    }
    returnData.push({ json: { count: found.length }, pairedItem: { item: i } });`;
/** Outputs the orders of all pages. @param keep whether those of the last one */
const entriesOfPages = (keep: boolean) => `for (let page = 1; ; page++) {
      const { orders, has_more } = await request({ qs: { page, limit: 50, of: i } });
      const isLast = !this.getNodeParameter('returnAll', i) || !has_more;
      if (${keep} || !isLast) returnData.push(...orders.map((json) => ({ json, pairedItem: { item: i } })));
      if (isLast) break;
    }`;
const filterable = [...paged, { ...text('filters', { type: 'collection', default: {} }), options: [text('state')] }];
/** @param qs more of the query, with `filters`, `all` and `page` */
const filteredPages = (qs: string) => `const found = [];
    const [filters, all] = ['filters', 'returnAll'].map((name) => this.getNodeParameter(name, i));
    for (let page = 1; ; page++) {
      const { orders } = await request({ qs: { page, limit: 50, of: i, ...(${qs}) } });
      found.push(...orders);
      if (!all || orders.length < 50) break;
    }
    returnData.push({ json: { count: found.length }, pairedItem: { item: i } });`;
/** Outputs orders. @param chosen those of `answer` that are put out */
const ordersOf = (chosen: string) =>
  tolerant(`const answer = await request({ qs: { customer: this.getNodeParameter('customer', i) } });
    returnData.push(...(${chosen}).map((json) => ({ json, pairedItem: { item: i } })));`);
/** The orders of an answer. @param otherwise what is done if there are more than the limit */
const capped = (otherwise: string) =>
  `((all, limit) => { if (all.length > limit && !this.getNodeParameter('returnAll', i)) { ${otherwise} } return all; })(answer.orders, this.getNodeParameter('limit', i, 50))`;
const ordersUrl = "'https://api.acme.example/orders/'";
const basicOf = (pair: string) => `{ Authorization: 'Basic ' + Buffer.from(${pair}).toString('base64') }`;
/** Gets an order, for some operations. @param operations with a branch */
const only = (operations: string, otherwise = '{}') =>
  tolerant(`if (!${operations}.includes(this.getNodeParameter('operation', i))) {
      returnData.push({ json: ${otherwise}, pairedItem: { item: i } });
      continue;
    }
    ${get}\n${push}`);
const ofList = [text('orderId', { displayOptions: { show: { operation: ['list'] } } }), options(text('note'))];
/** Gets orders from a server. @param isRefused when `archive` is refused */
const refusingArchive = (isRefused: string): GivenNode => ({
  others: ['archive'],
  properties: [
    text('orderId'),
    text('server', {
      ...{ type: 'options', default: 'https://us.acme.example' },
      options: ['us', 'eu'].map((name) => ({ name, value: `https://${name}.acme.example` })),
    }),
  ],
  execute: tolerant(`const server = this.getNodeParameter('server', i);
    await this.getCredentials('acmeApi');
    if (this.getNodeParameter('operation', i) === 'archive' && ${isRefused})
      throw new NodeOperationError(this.getNode(), 'Acme does not support archives; they are not supported any more');
    const order = await request({ url: server + '/orders/' + this.getNodeParameter('orderId', i) });\n${push}`),
});
const statusOption = {
  ...{ displayName: 'Options', name: 'options', type: 'collection', default: {} },
  options: [{ displayName: 'Status', name: 'status', type: 'string', default: '' }],
};
/** @param status what is sent of the options, as source */
const withOption = (status: string) => `const options = this.getNodeParameter('options', i);
  const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
  const order = await request({ url: url + '?status=' + (${status}) });\n${push}`;
/** Gets an order of a project that comes later. @param waits before it is used */
const projectOf = (waits: string) => `const project = (async () => this.getNodeParameter('orderId', i))();
  const order = await request({ url: \`https://api.acme.example/projects/\${${waits}project}/orders\` });\n${push}`;
/** Throws without an order. @param condition of those that are asked for */
const withoutOrder = (condition: string): GivenNode => ({
  others: ['archive'],
  properties: [text('orderId')],
  execute: tolerant(`let order;
    if (${condition}) order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i) });
    if (!order) throw new NodeOperationError(this.getNode(), 'Empty response of Acme');\n${push}`),
});
/** Posts an order to a path. @param paths of operations, as source */
const pathBy = (paths: string, method = "'POST'"): GivenNode => ({
  properties: [text('orderId', { displayOptions: { hide: { operation: ['get'] } } })],
  execute: tolerant(`const operation = this.getNodeParameter('operation', i);
    const body = operation === 'get' ? {} : { id: this.getNodeParameter('orderId', i) };
    const url = 'https://api.acme.example/' + (${paths}[operation] ?? '');
    const order = await request({ method: ${method}, url, body });\n${push}`),
});
const dates = [text('orderId'), text('zebraSince', { type: 'dateTime' }), text('zebraUntil', { type: 'dateTime' })];
/** @param until parameter that is sent as the end, which other operations read under its name */
const betweenDates = (until: string) =>
  tolerant(`if (this.getNodeParameter('operation', i) === 'none') this.getNodeParameter('zebraUntil', i);
    ${byOperation(`{ qs: { zebraSince: this.getNodeParameter('zebraSince', i), zebraUntil: this.getNodeParameter('${until}', i) } }`)}`);
/** Logs in once, with what the first item says. @param item that each output is paired with */
const withSession = (item: string) =>
  `const { token } = await request({ method: 'POST', body: { as: this.getNodeParameter('orderId', 0) } });
  ${tolerant(`const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
    const order = await request({ url, headers: { 'x-session': token } });
    returnData.push({ json: order, pairedItem: { item: ${item} } });`)}`;
/** Gets orders by optional filters. @param first statements before the loop @param later statements in it */
const filtered = (first: string, later: string, url = `${ordersUrl} + this.getNodeParameter('orderId', i)`) => `${first}
    ${tolerant(`${later}
    const filters = this.getNodeParameter('filters', i);
    if (filters.status) qs.status = filters.status;
    const order = await request({ url: ${url}, qs: { ...qs } });
    ${push}`)}`;
/** Sends the request once more, before the one that counts. */
const filteredOnce = `const { status } = this.getNodeParameter('filters', i);
    await request({ url: ${ordersUrl}, qs: status ? { status } : {} });`;
const filters = {
  ...text('filters', { type: 'collection', default: {} }),
  options: [text('status')],
};
const switched = { ...filters, options: [text('status'), text('enabled', { type: 'boolean', default: false })] };
const expressed = { ...filters, options: [text('where', { placeholder: 'state=open' })] };
const described = { ...filters, options: [text('field', { description: 'Names start with `custom-`' })] };
const namedFields = {
  ...text('fieldsUi', { type: 'fixedCollection', typeOptions: { multipleValues: true }, default: {} }),
  options: [{ name: 'fields', displayName: 'Fields', values: [text('fieldName'), text('fieldValue')] }],
};
/** Creates an order with fields by their names. @param first before the loop @param later inside */
const withNamedFields = (first: string, later: string) => `${first}
    ${tolerant(`${later}
    for (const { fieldName, fieldValue } of this.getNodeParameter('fieldsUi.fields', i, [])) body[fieldName] = fieldValue;
    const order = await request({ method: 'POST', body: { id: this.getNodeParameter('orderId', i), body } });
    ${push}`)}`;
const shared = "const shared = { accept: 'application/json' };";
const flow = text('flow');
/** Gets an order with a header that may be left out. @param headers those that it is added to */
const withFlow = (headers: string) =>
  tolerant(`const headers = ${headers};
    const flow = this.getNodeParameter('flow', i);
    if (flow) headers.flow = flow;
    const order = await request({ url: ${ordersUrl} + this.getNodeParameter('orderId', i), headers });
    ${push}`);
/** Sends a place. @param before the loop @param within it: one of them makes `place` */
const placed = (before: string, within: string) =>
  `${before}\n${tolerant(`${within}
    const country = this.getNodeParameter('country', i);
    const city = this.getNodeParameter('city', i);
    if (country) place.country = country;
    if (city) place.city = city;
    if (!place.country) throw new NodeOperationError(this.getNode(), 'Country is required for a place');
    const order = await request({ method: 'POST', body: { ...place } });
    ${push}`)}`;
/** Sends a copy of a message. @param field of the body */
const copied = (field: string) =>
  tolerant(`const { cc, bcc } = this.getNodeParameter('copies', i);
    const body = { text: this.getNodeParameter('orderId', i) };
    if (cc) body.cc = cc;
    if (bcc) body.${field} = bcc;
    const order = await request({ method: 'POST', body });
    ${push}`);
const copies = {
  ...text('copies', { type: 'collection', default: {} }),
  options: [text('cc'), text('bcc')],
};
/** Changes an order, of which only another operation reads the note. @param isRead whether this one reads it, too */
const notedBy = (isRead: string): GivenNode => ({
  others: ['change'],
  properties: [text('orderId'), text('note', { displayOptions: { show: { operation: ['get', 'change'] } } })],
  execute: tolerant(
    byOperation(
      `{ method: 'POST', body: { operation, ...((${isRead}) && { note: this.getNodeParameter('note', i) }) } }`,
    ),
  ),
});
/** Sends the columns of an order, and its name. */
const mapped: GivenNode = {
  properties: [
    text('orderId'),
    text('name'),
    text('columns', { type: 'resourceMapper', default: { mappingMode: 'defineBelow', value: null } }),
  ],
  execute: tolerant(`const body = { id: this.getNodeParameter('orderId', i), name: this.getNodeParameter('name', i) };
    Object.assign(body, this.getNodeParameter('columns', i).value);
    const order = await request({ method: 'POST', body });\n${push}`),
};
const assigned = text('custom', { type: 'assignmentCollection', default: {} });
/** Sends fields whose names users choose. @param field where the value of `cc` is sent */
const withAssigned = (field: string) =>
  tolerant(`const { cc, bcc } = this.getNodeParameter('copies', i);
    const { assignments = [] } = this.getNodeParameter('custom', i);
    const body = { id: this.getNodeParameter('orderId', i), events: [{}] };
    for (const { name, value } of assignments) Object.assign(body.events[0], { [name]: value });
    if (cc) body.${field} = cc;
    if (bcc && !body.bcc) body.bcc = bcc;
    const order = await request({ method: 'POST', body });
    order.name = this.getNodeParameter('name', i);
    ${push}`);
const margins = {
  ...text('options', { type: 'collection', default: {} }),
  options: [text('marginTop'), text('marginBottom')],
};
/** Prints an order. @param bottom field with the margin at the bottom */
const withMargins = (bottom: string) =>
  tolerant(`const options = this.getNodeParameter('options', i);
    const margin = {};
    if (options.marginTop) margin.top = options.marginTop;
    if (options.marginBottom) margin.bottom = options.${bottom};
    const order = await request({ method: 'POST', body: { id: this.getNodeParameter('orderId', i), margin } });
    ${push}`);
/** Uploads a file. @param item whose file is sent @param type of the body @param encoded how it is encoded */
const upload = (item: string, type = 'text/plain', encoded = '') =>
  tolerant(`const body = await this.helpers.getBinaryDataBuffer(${item}, 'data')${encoded};
    const url = 'https://api.acme.example/files/' + this.getNodeParameter('orderId', i);
    const order = await request({ method: 'PUT', url, body, json: false, headers: { 'content-type': '${type}' } });
    ${push}`);
/** Uploads a file to the address of a job. @param item whose file is sent */
const uploadOfJob = (item: string) =>
  tolerant(`const order = await request({ method: 'POST', body: { id: this.getNodeParameter('orderId', i) } });
    const body = await this.helpers.getBinaryDataBuffer(${item}, 'data');
    await request({ method: 'PUT', url: 'https://api.acme.example/files', body, json: false });
    ${push}`);
/** Uploads a file. @param content of the request */
const uploaded = (content: string) =>
  tolerant(`const file = this.helpers.assertBinaryData(i, 'data');
    const url = 'https://api.acme.example/files/' + this.getNodeParameter('orderId', i);
    const order = await request({ method: 'PUT', url, json: false, body: ${content} });
    ${push}`);
/** Gets an order and its file. @param options of the second request, with `apiKey` */
const fileOf = (options: string) => `${get}
    const { apiKey } = await this.getCredentials('acmeApi');
    await this.helpers.httpRequest({ method: 'GET', url: 'https://api.acme.example/files/' + id, ${options} });
    ${push}`;
/** Gets an order with a key like `eu_4f…`. @param host JavaScript with `region` @param path with `apiKey` and `id` */
const inRegion = (host: string, path: string) => `const { apiKey } = await this.getCredentials('acmeApi');
    const region = String(apiKey).split('_')[0];
    const id = this.getNodeParameter('orderId', i);
    const url = 'https://' + ${host} + '.acme.example/orders/' + ${path};
    const order = await this.helpers.httpRequest({ method: 'GET', url, headers: { 'X-Key': apiKey }, json: true });
    ${push}`;
/** Gets the entries of an order. @param pairedItem with `i`, and `at` of an entry */
const entriesOf = (pairedItem: string) =>
  tolerant(`const id = this.getNodeParameter('orderId', i);
    const { entries } = await request({ url: 'https://api.acme.example/orders/' + id });
    entries.forEach((json, at) => returnData.push({ json, pairedItem: ${pairedItem} }));`);
/** Gets an order, and outputs a file. @param binary of the output */
const withFile = (binary: string) =>
  tolerant(`${get}
    const file = items[i].binary.data;
    returnData.push({ json: order, binary: { data: ${binary} }, pairedItem: { item: i } });`);
/** @param qs with `filters` */
const filteredBy = (qs: string, result = 'order') =>
  tolerant(`const filters = this.getNodeParameter('filters', i);
    const qs = ${qs};
    const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
    const order = await request({ url, qs });
    returnData.push({ json: ${result}, pairedItem: { item: i } });`);
/** Options with a query, and the code that has it if it is given. */
const advanced = { ...text('options', { type: 'collection', default: {} }), options: [text('query')] };
const query = "(({ query }) => query && { query })(this.getNodeParameter('options', i))";
/** Creates an order with a note. @param ignored whether the note may fail */
const withNote = (ignored: boolean) =>
  tolerant(`const order = await request({ method: 'POST', body: { id: this.getNodeParameter('orderId', i) } });
    const note = () => request({ method: 'POST', url: 'https://api.acme.example/notes', body: { text: 'new' } });
    ${ignored ? 'try { await note(); } catch {}' : 'await note();'}
    ${push}`);
/** Logs in, and searches. @param isEmpty whether a failure means that nothing is found, by its `status` @param filter a parameter */
const searchingBy = (isEmpty: string, filter?: string): GivenNode => ({
  operation: 'search',
  properties: [text('query', { required: true }), ...(filter ? [text(filter)] : [])],
  execute: tolerant(`await request({ method: 'POST', url: 'https://api.acme.example/login' });
    const q = this.getNodeParameter('query', i);
    let found = [];
    try { found = await request({ qs: { q } }); } catch (error) {
      const status = error.httpCode;
      if (!(${isEmpty})) throw error;
    }
    if (!Array.isArray(found)) found = [];
    ${filter ? `const wanted = this.getNodeParameter('${filter}', i);\n if (wanted) found = found.filter((one) => one.step === wanted);` : ''}
    for (const json of found) returnData.push({ json, pairedItem: { item: i } });`),
});
/** Gets more of what it has, if there is more. */
const withDetails = tolerant(`${get}
    const details = await request({ url: 'https://api.acme.example/details' }).catch(() => ({}));
    returnData.push({ json: { ...order, details: details.more }, pairedItem: { item: i } });`);
/** @param isMeant whether an error is for "Continue on fail" @param status that is output with it */
const toleratedIf = (isMeant: string, status = 'null') =>
  each(`try {
    const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
    const order = await this.helpers.httpRequest({ method: 'GET', url, json: true });
    ${push}
  } catch (error) {
    if (!(this.continueOnFail() && ${isMeant})) throw new NodeOperationError(this.getNode(), error.message);
    returnData.push({ json: { error: error.message, status: ${status} }, pairedItem: { item: i } });
  }`);
/** Creates an order, and tries that twice. @param isWorth whether that makes sense after `error` */
const triedAgain = (isWorth: string, headers = '{}') =>
  tolerant(`const headers = ${headers};
    const send = () => request({ method: 'POST', headers, body: { id: this.getNodeParameter('orderId', i) } });
    const order = await send().catch((error) => {
      if (!(${isWorth})) throw error;
      return send();
    });
    ${push}`);
/** @param answer what stands in for the response after `error` */
const swallowing = (answer: string) =>
  tolerant(`const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
    const order = await request({ url }).catch((error) => (${answer}));
    ${push}`);
/** @param index of the item whose optional fields are sent */
const withFilters = (index: string) =>
  tolerant(`const order = await request({ qs: this.getNodeParameter('filters', ${index}) });\n${push}`);
/** @param word `await`, or nothing */
const archiving = (word: string) =>
  tolerant(`const id = this.getNodeParameter('orderId', i);
    const archive = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return request({ method: 'POST', url: 'https://api.acme.example/orders/' + id + '/archive' });
    };
    ${word} archive();
    returnData.push({ json: { success: true }, pairedItem: { item: i } });`);
/** Tries again what fails. @param tries at most */
const retrying = (tries: number) =>
  tolerant(`let order;
    const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
    for (let attempt = 1; order === undefined; attempt++) {
      try {
        order = await request({ url });
      } catch (error) {
        if (attempt >= ${tries}) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000 * attempt));
      }
    }
    ${push}`);
/** @param item what gets the error of a failure */
const onFailure = (item: string) =>
  each(`try {
    ${get}\n${push}
  } catch (error) {
    if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
    const json = ${item};
    json.error = error.message;
    returnData.push({ json, pairedItem: { item: i } });
  }`);

/** @param item that the output of one that fails is paired with */
const failing = (item: string) =>
  each(`try {
    ${get}\n${push}
  } catch (error) {
    if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
    returnData.push({ json: { error: error.message }, pairedItem: { item: ${item} } });
  }`);

/** @param item whose name is sent */
const twoRequests = (item: string) => `const id = this.getNodeParameter('orderId', i);
    await request({ url: 'https://api.acme.example/sessions/' + id });
    const name = this.getNodeParameter('name', ${item});
    const order = await request({ method: 'POST', body: { id, name } });\n${push}`;
/** Throws for all operations but one. */
const refusing = (message: string) => `const operation = this.getNodeParameter('operation', i);
        if (operation !== 'get') throw new Error('${message}' + operation);
        ${get}\n${push}`;
const collectionOf = (name: string, options: readonly object[]) => ({
  ...text(name, { type: 'collection', default: {} }),
  options,
});
const chain = {
  ...text('chain', { type: 'options', default: 'main', noDataExpression: true }),
  options: ['main', 'side'].map((value) => ({ name: value, value })),
};
/** @param refused when an operation is refused, with `chain` */
const onChain = (refused: string) =>
  tolerant(`const [operation, chain] = ['operation', 'chain'].map((name) => this.getNodeParameter(name, i));
    if (operation === 'archive' && ${refused}) throw new Error('Unsupported operation: ' + operation);
    ${get}\n${push}`);
const signedIn = [text('orderId'), text('accessToken')];
const tokenOutput = tolerant(`${get}\nconst { apiKey } = await this.getCredentials('acmeApi');
    returnData.push({ [${atRuntime('json')}]: { ...order, key: apiKey }, pairedItem: { item: i } });`);
/** Outputs a field of a credential that does not say which of them is a secret. */
const siteOutput = (field: string): GivenNode => ({
  credentials: [{ name: 'acmeSiteApi', required: true }],
  execute: tolerant(`const { url, ${field}: used } = await this.getCredentials('acmeSiteApi');
    const order = await this.helpers.httpRequestWithAuthentication.call(this, 'acmeSiteApi', { url: url + '/orders/' + this.getNodeParameter('orderId', i) });
    returnData.push({ [${atRuntime('json')}]: { ...order, used }, pairedItem: { item: i } });`),
});
const whatToDo = ['item', 'stop'].map((value) => ({ name: value, value }));
/** Users may choose what becomes of a failure. */
const alwaysAsItem = each(`try { ${get}\n${push} } catch (error) {
    if (this.getNodeParameter('onError', i, 'item') === 'stop') throw error;
    returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
  }`);
const orderStatus = text('status', {
  type: 'options',
  options: ['open', 'paid'].map((value) => ({ name: value, value })),
  default: 'open',
});
const urgent = text('urgent', { type: 'boolean', default: false });
/** @param at index of the item whose status is read; @param atUrgent the same for another parameter, if there is one */
const statusOf = (at: string, atUrgent?: string) =>
  tolerant(`const body = { id: this.getNodeParameter('orderId', i), status: this.getNodeParameter('status', ${at}) };
    ${atUrgent === undefined ? '' : `body.urgent = this.getNodeParameter('urgent', ${atUrgent});`}
    const order = await request({ method: 'POST', body });\n${push}`);

const country = text('country', { default: 'us' });
/** Beside a text that code looks up. @param at index of the item whose status is read */
const statusIn = (at: string) =>
  tolerant(`const country = this.getNodeParameter('country', i);
    if (!['us', 'de'].includes(country)) throw new Error('Country must be "us" or "de"');
    const body = { id: this.getNodeParameter('orderId', i), country, status: this.getNodeParameter('status', ${at}) };
    const order = await request({ method: 'POST', body });\n${push}`);

const extra = { ...text('extra', { type: 'collection', default: {} }), options: [text('note')] };
/** @param isRead whether the fields are read, with `status`; @param sent of them, with `note` */
const withExtra = (isRead: string, sent: string) =>
  tolerant(`const status = this.getNodeParameter('status', i);
    const body = { id: this.getNodeParameter('orderId', i), status };
    if (${isRead}) {
      const { note } = this.getNodeParameter('extra', i);
      if (note) Object.assign(body, ${sent});
    }
    const order = await request({ method: 'POST', body });\n${push}`);

/** @param isOfKind whether a record has the note, with `status` */
const kindWith = (isOfKind: string) =>
  tolerant(`const status = this.getNodeParameter('status', i);
    const { note } = this.getNodeParameter('extra', i);
    const record = { id: this.getNodeParameter('orderId', i), ...(${isOfKind} && note && { note }) };
    const order = await request({ method: 'POST', body: { [status]: [record] } });\n${push}`);
const keysLike = (placeholder: string) => text('keys', { type: 'json', required: true, placeholder });
const eachKey = tolerant(`for (const key of JSON.parse(this.getNodeParameter('keys', i)))
      await request({ method: 'DELETE', url: ${ordersUrl} + key });
    returnData.push({ json: { isDeleted: true }, pairedItem: { item: i } });`);

/** Gets whole responses. @param isLast whether a page is the last one, with `body`, `total` and `headers` */
const pagesWithHeaders = (isLast: string) => `const all = this.getNodeParameter('returnAll', i);
    const found = [];
    for (let page = 1; ; page++) {
      const { body${isLast.includes('headers') ? ', headers' : ''} } = await request({ qs: { page, limit: 50, of: i }, returnFullResponse: true });
      found.push(...body.orders);${isLast.includes('total') ? '\n      const { total } = body;' : ''}
      if (!all || ${isLast}) break;
    }
    for (const order of all ? found : found.slice(0, this.getNodeParameter('limit', i))) ${push}`;
const firstPageOnly: GivenNode = {
  properties: paged,
  execute: tolerant(pagesWithHeaders('body.orders.length <= 50 || found.length >= total')),
};
const inOneItem = (pages: string) =>
  pages.replace(/for \(const order of (.*)\) return/, 'const order = { orders: $1 }; return');
const pagesByHeader = `const found = [];
    for (let page = 1; page; ) {
      const { body, headers } = await request({ qs: { page, limit: 50, of: i }, returnFullResponse: true });
      found.push(...body.orders);
      page = this.getNodeParameter('returnAll', i) ? Number(headers['x-next-page'] ?? 0) : 0;
    }
    returnData.push({ json: { count: found.length }, pairedItem: { item: i } });`;
const rows = (operation: string) => [
  text('orderId'),
  text('orderItems', { displayOptions: { show: { operation: ['create', operation] } } }),
];
const demanding = tolerant(`const orderItems = this.getNodeParameter('orderItems', i, '');
  if (orderItems === '') throw new NodeOperationError(this.getNode(), 'At least one order item is required');
  ${byOperation("{ method: 'POST', body: { orderItems } }")}`);

/** @param item with which the output of each of its entries is paired */
const ofTable = (item: string) => `try {
    const table = this.getNodeParameter('table', 0);
    const notes = items.map((_, i) => this.getNodeParameter('note', i));
    const { orders } = ${item === '0' ? "await request({ method: 'POST', qs: { table: notes[2] } })" : "await request({ method: 'POST', qs: { table }, body: { notes } })"};
    notes.forEach((note, item) => returnData.push({ json: { ${item === '0' ? 'note' : 'table'}, order: orders[item] }, pairedItem: { item: ${item} } }));
  } catch (error) {
    if (!this.continueOnFail()) throw error;
    returnData.push({ json: { error: error.message }, pairedItem: { item: 0 } });
  }
  return [returnData];`;

const widthIn = (name: string, field: string) =>
  collectionOf(name, [text('state'), text(field, { type: 'number', default: 80 })]);
/** @param isLive how the request has it */
const liveBy = (isLive: string): GivenNode => ({
  properties: [text('orderId'), collectionOf('options', [text('isLive', { type: 'boolean', default: true })])],
  execute: tolerant(
    `const options = this.getNodeParameter('options', i);\n${byOperation(`{ method: 'POST', body: { is_live: ${isLive} } }`)}`,
  ),
});

/** Sends a column of all items, or their IDs. @param of the items that are sent */
const inOneRequest = (of: string): GivenNode => ({
  properties: [text('orderId'), options(text('column'))],
  execute: `const { column } = this.getNodeParameter('options', 0, {});
    const rows = ${of}.map(({ json }, i) => (column ? { [column]: json[column] } : { id: this.getNodeParameter('orderId', i) }));
    try {
      const order = await request({ method: 'POST', body: { rows, columns: [column] } });
      return [[{ json: order, pairedItem: rows.map((_, item) => ({ item })) }]];
    } catch (error) {
      if (!this.continueOnFail()) throw error;
      return [[{ json: { error: error.message } }]];
    }`,
});

/** Cases of the codes of the check, for nodes that run by their own code. */
/** Orders, customers, and the prices of a market. @param isOpen whether a request is sent without the credential */
const ofResources = (isOpen: string): GivenNode => ({
  others: ['list', 'search'],
  properties: [
    text('orderId'),
    text('resource', {
      ...{ type: 'options', noDataExpression: true, default: 'order' },
      options: ['order', 'customer', 'market'].map((value) => ({ name: value, value })),
    }),
  ],
  execute:
    tolerant(`const [resource, operation] = ['resource', 'operation'].map((name) => this.getNodeParameter(name, i));
    const url = 'https://api.acme.example/' + resource + '/' + this.getNodeParameter('orderId', i);
    const order = ${isOpen} ? await this.helpers.httpRequest({ method: 'GET', url }) : await request({ url });\n${push}`),
});
/** Outputs an error as an item, if an option says so. @param is of the option */
const continuing = (is: string): GivenNode => ({
  properties: [
    text('orderId'),
    text('options', {
      type: 'collection',
      default: {},
      options: [text('continueOnError', { type: 'boolean', default: false })],
    }),
  ],
  execute: each(`try { ${get}\n${push} } catch (error) {
    const options = this.getNodeParameter('options', i, {});
    if (!this.continueOnFail() && !(options.continueOnError ${is})) throw new NodeApiError(this.getNode(), error);
    returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
  }`),
});
/** Outputs the whole response. @param isWhole whether an operation does so */
const responding = (isWhole: string): GivenNode => ({
  others: ['read', 'find'],
  execute: tolerant(`const operation = this.getNodeParameter('operation', i);
    const url = 'https://api.acme.example/' + operation + '/' + this.getNodeParameter('orderId', i);
    const response = await request({ url, returnFullResponse: true });
    const order = ${isWhole} ? response : response.body;\n${push}`),
});
/** Stores a note. @param index of the item that it is read of */
const noteOf = (index: string) =>
  tolerant(`const note = this.getNodeParameter('note', ${index});
    const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
    const order = await request({ method: 'PUT', url, body: note ? { note } : {} });\n${push}`);
/** Sends messages. @param before statement in the loop */
const gathering = (before: string) => `const messages = [];
${tolerant(`${before}
  messages.push({ role: 'user', content: this.getNodeParameter('orderId', i) });
  const order = await request({ method: 'POST', url: 'https://api.acme.example/chat', body: { messages } });\n${push}`)}`;
const searching = (request: string): GivenNode => ({
  execute: tolerant(`const search = this.getNodeParameter('search', i);\n${request}\n${push}`),
  properties: [text('search')],
});
const raw = "{ url: 'https://api.acme.example/orders?state=open&search=' + ";
const posted = (body: string, type = 'application/json') =>
  searching(
    `const order = await request({ method: 'POST', url: 'https://api.acme.example/orders', json: false, headers: { 'content-type': '${type}' }, body: ${body} });`,
  );
const graphql = (query: string, more = '') =>
  searching(
    `const order = await request({ method: 'POST', url: 'https://api.acme.example/graphql', body: { query: ${query}${more} } });`,
  );
const escapeCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text in the query of a URL',
    bad: searching(`const order = await request(${raw}search });`),
    good: searching(`const order = await request(${raw}encodeURIComponent(search) });`),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text in the query of a URL that is no date',
    bad: searching(`const order = await request(${raw}search });`),
    good: {
      execute: tolerant(
        `const order = await request({ url: 'https://api.acme.example/orders?from=' + this.getNodeParameter('from', i) });\n${push}`,
      ),
      properties: [text('from', { description: 'First day, as YYYY-MM-DD' })],
    },
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text in the query of a URL that is not chosen from a list of the API',
    bad: searching(`const order = await request(${raw}search });`),
    good: {
      execute: tolerant(
        `const order = await request({ url: 'https://api.acme.example/orders?shop=' + this.getNodeParameter('shop', i) });\n${push}`,
      ),
      properties: [text('shop', { type: 'options', typeOptions: { loadOptionsMethod: 'getShops' } })],
      members: `methods = { loadOptions: { async getShops() { return [{ name: 'One', value: '1' }]; } } };`,
    },
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text that is encoded twice',
    bad: searching('const order = await request({ qs: { search: encodeURIComponent(search) } });'),
    // An address has a query of its own, and a text may have lines.
    good: searching(`const site = 'https://acme.example/?q=' + encodeURIComponent(search);
      const order = await request({ qs: { site, query: 'find\\norders', search } });`),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a name that is encoded twice',
    bad: searching("const order = await request({ qs: { 'filter%5Bsearch%5D': search } });"),
    good: searching("const order = await request({ qs: { 'filter[search]': search } });"),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'an address in the query of a URL',
    bad: {
      execute: tolerant(
        `const order = await request({ url: 'https://api.acme.example/shots?url=' + this.getNodeParameter('pageUrl', i) });\n${push}`,
      ),
      properties: [text('pageUrl')],
    },
    // The whole address is the value, and the ID has nothing to escape.
    good: {
      execute: tolerant(
        `const order = await request({ url: this.getNodeParameter('pageUrl', i) + '?id=' + this.getNodeParameter('orderId', i) });\n${push}`,
      ),
      properties: [text('pageUrl'), text('orderId')],
    },
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text in a form',
    bad: posted("'state=open&search=' + search", 'application/x-www-form-urlencoded'),
    good: posted("'state=open&search=' + encodeURIComponent(search)", 'application/x-www-form-urlencoded'),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text in JSON text',
    bad: posted(`'{ "search": "' + search + '" }'`),
    good: posted("JSON.stringify({ search, about: 'find ' + search })"),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text in GraphQL',
    bad: graphql(`'{ orders(search: "' + search + '") { id } }'`),
    good: graphql("'query ($search: String) { orders(search: $search) { id } }'", ', variables: { search }'),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text in GraphQL, unless it is escaped',
    bad: graphql("'{ orders(search: ' + '\\\"' + search + '\\\") { id } }'"),
    good: graphql("'{ orders(search: ' + JSON.stringify(search) + ') { id } }'"),
  },
];

/** A field with a list to choose from. */
const phaseOf = (name: string, values: readonly string[]) =>
  text(name, { type: 'options', default: values[0], options: values.map((value) => ({ name: value, value })) });

/** @param file what is sent of it */
const uploading = (file: string) => `const file = await this.helpers.getBinaryDataBuffer(i, 'data');
  const id = this.getNodeParameter('orderId', i);
  const order = await request({ method: 'POST', url: 'https://api.acme.example/files', body: { id, file: ${file} } });
  ${push}`;
/** @param host of an address of an order */
const atHost = (host: string) => `'https://' + ${host} + '/orders/' + this.getNodeParameter('orderId', i)`;
/** An address of an order. @param path before its ID */
const joined = (path: string) =>
  `new URL(${path} + this.getNodeParameter('orderId', i), 'https://api.acme.example/v2').href`;

export const behaviourCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-parameter-unused',
    case: 'a parameter of another name than the code reads',
    bad: { properties: [text('orderId'), text('zebraLimit')], execute: tolerant(`${get}\n${push}`) },
    good: {
      properties: [text('orderId'), text('okapiLimit')],
      execute: tolerant(byOperation(`{ qs: { limit: this.getNodeParameter(${atRuntime('okapiLimit')}, i) } }`)),
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a collection that has fields',
    bad: {
      properties: [text('orderId'), collectionOf('zebraFields', [text('note')])],
      execute: tolerant(`${get}\n${push}`),
    },
    // Nothing can be entered.
    good: { properties: [text('orderId'), collectionOf('okapiFields', [])], execute: tolerant(`${get}\n${push}`) },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a parameter that only a text for users mentions',
    bad: {
      properties: [text('orderId', { description: 'Not more than zebraLimit' }), text('zebraLimit')],
      about: "documentation: { description: 'Orders up to zebraLimit' },",
      execute: tolerant(`${get}\n${push}`),
    },
    good: {
      properties: [text('orderId'), text('okapiLimit')],
      about: "documentation: { description: 'Orders up to okapiLimit' },",
      execute: tolerant(
        `const name = 'okapiLimit';\n${byOperation('{ qs: { limit: this.getNodeParameter(name, i) } }')}`,
      ),
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a parameter that only a comment mentions',
    bad: {
      properties: [text('orderId'), text('zebraLimit')],
      execute: tolerant(`// zebraLimit is sent as limit\n${get}\n/*\n * zebraLimit, from version 2 on\n */\n${push}`),
    },
    good: {
      properties: [text('orderId'), text('okapiLimit')],
      execute: tolerant(
        `const name = 'okapiLimit'; // as limit\n${byOperation('{ qs: { limit: this.getNodeParameter(name, i) } }')}`,
      ),
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a parameter whose name a variable has, with another value',
    bad: {
      properties: [text('orderId'), text('zebraFile', { default: 'data' })],
      execute: tolerant(`const zebraFile = 'data';\n${get}\norder.file = { zebraFile, name: zebraFile };\n${push}`),
    },
    // It may be a field of what another operation reads.
    good: {
      properties: [text('orderId'), text('okapiFile', { default: 'data' })],
      execute: tolerant(
        `const isCopy = this.getNodeParameter('operation', i) === 'copy';\n${get}
        if (isCopy) {\nconst { okapiFile } = order;\norder.file = okapiFile;\n}\n${push}`,
      ),
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a field that the code does not know, beside one that it reads',
    bad: {
      properties: [text('orderId'), widthIn('zebraOptions', 'zebraWidth')],
      execute: tolerant(byOperation("{ qs: { state: this.getNodeParameter('zebraOptions', i).state } }")),
    },
    // Under another name.
    good: {
      properties: [text('orderId'), widthIn('okapiOptions', 'okapiWidth')],
      execute: tolerant(
        `const fields = Object.entries(this.getNodeParameter('okapiOptions', i));
        const qs = Object.fromEntries(fields.map(([key, value]) => [key.replace(/[A-Z]/g, '_$&').toLowerCase(), value]));
        ${byOperation('{ qs }')}`,
      ),
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a field whose first option stands for no value',
    bad: {
      properties: [text('orderId'), options(text('state'), phaseOf('zebraPhase', ['early', 'late']))],
      execute: tolerant(byOperation("{ qs: { state: this.getNodeParameter('options', i).state } }")),
    },
    good: {
      properties: [text('orderId'), options(text('state'), phaseOf('okapiPhase', ['all', 'late']))],
      execute: tolerant(
        `const filled = Object.entries(this.getNodeParameter('options', i)).filter(([, value]) => value !== 'all');
        ${byOperation('{ qs: Object.fromEntries(filled) }')}`,
      ),
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a line that begins with an asterisk, in a comment and in a product',
    bad: {
      properties: [text('orderId'), text('zebraFactor', { type: 'number', default: 2 })],
      execute: tolerant(`/**\n * zebraFactor\n */\n${get}\n${push}`),
    },
    good: {
      properties: [text('orderId'), text('okapiFactor', { type: 'number', default: 2 })],
      execute: tolerant(
        `const isCopy = this.getNodeParameter('operation', i) === 'copy';\n${get}
        if (isCopy) order.factor = 2\n* this.getNodeParameter('okapiFactor', i);\n${push}`,
      ),
    },
  },
  {
    code: 'behaviour-parameter-not-shown',
    case: 'a list that another operation has',
    bad: { others: ['create'], properties: rows('create'), execute: demanding },
    good: { others: ['create'], properties: rows('get'), execute: demanding },
  },
  {
    code: 'behaviour-parameter-not-shown',
    case: 'a list, and one that only the name of the operation mentions',
    bad: { others: ['create'], properties: rows('create'), execute: demanding },
    good: {
      ...{ operation: 'getOrderItems', others: ['create'], properties: rows('create') },
      execute: demanding.replace('At least one order item is required', 'This version cannot do getOrderItems'),
    },
  },
  {
    code: 'behaviour-parameter-not-shown',
    case: 'a list, and one that can be entered elsewhere',
    bad: { others: ['create'], properties: rows('create'), execute: demanding },
    good: {
      others: ['create'],
      properties: [text('orderId', { displayName: 'Order Data' }), ...rows('create').slice(1)],
      execute: demanding.replace('order item is required', 'order item is required in Order Data'),
    },
  },
  {
    code: 'behaviour-parameter-not-shown',
    case: 'a list, and one that only the error about the value of another parameter mentions',
    bad: { others: ['create'], properties: rows('create'), execute: demanding },
    good: {
      others: ['create'],
      properties: rows('create'),
      execute: demanding
        .replace(
          "if (orderItems === '')",
          "const orderId = this.getNodeParameter('orderId', i);\n  if (orderItems === '')",
        )
        .replace("'At least one order item is required'", "'No order items of ' + orderId"),
    },
  },
  {
    code: 'behaviour-values-swapped',
    case: 'what is to be added, and what is to be removed',
    bad: { properties: ids, execute: idsOf('removeIds', 'addIds') },
    good: { properties: ids, execute: idsOf('addIds', 'removeIds') },
  },
  {
    code: 'behaviour-values-swapped',
    case: 'an optional value under the name of another one',
    bad: { properties: [text('orderId'), copies], execute: copied('cc') },
    good: { properties: [text('orderId'), copies], execute: copied('bcc') },
  },
  {
    code: 'behaviour-values-swapped',
    case: 'fields whose names users choose',
    bad: { properties: [text('orderId'), text('name'), copies, assigned], execute: withAssigned('bcc') },
    good: { properties: [text('orderId'), text('name'), copies, assigned], execute: withAssigned('cc') },
  },
  {
    code: 'behaviour-values-swapped',
    case: 'an optional value, and columns whose names come from the API',
    bad: { properties: [text('orderId'), copies], execute: copied('cc') },
    good: mapped,
  },
  {
    code: 'behaviour-collection-sent',
    case: 'what is to be changed, under the name of the collection',
    bad: {
      properties: [text('orderId'), { ...changes, name: 'updateFields' }],
      execute: updatedBy('{ updateFields }'),
    },
    good: { properties: [text('orderId'), { ...changes, name: 'updateFields' }], execute: updatedBy('updateFields') },
  },
  {
    code: 'behaviour-collection-sent',
    case: 'a variable of GraphQL may have that name',
    bad: {
      properties: [text('orderId'), { ...changes, name: 'updateFields' }],
      execute: updatedBy('{ changes: { updateFields } }'),
    },
    good: {
      properties: [text('orderId'), { ...changes, name: 'updateFields' }],
      execute: updatedBy(
        "{ query: 'mutation ($updateFields: Fields) { update(f: $updateFields) { id } }', variables: { updateFields } }",
      ),
    },
  },
  {
    code: 'behaviour-collection-sent',
    case: 'a list as n8n stores it',
    bad: {
      properties: [text('orderId'), pairs('metadataUi', 'metadataValues')],
      execute: updatedBy("{ metadataUi: this.getNodeParameter('metadataUi', i) }"),
    },
    good: {
      properties: [text('orderId'), pairs('metadataUi', 'metadataValues')],
      execute: updatedBy("{ metadata: this.getNodeParameter('metadataUi.metadataValues', i) }"),
    },
  },
  {
    code: 'behaviour-collection-sent',
    case: 'a list below a name that an API may have',
    bad: {
      properties: [text('orderId'), pairs('label', 'labelValues')],
      execute: updatedBy("{ kind: 'labels', label: this.getNodeParameter('label', i) }"),
    },
    // Where the code itself makes such an object, the API has it.
    good: {
      properties: [text('orderId'), pairs('tags', 'tag')],
      execute: updatedBy("{ kind: 'labels', label: { labelValues: this.getNodeParameter('tags.tag', i) } }"),
    },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a text that only another operation reads',
    bad: notedBy("operation === 'change'"),
    good: notedBy('true'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'a margin for another one',
    bad: { properties: [text('orderId'), margins], execute: withMargins('marginTop') },
    good: { properties: [text('orderId'), margins], execute: withMargins('marginBottom') },
  },
  {
    code: 'behaviour-setting-of-other-item',
    case: 'a status that is selected',
    bad: { properties: [text('orderId'), orderStatus], execute: statusOf('0') },
    good: { properties: [text('orderId'), orderStatus], execute: statusOf('i') },
  },
  {
    code: 'behaviour-setting-of-other-item',
    case: 'a status whose value for each item is read elsewhere too',
    bad: { properties: [text('orderId'), orderStatus, urgent], execute: statusOf('i', '0') },
    good: { properties: [text('orderId'), orderStatus, urgent], execute: statusOf('i', 'i') },
  },
  {
    code: 'behaviour-setting-of-other-item',
    case: 'a status, beside a country of which only some are taken',
    bad: { properties: [text('orderId'), orderStatus, country], execute: statusIn('0') },
    good: { properties: [text('orderId'), orderStatus, country], execute: statusIn('i') },
  },
  {
    code: 'behaviour-fields-of-other-item',
    case: 'a query that all items share',
    bad: { properties: [text('orderId'), filters], execute: filtered('const qs = {};', '') },
    good: { properties: [text('orderId'), filters], execute: filtered('', 'const qs = {};') },
  },
  {
    code: 'behaviour-fields-of-other-item',
    case: 'a query that is all that is sent',
    bad: { properties: [filters], execute: filtered('const qs = {};', '', ordersUrl) },
    good: { properties: [filters], execute: filtered('', 'const qs = {};', ordersUrl) },
  },
  {
    code: 'behaviour-fields-of-other-item',
    case: 'a query of requests that each item sends twice',
    bad: { properties: [filters], execute: filtered('const qs = {};', '', ordersUrl) },
    good: { properties: [filters], execute: filtered('', `const qs = {};\n${filteredOnce}`, ordersUrl) },
  },
  {
    code: 'behaviour-fields-of-other-item',
    case: 'a place that all items share, of which code needs the country',
    bad: { properties: [text('country'), text('city')], execute: placed('const place = {};', '') },
    good: { properties: [text('country'), text('city')], execute: placed('', 'const place = {};') },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'fields by names that users enter, which add up',
    bad: { properties: [text('orderId'), namedFields], execute: withNamedFields('const body = {};', '') },
    good: { properties: [text('orderId'), namedFields], execute: withNamedFields('', 'const body = {};') },
  },
  {
    code: 'behaviour-fields-of-other-item',
    case: 'headers that all executions share',
    bad: { module: shared, properties: [text('orderId', { required: true }), flow], execute: withFlow('shared') },
    good: {
      module: shared,
      properties: [text('orderId', { required: true }), flow],
      execute: withFlow('{ ...shared }'),
    },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'optional fields of the first item',
    bad: { properties: [filters], execute: withFilters('0') },
    good: { properties: [filters], execute: withFilters('i') },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'the file of the first item in base64',
    bad: { execute: upload('0', 'text/plain', ".then((data) => data.toString('base64'))") },
    good: { execute: upload('i', 'text/plain', ".then((data) => data.toString('base64'))") },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'the file of the first item for all',
    bad: { execute: upload('0') },
    good: { execute: upload('i') },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'the file of the first item, in requests that have nothing else of an item',
    bad: { execute: uploadOfJob('0') },
    good: { execute: uploadOfJob('i') },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'the file of the first item for each job, unless it is sent once for all',
    bad: { execute: uploadOfJob('0') },
    good: {
      execute: `const body = await this.helpers.getBinaryDataBuffer(0, 'data');
        const { id: fileId } = await request({ method: 'PUT', url: 'https://api.acme.example/files', body, json: false });
        ${tolerant(`const order = await request({ method: 'POST', body: { id: this.getNodeParameter('orderId', i), fileId } });\n${push}`)}`,
    },
  },
  {
    code: 'behaviour-option-ignored',
    case: 'a form of another client',
    bad: { execute: created('formData') },
    good: { execute: created('body') },
  },
  {
    code: 'behaviour-option-ignored',
    case: 'the body of axios',
    bad: { execute: created('data') },
    // Another client may share the options.
    good: { execute: created('data', 'body: { id },') },
  },
  {
    code: 'behaviour-option-ignored',
    case: 'the body of axios, not beside a text',
    bad: { execute: created('data', 'body: {},') },
    good: { execute: created('data', 'body: JSON.stringify({ id }),') },
  },
  {
    code: 'behaviour-file-not-read',
    case: 'what n8n has in place of the content, as bytes',
    bad: { execute: uploaded("Buffer.from(file.data, 'base64')") },
    good: { execute: uploaded("await this.helpers.getBinaryDataBuffer(i, 'data')") },
  },
  {
    code: 'behaviour-file-not-read',
    case: 'what n8n has in place of the content, as text in JSON',
    bad: { execute: uploaded('JSON.stringify({ content: file.data })') },
    good: { execute: uploaded('JSON.stringify(file)') },
  },
  {
    code: 'behaviour-file-not-read',
    case: 'a copy of the file of the item',
    bad: { execute: withFile("await this.helpers.prepareBinaryData(Buffer.from(file.data, 'base64'), 'copy.txt')") },
    good: { execute: withFile('file') },
  },
  {
    code: 'behaviour-authorization-undefined',
    case: 'a field that the credential does not have',
    bad: { execute: tolerant(withHeaders(basicOf("apiKey + ':' + this.nobody"))) },
    good: { execute: tolerant(withHeaders(basicOf("apiKey + ':undefined1'"))) },
  },
  {
    code: 'behaviour-authorization-undefined',
    case: 'a field of the credential, and none of an answer',
    bad: { execute: tolerant(withHeaders(basicOf("apiKey + ':' + this.nobody"))) },
    good: {
      execute:
        tolerant(`const login = { method: 'POST', url: 'https://api.acme.example/login', body: await this.getCredentials('acmeApi') };
    const session = await this.helpers.httpRequest(login);
    ${withHeaders(basicOf("apiKey + ':' + session.token?.unlikely?.value"))}`),
    },
  },
  {
    code: 'behaviour-operation-idle',
    case: 'an operation that no branch handles',
    bad: { others: ['list'], execute: only("['list']") },
    good: { others: ['list'], execute: only("['list', 'get']") },
  },
  {
    code: 'behaviour-operation-idle',
    case: 'an operation that only reads what it is given',
    bad: { others: ['list'], execute: only("['list']") },
    good: { others: ['list'], execute: `this.getNodeParameter('orderId', 0);\n${only("['list']")}` },
  },
  {
    code: 'behaviour-operation-idle',
    case: 'an operation that no branch handles, and one that outputs what the node knows itself',
    bad: { others: ['list'], execute: only("['list']") },
    good: { others: ['list'], execute: only("['list']", "{ chains: ['main', 'test'] }") },
  },
  {
    code: 'behaviour-operation-idle',
    case: 'an operation that no branch handles, and that outputs items without data',
    bad: { others: ['list'], properties: ofList, execute: only("['list']", 'undefined') },
    good: { others: ['list'], properties: ofList, execute: only("['list']", '{ isCleared: true }') },
  },
  {
    code: 'behaviour-operation-idle',
    case: 'an operation that posts what all do, and has no path',
    bad: { ...pathBy("{ list: 'list', find: 'find', count: 'count' }"), others: ['list', 'find', 'count'] },
    good: { ...pathBy("{ list: 'list', find: 'find' }"), others: ['list', 'find', 'count'] },
  },
  {
    code: 'behaviour-operation-idle',
    case: 'an operation without a path, unless the root is what it is for',
    bad: { ...pathBy("{ list: 'list', find: 'find', count: 'count' }"), others: ['list', 'find', 'count'] },
    good: {
      ...pathBy("{ list: 'list', find: 'find', count: 'count' }", "operation === 'get' ? 'GET' : 'POST'"),
      others: ['list', 'find', 'count'],
    },
  },
  {
    code: 'behaviour-method-of-class',
    case: 'a method that the context does not have',
    bad: { execute: tolerant('const order = await this.getOrder(i);\nreturnData.push(order);'), members: ofContext },
    good: {
      module: `async function getOrder(i) {
  const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
  return this.helpers.httpRequestWithAuthentication.call(this, 'acmeApi', { url });
}`,
      execute: tolerant(
        'const order = await getOrder.call(this, i);\nreturnData.push({ json: order, pairedItem: { item: i } });',
      ),
      members: ofContext,
    },
  },
  {
    code: 'behaviour-method-of-class',
    case: 'a method of the node that is no instance, and a value that has none of that name',
    bad: {
      execute: `const node = this.getNode();\n${each('returnData.push(await node.getOrder(i));')}`,
      members: ofContext,
    },
    good: {
      execute: each(
        'const order = [...items].at(i).json;\nif (order.getOrder === null) throw new Error();\nreturnData.push({ json: await order.total.map((one) => one) });',
      ),
      members: `map() {}\n${ofContext}`,
    },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'a value for another parameter',
    bad: { properties: dates, execute: betweenDates('zebraSince') },
    good: { properties: dates, execute: betweenDates('zebraUntil') },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page that is taken for the last one',
    bad: { properties: paged, execute: tolerant(fullPages('page += 1;').replace('< 50', '<= 50')) },
    good: { properties: paged, execute: tolerant(fullPages('page += 1;')) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page, whatever the headers say',
    bad: { properties: paged, execute: tolerant(fullPages('break;')) },
    good: { properties: paged, execute: tolerant(pagesByHeader) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page of a response whose headers are not read',
    bad: { properties: paged, execute: tolerant(pagesWithHeaders('body.orders.length <= 50')) },
    good: { properties: paged, execute: tolerant(pagesWithHeaders('body.orders.length < 50')) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'all pages after the first one, although the response has the number of all entries',
    bad: firstPageOnly,
    good: { properties: paged, execute: tolerant(pagesWithHeaders('found.length >= total')) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'all pages after the first one, where no number of the next page is expected',
    bad: firstPageOnly,
    good: {
      properties: paged,
      execute: tolerant(pagesWithHeaders("found.length >= total || typeof body.meta.next_page !== 'number'")),
    },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'all pages after the first one, in one item',
    bad: {
      properties: paged,
      execute: tolerant(inOneItem(pagesWithHeaders('body.orders.length <= 50 || found.length >= total'))),
    },
    good: { properties: paged, execute: tolerant(inOneItem(pagesWithHeaders('found.length >= total'))) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'one page with the number of all entries, whatever the headers say',
    bad: firstPageOnly,
    good: {
      properties: paged,
      execute: tolerant(pagesWithHeaders("!headers['x-next-page'] || found.length > total")),
    },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'one page, where the answer says that it is the last one',
    bad: { properties: paged, execute: tolerant(onePage('false')) },
    good: { properties: paged, execute: tolerant(onePage('has_more')) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'one page, where the answer does not say how many there are',
    bad: { properties: paged, execute: tolerant(onePage('false')) },
    good: { properties: paged, execute: tolerant(onePage('total > found.length')) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'entries of the last page',
    bad: { properties: paged, execute: tolerant(entriesOfPages(false)) },
    good: { properties: paged, execute: tolerant(entriesOfPages(true)) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'the last page, where the answer might be a list itself',
    bad: { properties: paged, execute: tolerant(pagesOfEither('qs.page < last.paginator?.pageCount')) },
    good: { properties: paged, execute: tolerant(pagesOfEither('last.paginator?.page < last.paginator?.pageCount')) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a last page that is not full',
    bad: { properties: paged, execute: tolerant(countedPages('qs.offset + 100', 'qs.offset + 100 <= total')) },
    good: { properties: paged, execute: tolerant(countedPages('qs.offset + 100', 'qs.offset < total')) },
  },
  {
    code: 'behaviour-pages-missing',
    case: 'entries between pages',
    bad: { properties: paged, execute: tolerant(countedPages('qs.offset + found.length', 'found.length < total')) },
    good: { properties: paged, execute: tolerant(countedPages('found.length', 'found.length < total')) },
  },
  {
    code: 'behaviour-filter-lost',
    case: 'all pages',
    bad: { properties: filterable, execute: tolerant(filteredPages('all ? {} : filters')) },
    good: { properties: filterable, execute: tolerant(filteredPages('filters')) },
  },
  {
    code: 'behaviour-filter-lost',
    case: 'all pages but the first one',
    bad: { properties: filterable, execute: tolerant(filteredPages('page === 1 && filters')) },
    good: {
      properties: filterable,
      execute: tolerant(filteredPages('{ ...filters, ...(page > 1 && { expand: "lines" }) }')),
    },
  },
  {
    code: 'behaviour-limit-ignored',
    case: 'a limit that is only read',
    bad: {
      properties: [text('customer'), ...paged],
      execute: ordersOf(
        "this.getNodeParameter('returnAll', i) || this.getNodeParameter('limit', i) ? answer.orders : []",
      ),
    },
    good: {
      properties: [text('customer'), ...paged],
      execute: ordersOf(
        "this.getNodeParameter('returnAll', i) ? answer.orders : answer.orders.slice(0, this.getNodeParameter('limit', i))",
      ),
    },
  },
  {
    code: 'behaviour-limit-ignored',
    case: 'a limit that is taken for the most that may be there',
    bad: { properties: [text('customer'), ...paged], execute: ordersOf(capped('throw new Error("Too many orders")')) },
    good: { properties: [text('customer'), ...paged], execute: ordersOf(capped('return all.slice(0, limit)')) },
  },
  {
    code: 'behaviour-empty-as-item',
    case: 'the response in place of no entries',
    bad: {
      operation: 'getAll',
      properties: [text('customer')],
      execute: ordersOf('answer.orders.length > 0 ? answer.orders : [answer]'),
    },
    good: { operation: 'getAll', properties: [text('customer')], execute: ordersOf('answer.orders') },
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a switch that is on at first',
    bad: liveBy('options.isLive || true'),
    good: liveBy('options.isLive ?? true'),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a switch, and another field of its name that is on',
    bad: liveBy('options.isLive || true, mail: { note: 1 }'),
    good: liveBy('options.isLive ?? true, mail: { is_live: true }'),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a field of a collection',
    bad: warmBy('temperature: options.temperature || 1'),
    good: warmBy('temperature: options.temperature || 1', '0 is the default of the API'),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a field of a collection between two numbers',
    bad: warmBy('temperature: options.temperature || 1', 'between 0.0 and 2.0'),
    good: warmBy('temperature: options.temperature ?? 1'),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a field of a collection that is left out',
    bad: warmBy('...(options.temperature && { temperature: options.temperature })'),
    good: warmBy('...(options.temperature !== undefined && { temperature: options.temperature })'),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a default in place of what is false',
    bad: {
      properties: [text('orderId'), text('priority', { type: 'number', default: 0 })],
      execute: tolerant(`const priority = this.getNodeParameter('priority', i) || 1;
      const order = await request({ method: 'POST', body: { id: this.getNodeParameter('orderId', i), priority } });
${push}`),
    },
    // Without a value, the API decides.
    good: {
      properties: [text('orderId'), text('priority', { type: 'number', default: 0 })],
      execute: tolerant(`const priority = this.getNodeParameter('priority', i) || undefined;
      const order = await request({ method: 'POST', body: { id: this.getNodeParameter('orderId', i), priority } });
${push}`),
    },
  },
  {
    code: 'behaviour-empty-as-item',
    case: 'the field of a response in place of no entries',
    bad: {
      operation: 'getOrders',
      properties: [text('customer')],
      execute: ordersOf('answer.orders.length === 0 ? [answer] : answer.orders'),
    },
    // What the node says of it.
    good: {
      operation: 'getOrders',
      properties: [text('customer')],
      execute: ordersOf('answer.orders.length === 0 ? [{ orders: [], count: 0 }] : answer.orders'),
    },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'a cursor that is not sent',
    bad: { properties: paged, execute: tolerant(nextPages('first', 'last.meta.next_cursor')) },
    good: {
      properties: paged,
      execute: tolerant(nextPages('{ ...first, cursor: last.meta.next_cursor }', 'last.meta.next_cursor')),
    },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'a page number that stays the same, without "Return All"',
    bad: { properties: limited, execute: tolerant(nextPages('first', 'last.orders.length === 50')) },
    good: {
      properties: limited,
      execute: tolerant(nextPages('{ ...first, page: number }', 'last.orders.length === 50')),
    },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'the first page again, after one that tells how many there are',
    bad: { properties: paged, execute: tolerant(nextPages('{ ...first, page: 1 }', 'found.length < last.total')) },
    good: {
      properties: paged,
      execute: tolerant(nextPages('{ ...first, page: number - 1 }', 'number <= last.total_pages + 1')),
    },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'a page number that stays the same, below the last one',
    bad: {
      properties: paged,
      execute: tolerant(nextPages('{ ...first, page: 1 }', 'last.data?.currentpage < last.data?.maxpage')),
    },
    good: {
      properties: paged,
      execute: tolerant(nextPages('{ ...first, page: number }', 'last.data?.currentpage < last.data?.maxpage')),
    },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'the page after the first entry of all',
    bad: {
      properties: paged,
      execute: tolerant(nextPages('{ limit: 50, of: i, before_id: found[0]?.id }', 'last.has_more')),
    },
    good: {
      properties: paged,
      execute: tolerant(nextPages('{ limit: 50, of: i, before_id: found.at(-1)?.id }', 'last.has_more')),
    },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'the highest number of all entries, which the simulated ones share',
    bad: { properties: paged, execute: tolerant(nextPages('first', 'last.has_more')) },
    good: {
      properties: paged,
      execute: tolerant(
        nextPages('{ limit: 50, of: i, since_id: Math.max(...found.map(({ id }) => id)) }', 'last.has_more'),
      ),
    },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'a cursor in place of the query',
    bad: { properties: paged, execute: tolerant(nextPages('first', 'last.has_more')) },
    good: { properties: paged, execute: tolerant(nextPages('{ cursor: last.nextCursor }', 'last.has_more')) },
  },
  {
    code: 'behaviour-page-repeated',
    case: 'the number in the address of the next page',
    bad: { properties: paged, execute: tolerant(nextPages('first', 'last.links.next')) },
    good: {
      properties: paged,
      execute: tolerant(
        nextPages("{ ...first, page: new URL(last.links.next).searchParams.get('page') }", 'last.links.next'),
      ),
    },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a field that is read for nothing, not only for another status',
    bad: { properties: [text('orderId'), orderStatus, extra], execute: withExtra('true', '{}') },
    good: { properties: [text('orderId'), orderStatus, extra], execute: withExtra("status === 'paid'", '{ note }') },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a field that is read for nothing, not only for another kind of record',
    bad: { properties: [text('orderId'), orderStatus, extra], execute: kindWith('false') },
    good: { properties: [text('orderId'), orderStatus, extra], execute: kindWith("status === 'paid'") },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'filters that get lost',
    bad: { properties: [text('orderId'), filters], execute: filteredBy('{ ...(filters.state && filters) }') },
    good: { properties: [text('orderId'), filters], execute: filteredBy('{ ...filters }') },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a filter that depends on a switch',
    bad: { properties: [text('orderId'), switched], execute: filteredBy('{ ...(filters.enabled && { on: 1 }) }') },
    good: { properties: [text('orderId'), switched], execute: filteredBy('{ ...(filters.enabled && filters) }') },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a filter that takes a field and its value only',
    bad: {
      properties: [text('orderId'), expressed],
      execute: filteredBy("{ by: filters.where?.split('=')[1] ? 1 : 0 }"),
    },
    good: { properties: [text('orderId'), expressed], execute: filteredBy("{ by: filters.where?.split('=')[1] }") },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a filter that takes what its description says only',
    bad: {
      properties: [text('orderId'), described],
      execute: filteredBy("{ by: filters.field?.startsWith('custom-') ? 1 : 0 }"),
    },
    good: {
      properties: [text('orderId'), described],
      execute: filteredBy("{ by: filters.field?.startsWith('custom-') ? filters.field : 0 }"),
    },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'filters of what is returned',
    bad: { properties: [text('orderId'), filters], execute: filteredBy('{}') },
    good: { properties: [text('orderId'), filters], execute: filteredBy('{}', '{ ...order, status: filters.status }') },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a filter that takes UUIDs only',
    bad: {
      properties: [text('orderId'), filters],
      execute: filteredBy('{ status: /^\\w{8}-/.test(filters.status) ? 1 : 0 }'),
    },
    good: {
      properties: [text('orderId'), filters],
      execute: filteredBy('{ status: /^\\w{8}-/.test(filters.status) ? filters.status : 0 }'),
    },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a filter that takes numbers only',
    bad: { properties: [text('orderId'), filters], execute: filteredBy('{ status: Number(filters.status) ? 1 : 0 }') },
    good: { properties: [text('orderId'), filters], execute: filteredBy('{ status: Number(filters.status) || 0 }') },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'filters beside a query that replaces them',
    bad: { properties: [text('orderId'), filters, advanced], execute: filteredBy(`${query} ?? {}`) },
    good: { properties: [text('orderId'), filters, advanced], execute: filteredBy(`${query} ?? { ...filters }`) },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a filter that the description calls one of another operation',
    bad: { properties: [text('orderId'), { ...filters, options: [text('status')] }], execute: filteredBy('{}') },
    good: {
      properties: [text('orderId'), { ...filters, options: [text('status', { description: 'For searches only' })] }],
      execute: filteredBy('{}'),
    },
  },
  {
    code: 'behaviour-false-not-sent',
    case: 'a change that only switches on',
    bad: {
      operation: 'update',
      properties: [text('orderId'), changes],
      execute: changedBy('if (fields.archived) body.archived = true;'),
    },
    good: {
      operation: 'update',
      properties: [text('orderId'), changes],
      execute: changedBy('if (fields.archived !== undefined) body.archived = fields.archived;'),
    },
  },
  {
    code: 'behaviour-false-not-sent',
    case: 'values that are left out where they are empty',
    bad: {
      operation: 'update',
      properties: [text('orderId'), changes],
      execute: changedBy('for (const [name, value] of Object.entries(fields)) if (value) body[name] = value;'),
    },
    // What is done once has no other state.
    good: {
      operation: 'update',
      properties: [text('orderId'), changes],
      execute: changedBy('if (fields.archived) body.notifyCustomer = true;'),
    },
  },
  {
    code: 'behaviour-false-not-sent',
    case: 'a field of an update that is sent by POST',
    bad: {
      operation: 'update',
      properties: [text('orderId'), changes],
      execute: changedBy('if (fields.archived) body.archived = true;').replace("'PATCH'", "'POST'"),
    },
    good: {
      operation: 'update',
      properties: [text('orderId'), changes],
      execute: changedBy('if (fields.archived !== undefined) body.archived = fields.archived;').replace(
        "'PATCH'",
        "'POST'",
      ),
    },
  },
  {
    code: 'behaviour-false-not-sent',
    case: 'the fields of an update, and a switch of another action',
    bad: {
      operation: 'update',
      properties: [text('orderId'), changes],
      execute: changedBy('if (fields.archived) body.isArchived = true;'),
    },
    good: {
      operation: 'fulfill',
      properties: [text('orderId'), changes],
      execute: changedBy('if (fields.archived) body.isArchived = true;'),
    },
  },
  {
    code: 'behaviour-unset-field-sent',
    case: 'an update that clears what users do not add',
    bad: {
      operation: 'update',
      properties: [text('orderId'), remarks],
      execute: updatedBy("{ remark: updateFields.remark ?? '' }"),
    },
    good: {
      operation: 'update',
      properties: [text('orderId'), remarks],
      execute: updatedBy('{ remark: updateFields.remark }'),
    },
  },
  {
    code: 'behaviour-unset-field-sent',
    case: 'lists in an object of an update',
    bad: {
      operation: 'update',
      properties: [text('orderId'), remarks],
      execute: updatedBy('{ lead: { labels: updateFields.labels?.split() ?? [] } }'),
    },
    // Beside it, the same name has a value.
    good: {
      operation: 'update',
      properties: [text('orderId'), text('labels'), remarks],
      execute: updatedBy(
        "{ lead: { labels: updateFields.labels ?? null }, labels: this.getNodeParameter('labels', i), remark: updateFields.remark }",
      ),
    },
  },
  {
    code: 'behaviour-unset-field-sent',
    case: 'a request that creates, too',
    bad: {
      operation: 'change',
      properties: [text('orderId'), remarks],
      execute: updatedBy('{ remark: updateFields.remark ?? null }'),
    },
    good: {
      operation: 'upsert',
      properties: [text('orderId'), remarks],
      execute: updatedBy('{ remark: updateFields.remark ?? null }'),
    },
  },
  {
    code: 'behaviour-get-body',
    case: 'a filter of a list',
    bad: { properties: [text('orderId')], execute: listedBy('body') },
    good: { properties: [text('orderId')], execute: listedBy('body: {}, qs') },
  },
  {
    code: 'behaviour-get-body',
    case: 'a method that users select',
    bad: { properties: [text('orderId'), methods('LIST')], execute: byMethod },
    good: { properties: [text('orderId'), methods('POST')], execute: byMethod },
  },
  {
    code: 'behaviour-get-body',
    case: 'a number that cannot be told from others',
    bad: { properties: [text('orderId'), text('limit', { type: 'number', default: 50 })], execute: limitedBy('body') },
    good: { properties: [text('orderId'), text('limit', { type: 'number', default: 50 })], execute: limitedBy('qs') },
  },
  {
    code: 'behaviour-json-stringified-twice',
    case: 'a parameter that is JSON already',
    bad: { properties: [text('data', { type: 'json', default: '{}' })], execute: storedJson('JSON.stringify(data)') },
    // Some APIs take JSON as a text.
    good: { properties: [text('data', { type: 'json', default: '{}' })], execute: storedJson('data') },
  },
  {
    code: 'behaviour-json-stringified-twice',
    case: 'a field of the query',
    bad: { properties: [text('data', { type: 'json', default: '{}' })], execute: searched('JSON.stringify(data)') },
    good: { properties: [text('data', { type: 'json', default: '{}' })], execute: searched('data') },
  },
  {
    code: 'behaviour-json-stringified-twice',
    case: 'the whole body',
    bad: {
      properties: [text('data', { type: 'json', default: '{}' })],
      execute: storedJson('1', 'JSON.stringify(JSON.stringify({ data: { data } }))'),
    },
    good: {
      properties: [text('data', { type: 'json', default: '{}' })],
      execute: storedJson('1', 'JSON.stringify({ data: JSON.stringify({ data }) })'),
    },
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'an error in place of all results',
    bad: { execute: onError('return [[{ json: { error: error.message }, pairedItem: { item: i } }]];') },
    // One request for all items has one result.
    good: {
      execute: `try {
          const ids = items.map((_, item) => this.getNodeParameter('orderId', item));
          const { orders } = await request({ method: 'POST', body: { ids } });
          return [orders.map((json, item) => ({ json, pairedItem: { item } }))];
        } catch (error) {
          if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
          return [[{ json: { error: error.message }, pairedItem: items.map((_, item) => ({ item })) }]];
        }`,
    },
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'an error in place of the results before it',
    bad: {
      execute: onError(`returnData.length = 0;
        returnData.push({ json: { error: error.message }, pairedItem: { item: i } });`),
    },
    good: { execute: onError('returnData.push({ json: { error: error.message }, pairedItem: { item: i } });') },
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'a loop that ends with the error',
    bad: { execute: onError('returnData.push({ json: { error: error.message }, pairedItem: { item: i } });\nbreak;') },
    good,
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'a failure that ends the loop',
    bad: { execute: onError('break;') },
    good: {
      execute: onError('returnData.push({ json: { error: error.message }, pairedItem: { item: i } }); continue;'),
    },
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'a failure without output',
    bad: { execute: onError('continue;') },
    // What is filtered has no output either.
    good: {
      execute: tolerant(`${get}\nif (i === 1) continue;\n${push}`),
    },
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'a failed item that is output as it was',
    bad: { execute: onError(passOn('json: items[i].json')) },
    good: { execute: onError(passOn('json: items[i].json, error')) },
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'a field of the error that it does not have',
    bad: { execute: onError(passOn('json: { error: error.errors }')) },
    // In words of its own.
    good: { execute: onError(passOn('json: { ...items[i].json, isProcessed: false }')) },
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'a failed item in the only output',
    bad: { execute: onError(passOn('json: items[i].json')) },
    good: {
      about: "outputs: ['main', 'main'], outputNames: ['Done', 'Rest'],",
      execute: `const rest = [];
        for (let i = 0; i < items.length; i++) {
          try { ${get}\n${push} } catch (error) {
            if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
            rest.push({ json: items[i].json, pairedItem: { item: i } });
          }
        }
        return [returnData, rest];`,
    },
  },
  {
    code: 'behaviour-failed-item-lost',
    case: 'a failure that ends the node unless "Continue on fail" is set',
    bad: { execute: onError(passOn('json: items[i].json')) },
    // What it does without.
    good: {
      execute: tolerant(`const { plan } = await request({ url: 'https://api.acme.example/account' });
        const id = this.getNodeParameter('orderId', i);
        const order = { id, plan };
        try { order.total = (await request({ url: 'https://api.acme.example/orders/' + id })).total; } catch {}
        ${push}`),
    },
  },
  {
    code: 'behaviour-optional-needed',
    case: 'a field of an empty collection',
    bad: { properties: [text('orderId'), tagged], execute: taggedBy('options.tags.tag') },
    good: { properties: [text('orderId'), tagged], execute: taggedBy('options.tags?.tag ?? []') },
  },
  {
    code: 'behaviour-optional-needed',
    case: 'a date that is not given',
    bad: {
      properties: [text('orderId'), dated],
      execute: taggedBy('[]', '{ until: new Date(options.until).toISOString() }'),
    },
    good: {
      properties: [text('orderId'), dated],
      execute: taggedBy('[]', 'options.until ? { until: new Date(options.until).toISOString() } : {}'),
    },
  },
  {
    code: 'behaviour-error-as-item',
    case: 'an error that is an item unless an option says so, which is off by default',
    bad: continuing('!== false'),
    good: continuing('=== true'),
  },
  {
    code: 'behaviour-response-output',
    case: 'one of several operations outputs headers too',
    bad: responding("operation === 'get'"),
    good: responding('false'),
  },
  {
    code: 'behaviour-response-output',
    case: 'what the service keeps of a request that it got',
    bad: responding("operation === 'get'"),
    good: {
      others: ['read', 'find'],
      execute: tolerant(`const operation = this.getNodeParameter('operation', i);
        const url = 'https://api.acme.example/' + operation + '/' + this.getNodeParameter('orderId', i);
        const found = await request({ url });
        const { statusCode, headers, body } = found;
        const order = operation === 'get' ? { statusCode: Number(statusCode), headers: { ...headers }, body } : { id: found.id };\n${push}`),
    },
  },
  {
    code: 'behaviour-response-output',
    case: 'an operation that only asks for the headers',
    bad: responding("operation === 'get'"),
    good: { ...responding("operation === 'getHeaders'"), others: ['read', 'find', 'getHeaders'] },
  },
  {
    code: 'behaviour-response-output',
    case: 'all operations output headers too',
    bad: responding("operation === 'get'"),
    good: responding('true'),
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'an optional text of the first item',
    bad: { properties: [text('orderId'), text('note')], execute: noteOf('0') },
    good: { properties: [text('orderId'), text('note')], execute: noteOf('i') },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'messages that are gathered',
    bad: { execute: gathering('') },
    good: { execute: gathering('messages.length = 0;') },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'messages of one conversation',
    bad: { execute: gathering('') },
    good: {
      properties: [text('orderId'), text('keepConversation', { type: 'boolean', default: true })],
      execute: gathering("if (!this.getNodeParameter('keepConversation', i)) messages.length = 0;"),
    },
  },
  {
    code: 'behaviour-error-as-item',
    case: 'an error that is always an item',
    bad: {
      execute: each(`try { ${get}\n${push} } catch (error) {
        returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
      }`),
    },
    good: { execute: onError('returnData.push({ json: { error: error.message }, pairedItem: { item: i } });') },
  },
  {
    code: 'behaviour-error-as-item',
    case: 'an error that is always an item, of a node with a field for errors',
    bad: { properties: [text('orderId'), text('errorText')], execute: alwaysAsItem },
    good: {
      properties: [text('orderId'), text('onError', { type: 'options', options: whatToDo, default: 'item' })],
      execute: alwaysAsItem,
    },
  },
  {
    code: 'behaviour-error-as-item',
    case: 'an error of the server that is an item, where a wrong credential fails',
    bad: { execute: each(failingIf("error.httpCode === '401'")) },
    good: { execute: each(failingIf("error.httpCode !== '404'")) },
  },
  {
    code: 'behaviour-continue-ignored',
    case: 'unless there is a response',
    bad: { credentials: [], execute: toleratedIf('error.response') },
    good: { credentials: [], execute: toleratedIf('(error.response || error.code)') },
  },
  {
    code: 'behaviour-continue-ignored',
    case: 'a response that is not there',
    bad: { credentials: [], execute: toleratedIf('true', 'error.response.status') },
    good: { credentials: [], execute: toleratedIf('true', 'error.response?.status') },
  },
  {
    code: 'behaviour-error-as-item',
    case: 'a response of its own that says what failed, unless there is more in it',
    bad: { execute: swallowing('{ success: false, message: error.message }') },
    good: { execute: swallowing('{ success: false, message: error.message, orders: 0 }') },
  },
  {
    code: 'behaviour-error-as-item',
    case: 'a response of its own that says that nothing was done, unless there is something in it',
    bad: { execute: swallowing('{ success: false, operation: "send", data: null }') },
    good: { execute: swallowing('{ success: false, operation: "send", data: { queued: 1 } }') },
  },
  {
    code: 'behaviour-rejected-request-repeated',
    case: 'a second try after every failure',
    bad: { execute: triedAgain('true') },
    good: { execute: triedAgain('Number(error.httpCode) >= 500') },
  },
  {
    code: 'behaviour-rejected-request-repeated',
    case: 'a second try, unless there is a key by which the API knows the request again',
    bad: { execute: triedAgain('true') },
    good: { execute: triedAgain('true', "{ 'Idempotency-Key': this.getExecutionId() + '-' + i }") },
  },
  {
    code: 'behaviour-failure-ignored',
    case: 'a search after a login',
    bad: searchingBy('status'),
    // What is not there is no failure.
    good: searchingBy("status === '404'"),
  },
  {
    code: 'behaviour-failure-ignored',
    case: 'a search with a filter of its own',
    bad: searchingBy('status', 'step'),
    good: searchingBy("status === '404'", 'step'),
  },
  {
    code: 'behaviour-failure-ignored',
    case: 'more about each entry',
    bad: searchingBy('status'),
    good: { execute: withDetails },
  },
  {
    code: 'behaviour-failure-ignored',
    case: 'a note that may fail',
    bad: { execute: withNote(true) },
    good: { execute: withNote(false) },
  },
  {
    code: 'behaviour-request-not-awaited',
    case: 'a request that nothing waits for',
    bad: { execute: archiving('') },
    good: { execute: archiving('await') },
  },
  {
    code: 'behaviour-never-stops',
    case: 'another try after each failure',
    bad: { execute: retrying(10_000) },
    good: { execute: retrying(5) },
  },
  {
    code: 'behaviour-input-changed',
    case: 'an input item that failed',
    bad: { execute: onFailure('items[i].json') },
    good: { execute: onFailure('{ ...items[i].json }') },
  },
  {
    code: 'behaviour-parameter-unused',
    case: 'options under another name than the code reads',
    bad: {
      properties: [
        text('orderId'),
        { ...text('options', { type: 'collection', default: {} }), options: [text('name')] },
      ],
      execute: tolerant(
        `const { name } = this.getNodeParameter('additional' + 'Options', i, {});\n${byOperation('{ qs: { name } }')}`,
      ),
    },
    good: {
      properties: [
        text('orderId'),
        { ...text('options', { type: 'collection', default: {} }), options: [text('name')] },
      ],
      execute: tolerant(
        `const { name } = this.getNodeParameter('options', i, {});\n${byOperation('{ qs: { name } }')}`,
      ),
    },
  },
  {
    code: 'behaviour-secret-in-url',
    case: 'a token that is also in a header',
    bad: {
      execute: tolerant(
        `const { apiKey } = await this.getCredentials('acmeApi');\n${byOperation('{ qs: { access_token: apiKey } }')}`,
      ),
    },
    good: {
      execute: tolerant(`const { apiKey } = await this.getCredentials('acmeApi');
        const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
        const order = await this.helpers.httpRequest({ method: 'GET', url, qs: { access_token: apiKey }, json: true });
        ${push}`),
    },
  },
  {
    code: 'behaviour-secret-in-url',
    case: 'a key whose first part names a region',
    bad: { execute: tolerant(inRegion("'api'", "id + '/' + apiKey")) },
    good: { execute: tolerant(inRegion('region', 'id')) },
  },
  {
    code: 'behaviour-secret-in-url',
    case: 'a token that the request before has in a header',
    bad: { execute: tolerant(fileOf('qs: { access_token: apiKey }')) },
    good: { execute: tolerant(fileOf('headers: { Authorization: apiKey }')) },
  },
  {
    code: 'behaviour-outputs-beyond',
    case: 'an output for each item',
    bad: {
      execute: tolerant(`${get}\n${push}`).replace('return [returnData]', 'return returnData.map((one) => [one])'),
    },
    good: {
      about: "outputs: ['main', 'main', 'main'],",
      execute: tolerant(`${get}\n${push}`).replace('return [returnData]', 'return returnData.map((one) => [one])'),
    },
  },
  {
    code: 'behaviour-instance-sent',
    case: 'to another service',
    bad: { execute: sending('{ instance: this.getInstanceId() }') },
    good: { execute: sending("{ isKnown: this.getInstanceId() !== '' }") },
  },
  {
    code: 'behaviour-instance-sent',
    case: 'with what is sent',
    bad: { execute: tolerant(byOperation("{ method: 'POST', body: { instance: this.getInstanceId() } }")) },
    good: { execute: tolerant(byOperation("{ method: 'POST', body: { isKnown: this.getInstanceId() !== '' } }")) },
  },
  {
    code: 'behaviour-credential-kept',
    case: 'a token in a variable of the module',
    bad: { module: 'let token;', execute: withToken('token') },
    good: { module: 'const tokens = {};', execute: withToken('tokens[apiKey]') },
  },
  {
    code: 'behaviour-credential-kept',
    case: 'a token for all, and one for each user whom other operations have had before',
    bad: { module: 'const tokens = {};', others: ['find', 'list'], execute: withToken("tokens['acme']") },
    good: { module: 'const tokens = {};', others: ['find', 'list'], execute: withToken('tokens[apiKey]') },
  },
  {
    code: 'behaviour-credential-kept',
    case: 'a token that another request got, and one that the user enters',
    bad: { module: 'let token;', properties: signedIn, execute: withToken('token') },
    good: { properties: signedIn, execute: withToken("[this.getNodeParameter('accessToken', i)][0]") },
  },
  {
    code: 'behaviour-credential-kept',
    case: 'a token that another request got, and one that the user enters, whatever it is called',
    bad: { module: 'let token;', properties: [text('orderId'), text('sid')], execute: withToken('token') },
    good: {
      properties: [text('orderId'), text('sid')],
      execute: withToken("[this.getNodeParameter('sid', i)][0]"),
    },
  },
  {
    code: 'behaviour-parameter-missing',
    case: 'a parameter that is shown for another operation only',
    bad: {
      execute: tolerant(`const name = this.getNodeParameter('name', i);\n${get}\n${push}`),
      properties: [text('orderId'), text('name', { displayOptions: { show: { operation: ['create'] } } })],
    },
    good: {
      execute: tolerant(`const name = this.getNodeParameter('name', i, '');\n${get}\n${push}`),
      properties: [text('orderId'), text('name', { displayOptions: { show: { operation: ['create'] } } })],
    },
  },
  {
    code: 'behaviour-parameter-missing',
    case: 'a missing parameter that the node does without',
    bad: { execute: each(`this.getNodeParameter(${atRuntime('size')}, i);`) },
    good: {
      execute: tolerant(
        `let size; try { size = this.getNodeParameter(${atRuntime('size')}, i); } catch { size = 1; }\n${get}\n${push}`,
      ),
    },
  },
  {
    code: 'behaviour-parameter-missing',
    case: 'a parameter that is hidden for the operation',
    bad: {
      execute: tolerant(`const name = this.getNodeParameter('name', i);\n${get}\n${push}`),
      properties: [text('orderId'), text('name', { displayOptions: { hide: { operation: ['get'] } } })],
    },
    good: {
      execute: tolerant(`const name = this.getNodeParameter('name', i);\n${get}\norder.name = name;\n${push}`),
      properties: [text('orderId'), text('name', { displayOptions: { hide: { operation: ['create'] } } })],
    },
  },
  {
    code: 'behaviour-parameter-missing',
    case: 'a parameter that another one hides by its default',
    bad: {
      execute: tolerant(`const name = this.getNodeParameter('name', i);\n${get}\n${push}`),
      properties: [text('orderId'), mode('simple'), text('name', { displayOptions: { show: { mode: ['full'] } } })],
    },
    good: {
      execute: tolerant(
        `const name = this.getNodeParameter('mode', i) === 'full' && this.getNodeParameter('name', i);\n${get}\norder.name = name;\n${push}`,
      ),
      properties: [text('orderId'), mode('full'), text('name', { displayOptions: { show: { mode: ['full'] } } })],
    },
  },
  {
    code: 'behaviour-credential-missing',
    case: 'a credential of another name',
    bad: { execute: each(`await this.getCredentials(${atRuntime('acmeOAuth2Api')});`) },
    good: { execute: tolerant(`await this.getCredentials(${atRuntime('acmeApi')});\n${get}\n${push}`) },
  },
  {
    code: 'behaviour-credential-field-missing',
    case: 'a token that the credential does not have',
    bad: { execute: withTokenOf('accessToken') },
    good: { execute: withTokenOf('apiKey') },
  },
  {
    code: 'behaviour-credential-field-missing',
    case: 'a field that the code can do without',
    bad: { execute: withTokenOf('accessToken') },
    good: { execute: withTokenOf('accessToken', ' && !fields.apiKey') },
  },
  {
    code: 'behaviour-credential-missing',
    case: 'a credential that is shown for another operation',
    bad: { ...twoCredentials, execute: tolerant(authenticated('acmeOrdersApi')) },
    good: { ...twoCredentials, execute: tolerant(authenticated('acmeApi')) },
  },
  {
    code: 'behaviour-credential-missing',
    case: 'a credential of another name that the sources show: the check `nodes` reports it',
    bad: { execute: each(`await this.getCredentials(${atRuntime('acmeDigestApi')});`) },
    good: { execute: each("await this.getCredentials('acmeBasicApi');") },
  },
  {
    code: 'behaviour-file-corrupted',
    case: 'a label that is decoded as text',
    bad: { execute: tolerant(download('')) },
    good: { execute: tolerant(download("encoding: 'arraybuffer'")) },
  },
  {
    code: 'behaviour-file-corrupted',
    case: 'an attachment, which may have any type',
    bad: { operation: 'downloadFile', execute: tolerant(download('', 'label', "'application/octet-stream'")) },
    good: { operation: 'getTranscript', execute: tolerant(download('', 'label', "'application/octet-stream'")) },
  },
  {
    code: 'behaviour-file-corrupted',
    case: 'a file whose type does not say that it is no text',
    bad: { execute: tolerant(download('', 'label.png')) },
    good: { execute: tolerant(download('', 'label.csv')) },
  },
  {
    code: 'behaviour-items-lost',
    case: 'what makes nothing but a text of an item',
    bad: { execute: 'return [[{ json: { id: this.getNodeParameter("orderId", 0).trim() }, pairedItem: 0 }]];' },
    good: {
      operation: 'removeDuplicates',
      execute: `const field = this.getNodeParameter('orderId', 0);
        const values = items.map(({ json }) => json[field]);
        return [items.filter((_, at) => values.indexOf(values[at]) === at)];`,
    },
  },
  {
    code: 'behaviour-items-lost',
    case: 'only the first item',
    bad: { execute: onlyFirst },
    good,
  },
  ...(
    [
      ['let i = 1; i < items.length', '0'],
      ['let i = 0; i < items.length - 1', 'items.length - 1'],
    ] as const
  ).map(
    ([loop, left]): RuleCase<GivenNode> => ({
      code: 'behaviour-items-lost',
      case: `one item: ${loop}`,
      bad: { execute: tolerant(`${get}\n${push}`).replace('let i = 0; i < items.length', loop) },
      good: {
        execute: tolerant(
          `const other = this.getNodeParameter('orderId', ${left});\n${get.replace('id })', "id + '?with=' + other })")}\n${push}`,
        ).replace('let i = 0; i < items.length', loop),
      },
    }),
  ),
  {
    code: 'behaviour-items-lost',
    case: 'a result that is paired with one item',
    bad: { execute: resultOf('[{ item: 0 }]') },
    good: { execute: resultOf('items.map((_, item) => ({ item }))') },
  },
  {
    code: 'behaviour-items-lost',
    case: 'one request with a field of all items',
    bad: { execute: bulk('[items[0].json.uuid]') },
    good: { execute: bulk('items.map(({ json }) => json.uuid)') },
  },
  {
    code: 'behaviour-items-lost',
    case: 'only the result of the last item',
    bad: { execute: tolerant(`${get}\nreturnData.splice(0, 9, { json: order, pairedItem: { item: i } });`) },
    good: {
      operation: 'getLatest',
      execute: tolerant(`${get}\nreturnData.splice(0, 9, { json: order, pairedItem: { item: i } });`),
    },
  },
  {
    code: 'behaviour-items-lost',
    case: 'only the first item, where the execution goes on at once',
    bad: { execute: onlyFirst },
    // One call resumes an execution.
    good: { execute: `await this.putExecutionToWait(new Date(Date.now() + 60_000));\n${onlyFirst}` },
  },
  {
    code: 'behaviour-items-lost',
    case: 'only the first item, where nobody gets a response',
    bad: { execute: onlyFirst },
    // One call gets one response.
    good: { execute: `this.sendResponse({ body: {}, headers: {}, statusCode: 200 });\n${onlyFirst}` },
  },
  {
    code: 'behaviour-items-lost',
    case: 'a crash at the second item',
    bad: { execute: each(`const { json } = this.getInputData(i)[0];\n${get}\n${push}`) },
    // What the first item is answered may be what it cannot use.
    good: { execute: each(`${get}\nif (i > 0) order.missing.entry.toFixed();\n${push}`) },
  },
  {
    code: 'behaviour-items-lost',
    case: 'a crash with several items, before any request',
    bad: {
      execute: `const parts = {};\nif (items.length > 1) parts.list.push(items[1]);\n${tolerant(`${get}\n${push}`)}`,
    },
    good: {
      execute: `if (items.length > 1) throw new NodeOperationError(this.getNode(), 'Merge the items first');\n${tolerant(`${get}\n${push}`)}`,
    },
  },
  {
    code: 'behaviour-items-lost',
    case: 'another input would have the items',
    bad: { execute: `const { json } = items[0];\nreturn [[{ json, pairedItem: { item: 0 } }]];` },
    good: {
      about: "inputs: ['main', 'main'],",
      execute: `const { json } = items[0];\nreturn [[{ json, pairedItem: { item: 0 } }]];`,
    },
  },
  {
    code: 'behaviour-items-lost',
    case: 'an input that has the items',
    bad: { about: "inputs: [{ type: 'main' }],", execute: onlyFirst },
    // What an agent calls has one item.
    good: { about: "inputs: ['ai_agent'],", execute: onlyFirst },
  },
  {
    code: 'behaviour-items-lost',
    case: 'a column that the items do not have, of all items in one request',
    bad: inOneRequest('items.slice(0, 1)'),
    good: inOneRequest('items'),
  },
  {
    code: 'behaviour-items-lost',
    case: 'one request for all items',
    bad: { execute: `const id = this.getNodeParameter('orderId', 0);\nreturn [this.helpers.returnJsonArray({ id })];` },
    good: {
      execute: `const ids = items.map((_, i) => this.getNodeParameter('orderId', i));
        try {
          const order = await request({ method: 'POST', body: { ids } });
          return [[{ json: order, pairedItem: ids.map((_, item) => ({ item })) }]];
        } catch (error) {
          if (!this.continueOnFail()) throw error;
          return [[{ json: { error: error.message } }]];
        }`,
    },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'a value of the first item for all',
    bad: {
      execute: tolerant(
        `const id = this.getNodeParameter('orderId', i);\nconst name = this.getNodeParameter('name', 0);
        const order = await request({ qs: { id, name } });\n${push}`,
      ),
      properties: [text('orderId'), text('name')],
    },
    good: {
      execute: tolerant(
        `const id = this.getNodeParameter('orderId', i);\nconst name = this.getNodeParameter('name', i);
        const order = await request({ qs: { id, name } });\n${push}`,
      ),
      properties: [text('orderId'), text('name')],
    },
  },
  ...escapeCases,
  {
    code: 'behaviour-values-of-other-item',
    case: 'a phone number of the first item for all',
    bad: {
      execute: tolerant(`const [to, name] = [this.getNodeParameter('to', 0), this.getNodeParameter('name', i)];
        const order = await request({ qs: { to, name } });\n${push}`),
      properties: [text('to', { placeholder: '+14155552671' }), text('name')],
    },
    good: {
      execute: tolerant(`const [to, name] = [this.getNodeParameter('to', i), this.getNodeParameter('name', i)];
        const order = await request({ qs: { to, name } });\n${push}`),
      properties: [text('to', { placeholder: '+14155552671' }), text('name')],
    },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'a value of the first item in the second of two requests',
    bad: { execute: tolerant(twoRequests('0')), properties: [text('orderId'), text('name')] },
    good: { execute: tolerant(twoRequests('i')), properties: [text('orderId'), text('name')] },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'an address that keeps the value of the first item, and a token for each request',
    bad: {
      execute: `let url = 'https://api.acme.example/orders/{id}';\n${tolerant(`url = url.replace('{id}', this.getNodeParameter('orderId', i));
        await request({ method: 'POST', url: 'https://api.acme.example/token' });
        const order = await request({ url });\n${push}`)}`,
    },
    good: {
      execute:
        tolerant(`const url = 'https://api.acme.example/orders/{id}'.replace('{id}', this.getNodeParameter('orderId', i));
        await request({ method: 'POST', url: 'https://api.acme.example/token' });
        const order = await request({ url });\n${push}`),
    },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'all values of the first item',
    bad: {
      execute: tolerant(
        `${get.replace("'orderId', i", "'orderId', 0")}\nreturnData.push({ json: { done: i }, pairedItem: i });`,
      ),
    },
    // What the API gave for the first item is nobody's value: a token of a session.
    good: {
      execute: `let token;\n${tolerant(`token ??= (await request({ method: 'POST', body: { user: this.getNodeParameter('orderId', 0) } })).id;
        const id = this.getNodeParameter('orderId', i);
        const order = await request({ url: 'https://api.acme.example/orders/' + id, headers: { 'x-session': token } });
        returnData.push({ json: { id: order.id }, pairedItem: { item: i } });`)}`,
    },
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'all values of the first item, and what was answered to them',
    bad: { execute: tolerant(`${get.replace("'orderId', i", "'orderId', 0")}\n${push}`) },
    good,
  },
  {
    code: 'behaviour-items-repeated',
    case: 'a list that lasts longer than an item',
    bad: {
      execute: `const orders = [];
        for (let i = 0; i < items.length; i++) {
          const orderId = this.getNodeParameter('orderId', i);
          orders.push({ json: await request({ url: 'https://api.acme.example/orders/' + orderId }), pairedItem: i });
          returnData.push(...orders);
        }
        return [returnData];`,
    },
    good: {
      execute: tolerant(`const orders = [];
        ${get}
        orders.push({ json: order, pairedItem: i }, { json: { id }, pairedItem: i });
        returnData.push(...orders);`),
    },
  },
  {
    code: 'behaviour-items-repeated',
    case: 'a list that lasts longer than an item, of the same requests',
    bad: {
      properties: [],
      execute: `const orders = [];
        for (const [i] of items.entries()) {
          orders.push(await request({ url: 'https://api.acme.example/shop' }));
          returnData.push(...orders.map((json) => ({ json, pairedItem: i })));
        }
        return [returnData];`,
    },
    good: {
      properties: [],
      execute: tolerant(`const order = await request({ url: 'https://api.acme.example/shop' });
        ${push}`),
    },
  },
  {
    code: 'behaviour-items-repeated',
    case: 'an item that is added twice',
    bad: { execute: tolerant(`${get}\n${push}\n${push}`) },
    good: {
      execute: tolerant(`${get}
        for (const line of order.lines) {
          const json = { id };
          if (line.id) returnData.push({ json, pairedItem: { item: i } });
        }`),
    },
  },
  {
    code: 'behaviour-items-repeated',
    case: 'a loop in a loop',
    bad: {
      execute: each(`for (let at = 0; at < items.length; at++) {
          const orderId = this.getNodeParameter('orderId', at);
          const order = await request({ url: 'https://api.acme.example/orders/' + orderId });
          returnData.push({ json: order, pairedItem: at });
        }`),
    },
    good: {
      execute: tolerant(
        `${get}\nfor (const name of ['first', 'last']) ${push.replace('order,', '{ ...order, name },')}`,
      ),
    },
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'the number of an entry of the answer',
    bad: { execute: entriesOf('{ item: at }') },
    good: { execute: entriesOf('{ item: i }') },
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'the output of an item that failed',
    bad: { execute: failing('0') },
    good: { execute: failing('i') },
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'with a token of the first item for all',
    bad: { execute: withSession('0') },
    good: { execute: withSession('i') },
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'all outputs from the first item',
    bad: { execute: tolerant(`${get}\nreturnData.push({ json: order, pairedItem: { item: 0 } });`) },
    // One request for all items, with a setting of the first one: its answer does not tell whose it is.
    good: {
      execute: `try {
          const table = this.getNodeParameter('orderId', 0);
          const { orders } = await request({ method: 'POST', qs: { table }, body: { rows: items.length } });
          items.forEach((_, item) => returnData.push({ json: { ...orders[item] }, pairedItem: { item } }));
        } catch (error) {
          if (!this.continueOnFail()) throw error;
          returnData.push({ json: { error: error.message }, pairedItem: { item: 0 } });
        }
        return [returnData];`,
    },
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'files that are all from the first item',
    bad: { execute: tolerant(download("encoding: 'arraybuffer'", 'label.pdf', 'undefined', '0')) },
    good: { execute: tolerant(download("encoding: 'arraybuffer'")) },
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'outputs that say nothing of items, unless one request is for all of them',
    bad: { execute: tolerant(`${get}\nreturnData.push({ json: { isDone: true }, pairedItem: { item: 0 } });`) },
    good: {
      execute: `try {
          const ids = items.map((_, i) => this.getNodeParameter('orderId', i));
          await request({ method: 'POST', body: { ids } });
          items.forEach(() => returnData.push({ json: { isDone: true }, pairedItem: { item: 0 } }));
        } catch (error) {
          if (!this.continueOnFail()) throw error;
          returnData.push({ json: { error: error.message }, pairedItem: { item: 0 } });
        }
        return [returnData];`,
    },
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'an answer for all items, with a setting of the first one in each output',
    bad: { properties: [text('table'), text('note')], execute: ofTable('0') },
    good: { properties: [text('table'), text('note')], execute: ofTable('item') },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'an error that is caught',
    bad: {
      execute: each(
        "try { await request({ url: 'https://api.acme.example/' + this.getNodeParameter('orderId', i) }); } catch {}\nreturnData.push({ json: { done: true }, pairedItem: { item: i } });",
      ),
    },
    good: {
      execute: each(
        "let status = 200;\ntry { await request({ url: 'https://api.acme.example/' + this.getNodeParameter('orderId', i) }); } catch (error) { status = Number(error.httpCode); }\nreturnData.push({ json: { status }, pairedItem: { item: i } });",
      ),
    },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'a status that is taken for success',
    bad: { execute: tolerant(withStatus(500)) },
    good: { execute: tolerant(withStatus(400)) },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'a change of what is not there',
    bad: { operation: 'update', execute: tolerant(changeOr('')) },
    good: { operation: 'archive', execute: tolerant(changeOr('')) },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'the same, which the output does not tell of',
    bad: { operation: 'update', execute: tolerant(changeOr('order = { isPaid: true };')) },
    good: { operation: 'update', execute: tolerant(changeOr('order = { isPaid: false };')) },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'the same, after which nothing is created',
    bad: { operation: 'update', execute: tolerant(changeOr('order = { id };')) },
    good: {
      operation: 'update',
      execute: tolerant(changeOr("order = await request({ method: 'POST', body: { id, isPaid: true } });")),
    },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'the same for an order that is created, and not looked for',
    bad: { operation: 'create', execute: tolerant(changeOr('').replace('PUT', 'POST')) },
    good: { operation: 'lookup', execute: tolerant(changeOr('').replace('PUT', 'POST')) },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'a credential that is rejected, as an empty list',
    bad: { operation: 'getAll', execute: tolerant(listOr("if (error.httpCode === '401') return [[]]; throw error;")) },
    good: { operation: 'getAll', execute: tolerant(listOr("if (error.httpCode === '404') return [[]]; throw error;")) },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'an error that is taken for an empty list',
    bad: { operation: 'getAll', execute: tolerant(listOr('return [[]];')) },
    // Nothing is there.
    good: { operation: 'getAll', execute: tolerant(listOr("if (error.httpCode === '404') continue; throw error;")) },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'the same for each item',
    bad: { operation: 'getAll', execute: tolerant(listOr('continue;')) },
    good: { operation: 'checkExists', execute: tolerant(listOr('return [[]];')) },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'no setting for it',
    bad: { operation: 'getAll', execute: tolerant(listOr('return [[]];')) },
    good: {
      operation: 'getAll',
      properties: [text('orderId'), text('ignoreErrors', { type: 'boolean', default: true })],
      execute: tolerant(listOr("if (this.getNodeParameter('ignoreErrors', i)) return [[]]; throw error;")),
    },
  },
  {
    code: 'behaviour-failure-hidden',
    case: 'a rejected credential as well',
    bad: { operation: 'getAll', execute: tolerant(listOr('return [[]];')) },
    good: {
      operation: 'getAll',
      execute: tolerant(listOr("if (error.httpCode === '500') return [[]]; throw error;")),
    },
  },
  {
    code: 'behaviour-secret-in-output',
    case: 'the credential in the output',
    bad: {
      execute: tolerant(`${get}\nconst credentials = await this.getCredentials('acmeApi');
        returnData.push({ [${atRuntime('json')}]: { ...order, used: credentials }, pairedItem: { item: i } });`),
    },
    good: {
      execute: tolerant(`${get}\nconst credentials = await this.getCredentials('acmeApi');
        returnData.push({ json: { ...order, used: Object.keys(credentials) }, pairedItem: { item: i } });`),
    },
  },
  {
    code: 'behaviour-secret-in-output',
    case: 'a secret that only the name of its field shows',
    bad: siteOutput('apiKey'),
    good: siteOutput('url'),
  },
  {
    code: 'behaviour-secret-in-output',
    case: 'a token that an operation is there for',
    bad: { operation: 'getAccount', execute: tokenOutput },
    good: { operation: 'getToken', execute: tokenOutput },
  },
  {
    code: 'behaviour-secret-in-log',
    case: 'the headers of the request',
    bad: { execute: tolerant(logging('headers')) },
    good: { execute: tolerant(logging('Object.keys(headers)')) },
  },
  {
    code: 'behaviour-secret-in-log',
    case: 'the headers that are printed',
    bad: { execute: tolerant(logging('headers', "console['log']")) },
    good: { execute: tolerant(logging('Object.keys(headers)', "console['log']")) },
  },
  {
    code: 'behaviour-secret-in-error',
    case: 'the credential in the error',
    bad: {
      execute: each(`const { apiKey } = await this.getCredentials('acmeApi');
        try { ${get}\n${push} } catch (error) {
          const text = 'failed with key ' + apiKey;
          if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), text);
          returnData.push({ json: { error: 'failed' }, pairedItem: { item: i } });
        }`),
    },
    good: {
      execute: each(`const { apiKey } = await this.getCredentials('acmeApi');
        try { ${get}\n${push} } catch (error) {
          const text = 'failed with key ' + (apiKey ? 'set' : 'not set');
          if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), text);
          returnData.push({ json: { error: 'failed' }, pairedItem: { item: i } });
        }`),
    },
  },
  {
    code: 'behaviour-secret-sent-elsewhere',
    case: 'the key in a message to another service',
    bad: { execute: sending('{ apiKey }') },
    good: { execute: sending('{ isSet: Boolean(apiKey) }') },
  },
  {
    code: 'behaviour-secret-sent-elsewhere',
    case: 'the key in a header to a host that nothing names',
    bad: { execute: sending('{}', hiddenUrl, 'headers: { authorization: apiKey }') },
    // Services have hosts of several names, and check the key at each.
    good: { execute: sending('{}', "'https://files.storage.example/v1'", 'headers: { authorization: apiKey }') },
  },
  {
    code: 'behaviour-secret-sent-elsewhere',
    case: 'the key in a query',
    bad: { execute: sending('{}', "'https://collect.metrics.example/?key=' + apiKey") },
    // A host that exchanges it for a token: the API never gets it.
    good: {
      execute: tolerant(`const { apiKey } = await this.getCredentials('acmeApi');
        const { token } = await this.helpers.httpRequest({ method: 'POST', url: 'https://sts.identity.example/token', body: { apiKey } });
        const id = this.getNodeParameter('orderId', i);
        const order = await this.helpers.httpRequest({ method: 'GET', url: 'https://api.acme.example/orders/' + id, headers: { token } });
        ${push}`),
    },
  },
  {
    code: 'behaviour-unknown-host',
    case: 'a host that is decoded',
    bad: { execute: sending('{}', hiddenUrl) },
    good: { execute: sending('{}', "['https://eu', 'partner', 'example'].join('.')") },
  },
  {
    code: 'behaviour-unknown-host',
    case: 'a host that is computed',
    bad: { execute: sending('{}', "'https://' + String.fromCharCode(113, 120, 122, 106) + '.example'") },
    good: { execute: sending('{}', "'https://' + this.getNodeParameter('orderId', i) + '.example'") },
  },
  {
    code: 'behaviour-unknown-host',
    case: 'a host that an answer does not give',
    bad: { execute: sending('{}', `${hiddenUrl} + '/' + order.id`) },
    good: { execute: sending('{}', 'order.uploadUrl') },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'one operation of three that does not authenticate',
    bad: {
      others: ['list', 'search'],
      execute: tolerant(`const operation = this.getNodeParameter('operation', i);
        const url = 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i);
        const order = operation === 'get' ? await this.helpers.httpRequest({ method: 'GET', url }) : await request({ url });\n${push}`),
    },
    // A part of the API that is open to all has an address of its own.
    good: {
      others: ['list', 'search'],
      execute: tolerant(`const operation = this.getNodeParameter('operation', i);
        const path = '/' + this.getNodeParameter('orderId', i);
        const order = operation === 'get'
          ? await this.helpers.httpRequest({ method: 'GET', url: 'https://status.acme.example' + path })
          : await request({ url: 'https://api.acme.example' + path });\n${push}`),
    },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'one operation of a resource, unless the whole resource is open to all',
    bad: ofResources("resource === 'market' && operation === 'get'"),
    good: ofResources("resource === 'market'"),
  },
  {
    code: 'behaviour-credential-unused',
    case: 'one operation of three, unless it asks whether anybody may',
    bad: {
      operation: 'find',
      others: ['list', 'search'],
      execute: tolerant(withHeaders("operation === 'find' ? {} : headers")),
    },
    good: {
      operation: 'checkAuth',
      others: ['list', 'search'],
      execute: tolerant(withHeaders("operation === 'checkAuth' ? {} : headers")),
    },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'an upload, unless it goes to where the API says',
    bad: { execute: tolerant(uploadTo("'https://api.acme.example/content/' + this.getNodeParameter('orderId', i)")) },
    good: { execute: tolerant(uploadTo('order.upload_url')) },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'one operation of three that loses the header',
    bad: { others: ['list', 'search'], execute: tolerant(withHeaders("operation === 'get' ? {} : headers")) },
    good: { others: ['list', 'search'], execute: tolerant(withHeaders('headers')) },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'one operation of three that loses the header, and one whose address has a token of its own',
    bad: { others: ['list', 'search'], execute: tolerant(withHeaders("operation === 'list' ? {} : headers")) },
    good: {
      others: ['list', 'search'],
      execute: tolerant(withHeaders("operation === 'get' ? {} : headers", "'?token=' + i")),
    },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'one operation of three that does not authenticate, unless it asks for a token',
    bad: { others: ['list', 'search'], execute: tolerant(posting('/orders')) },
    good: { others: ['list', 'search'], execute: tolerant(posting('/oauth2/token')) },
  },
  {
    code: 'behaviour-host-unlike-others',
    case: 'one operation of four at a fixed host in place of the one that users enter, unless that is another API',
    bad: atSite('api'),
    good: atSite('status'),
  },
  {
    code: 'behaviour-host-unlike-others',
    case: 'a test of the credential at a fixed host in place of the one that users enter',
    bad: testedAt("'https://acme.example/v2'"),
    good: testedAt('credential.data.url'),
  },
  {
    code: 'behaviour-host-unlike-others',
    case: 'one operation of four at a host for tests',
    bad: { others: ['list', 'search', 'find'], execute: tolerant(atHosts("'api-staging.acme.example'")) },
    good: { others: ['list', 'search', 'find'], execute: tolerant(atHosts("'uploads.acme.example'")) },
  },
  {
    code: 'behaviour-host-unlike-others',
    case: 'one operation of four at another domain',
    bad: { others: ['list', 'search', 'find'], execute: tolerant(atHosts("'acme.test'")) },
    good: { others: ['list', 'search', 'find'], execute: tolerant(atHosts("'files.acme.example'")) },
  },
  {
    code: 'behaviour-host-unlike-others',
    case: 'one operation of four at a host that is misspelt',
    bad: {
      others: ['list', 'search', 'find'],
      execute: tolerant(atHosts("'api.acmework.example'", 'api.acmeworks.example')),
    },
    good: {
      others: ['list', 'search', 'find'],
      execute: tolerant(atHosts("'api.acmeworks2.example'", 'api.acmeworks.example')),
    },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'one operation of three that logs in, and does not send the token, unless all send it in the query',
    bad: {
      others: ['list', 'search'],
      execute: tolerant(loggedIn("headers: operation === 'get' ? {} : { 'x-token': token }")),
    },
    good: { others: ['list', 'search'], execute: tolerant(loggedIn('qs: { s: token }')) },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'one operation of four whose body lacks the key, unless only one has it',
    bad: { others: ['list', 'search', 'find'], execute: tolerant(keyInBody("operation === 'get'")) },
    good: { others: ['list', 'search', 'find'], execute: tolerant(keyInBody("operation !== 'get'")) },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'an operation that deletes after a login, without its token',
    bad: { operation: 'delete', others: ['list', 'search'], execute: tolerant(loggedOut("operation === 'delete'")) },
    good: { operation: 'delete', others: ['list', 'search'], execute: tolerant(loggedOut('false')) },
  },
  {
    code: 'behaviour-continue-ignored',
    case: 'the setting of older workflows',
    bad: {
      execute: each(`try { ${get}\n${push} } catch (error) {
        if (!this.getNode().continueOnFail) throw new NodeApiError(this.getNode(), error);
        returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
      }`),
    },
    good: { execute: tolerant(`${get}\n${push}`) },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'no operation that authenticates',
    bad: {
      execute: tolerant(`${get.replace('request', 'this.helpers.httpRequest')}\n${push}`),
    },
    good: {
      credentials: [],
      execute: tolerant(`${get.replace('request', 'this.helpers.httpRequest')}\n${push}`),
    },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'a credential that is read for its address only',
    bad: { execute: tolerant(addressed('{}')) },
    good: { execute: tolerant(addressed('{ authorization: credential.apiKey }')) },
  },
  {
    code: 'behaviour-credential-unused',
    case: 'the second of two requests, unless what the first one returned may be in its body',
    bad: { execute: tolerant(`${get}\n${noting('orders')}\n${push}`) },
    good: { execute: tolerant(`${get.replace('/orders/', '/sessions/')}\n${noting('notes')}\n${push}`) },
  },
  {
    code: 'behaviour-continue-ignored',
    case: 'an error of one item that ends all',
    bad: { execute: each(`${get}\n${push}`) },
    // Retries after a while: time is simulated, so that it need not be waited for.
    good: {
      execute: tolerant(`let order;
        for (let attempt = 0; attempt < 4 && !order; attempt++) {
          try { order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i) }); }
          catch (error) { if (attempt === 3) throw error; await new Promise((done) => setTimeout(done, 60_000)); }
        }\n${push}`),
    },
  },
  {
    code: 'behaviour-continue-ignored',
    case: 'a request that does not tell its item',
    bad: { execute: each(`const order = await request({ url: 'https://api.acme.example/next' });\n${push}`) },
    // Without a login nothing works: that is no failure of an item.
    good: {
      properties: [],
      execute: `await request({ method: 'POST', url: 'https://api.acme.example/login' });
        ${tolerant(`const order = await request({ url: 'https://api.acme.example/next' });\n${push}`)}`,
    },
  },
  {
    code: 'behaviour-input-changed',
    case: 'an input item with another field',
    bad: { execute: tolerant(`${get}\nitems[i].json.order = order;\nreturnData.push(items[i]);`) },
    good: {
      execute: tolerant(`${get}\nreturnData.push({ json: { ...items[i].json, order }, pairedItem: { item: i } });`),
    },
  },
  {
    code: 'behaviour-input-changed',
    case: 'files that the input item shares, not files in their place',
    bad: { execute: tolerant(`${get}\nconst binary = items[i].binary ?? {};\n${savedIn}`) },
    good: { execute: tolerant(`${get}\nconst binary = { ...items[i].binary };\n${savedIn}`) },
  },
  {
    code: 'behaviour-input-changed',
    case: 'data that the input item shares, not data in its place',
    bad: { execute: tolerant(`${get}\nObject.assign(items[i].json, order);\nreturnData.push(items[i]);`) },
    good: { execute: tolerant(`${get}\nitems[i].json = order;\nreturnData.push(items[i]);`) },
  },
  {
    code: 'behaviour-no-pairing',
    case: 'two outputs of each item',
    bad: { execute: tolerant(`${get}\nfor (const line of order.lines) returnData.push({ json: { line } });`) },
    good: {
      execute: tolerant(
        `${get}\nfor (const line of order.lines) returnData.push({ json: { line }, pairedItem: { item: i } });`,
      ),
    },
  },
  {
    code: 'behaviour-no-pairing',
    case: 'a list that the API may return',
    bad: allOf('returnData.push(...found)'),
    good: allOf('returnData.push(...found.map((one) => ({ ...one, pairedItem: { item: i } })))'),
  },
  {
    code: 'behaviour-no-pairing',
    case: 'a field that may be a list, and an answer that may be one',
    bad: allOf('returnData.push(...found)'),
    good: allOf('returnData.push(...found)', 'answer'),
  },
  {
    code: 'behaviour-no-pairing',
    case: 'a list that shared code looks for in the responses to all operations',
    bad: sharingOffers('getAll', "operation === 'getAll' ? '/offers' : '/orders/' + id"),
    good: sharingOffers('get', "'/orders/' + id + (operation === 'get' ? '' : '/close')"),
  },
  {
    code: 'behaviour-no-pairing',
    case: 'one request for each item, and one for all of them',
    bad: {
      properties: [],
      execute: `for (const _ of items) returnData.push(...(await request({ url: ${ordersUrl} })).orders.map((json) => ({ json })));
        return [returnData];`,
    },
    good: {
      properties: [],
      execute: `const { orders } = await request({ method: 'POST', body: { requests: items.map((_, at) => ({ at })) } });
        return [orders.map((json) => ({ json }))];`,
    },
  },
  {
    code: 'behaviour-never-stops',
    case: 'pages without an end',
    bad: {
      execute: `let page = 0;
        for (;;) {
          page += 1;
          try { await request({ qs: { page } }); } catch {}
        }`,
    },
    good: {
      execute: tolerant(`const all = [];
        for (let page = 1; ; page++) {
          const { orders } = await request({ qs: { page, of: this.getNodeParameter('orderId', i) } });
          all.push(...orders);
          if (orders.length === 0) break;
        }
        returnData.push({ json: { count: all.length }, pairedItem: { item: i } });`),
    },
  },
  {
    code: 'behaviour-never-stops',
    case: 'a full page that is the same again',
    bad: { properties: paged, execute: tolerant(fullPages('')) },
    good: { properties: paged, execute: tolerant(fullPages('page += 1;')) },
  },
  {
    code: 'behaviour-never-stops',
    case: 'a task that is not finished',
    bad: { execute: tolerant(waitingFor('false')) },
    good: { execute: tolerant(waitingFor('polls > 400')) },
  },
  {
    code: 'behaviour-never-stops',
    case: 'a task that is not finished, without a deadline',
    bad: { execute: tolerant(waitingFor('Date.now() > end && polls < 0')) },
    good: { execute: tolerant(waitingFor('Date.now() > end')) },
  },
  {
    code: 'behaviour-never-stops',
    case: 'the same page again',
    bad: {
      execute: tolerant(`const all = [];
        for (;;) {
          const { orders } = await request({ qs: { page: 1, of: this.getNodeParameter('orderId', i) } });
          all.push(...orders);
          if (orders.length === 0) break;
        }
        returnData.push({ json: { count: all.length }, pairedItem: { item: i } });`),
    },
    good: {
      execute: tolerant(`let status = '';
        for (let attempt = 0; attempt < 30 && status !== 'done'; attempt++)
          ({ status } = await request({ qs: { of: this.getNodeParameter('orderId', i) } }));
        returnData.push({ json: { status }, pairedItem: { item: i } });`),
    },
  },
  {
    code: 'behaviour-never-stops',
    case: 'the next page after one that has a list without entries',
    bad: { properties: paged, execute: tolerant(pagesWith('page++, per_page: 100', '!orders')) },
    good: { properties: paged, execute: tolerant(pagesWith('page++, per_page: 100', '!orders?.length')) },
  },
  {
    code: 'behaviour-never-stops',
    case: 'the next page after one without entries, where no request says how many',
    bad: { properties: paged, execute: tolerant(pagesWith('page++', '!orders')) },
    good: { properties: paged, execute: tolerant(pagesWith('page++', '!orders?.length')) },
  },
  {
    code: 'behaviour-never-stops',
    case: 'the last key, where the last page has none',
    bad: { properties: paged, execute: tolerant(keyed('response.lastKey ?? lastKey')) },
    good: { properties: paged, execute: tolerant(keyed('response.lastKey')) },
  },
  {
    code: 'behaviour-never-stops',
    case: 'the same page again with "Return All"',
    bad: { properties: paged, execute: tolerant(pagesWith('1')) },
    good: { properties: paged, execute: tolerant(pagesWith('page++')) },
  },
  {
    code: 'behaviour-parameter-missing',
    case: 'the limit with "Return All"',
    bad: { properties: paged, execute: tolerant(`${pagesWith('page++')}\nthis.getNodeParameter('limit', i);`) },
    good: {
      properties: paged,
      execute: tolerant(`${pagesWith('page++')}\nif (!all) this.getNodeParameter('limit', i);`),
    },
  },
  {
    code: 'behaviour-item-beyond-last',
    case: 'a loop that runs once too often',
    bad: { execute: tolerant(`${get}\n${push}`).replace('i < items.length', 'i <= items.length') },
    good: { execute: tolerant(`${get}\n${push}`).replace('i < items.length', 'i <= items.length - 1') },
  },
  {
    code: 'behaviour-buffer-as-json',
    case: 'a file in an object',
    bad: { execute: tolerant(uploading('file')) },
    good: { execute: tolerant(uploading("file.toString('base64')")) },
  },
  {
    code: 'behaviour-url-scheme-twice',
    case: 'before a host that has one',
    bad: { execute: tolerant(`const order = await request({ url: ${atHost("'https://acme.test'")} });\n${push}`) },
    good: { execute: tolerant(`const order = await request({ url: ${atHost("'acme.test'")} });\n${push}`) },
  },
  {
    code: 'behaviour-base-path-dropped',
    case: 'a path that begins with a slash, unless it has that of the base',
    bad: { execute: tolerant(`const order = await request({ url: ${joined("'/orders/'")} });\n${push}`) },
    good: { execute: tolerant(`const order = await request({ url: ${joined("'/v2/orders/'")} });\n${push}`) },
  },
  {
    code: 'behaviour-base-path-dropped',
    case: 'the same, unless it is a link on the page that was requested',
    bad: { execute: tolerant(`const order = await request({ url: ${joined("'/orders/'")} });\n${push}`) },
    good: {
      execute: tolerant(`const page = 'https://api.acme.example/v2/orders';
        await request({ url: page });
        const order = await request({ url: new URL('/labels/' + this.getNodeParameter('orderId', i), page).href });
        ${push}`),
    },
  },
  {
    code: 'behaviour-url-without-host',
    case: 'a path without a base',
    bad: { execute: tolerant(`${pathOf}\nconst order = await request({ url: path });\n${push}`) },
    good: {
      execute: tolerant(
        `${pathOf}\nconst order = await request({ baseURL: 'https://api.acme.example', url: path });\n${push}`,
      ),
    },
  },
  {
    code: 'behaviour-url-without-host',
    case: 'a base that users may leave empty',
    bad: {
      properties: [text('orderId'), text('prefix', { type: 'hidden' })],
      execute: tolerant(
        `${pathOf}\nconst order = await request({ url: this.getNodeParameter('prefix', i) + path });\n${push}`,
      ),
    },
    good: {
      properties: [text('orderId'), text('server', { type: 'hidden' })],
      execute: tolerant(
        `${pathOf}\nconst order = await request({ url: this.getNodeParameter('server', i) + path });\n${push}`,
      ),
    },
  },
  {
    code: 'behaviour-url-without-host',
    case: 'a base that is selected',
    bad: {
      properties: [text('orderId'), { ...servers('/v2'), default: '/v2' }],
      execute: tolerant(
        `${pathOf}\nconst order = await request({ url: this.getNodeParameter('server', i) + path });\n${push}`,
      ),
    },
    // Users select one, as the default is none of them.
    good: {
      properties: [text('orderId'), { ...servers('https://api.acme.example'), default: 'none' }],
      execute: tolerant(
        `${pathOf}\nconst order = await request({ url: this.getNodeParameter('server', i) + path });\n${push}`,
      ),
    },
  },
  {
    code: 'behaviour-operation-unknown',
    case: 'an operation without code',
    bad: {
      others: ['archive'],
      execute: tolerant(`const operation = this.getNodeParameter('operation', i);
        if (operation !== 'get') throw new Error('Unsupported operation: ' + operation);
        ${get}\n${push}`),
    },
    good: {
      others: ['archive'],
      execute: tolerant(`const operation = this.getNodeParameter('operation', i);
        if (operation !== 'get') throw new Error('The operation ' + operation + ' is not supported by your plan');
        ${get}\n${push}`),
    },
  },
  {
    code: 'behaviour-operation-unknown',
    case: 'an operation of a resource that the code does not know',
    bad: { others: ['archive'], execute: tolerant(refusing('Unsupported order operation: ')) },
    good: { others: ['archive'], execute: tolerant(refusing('Unsupported date for the operation ')) },
  },
  {
    code: 'behaviour-operation-unknown',
    case: 'an operation that is not known whatever else is selected',
    bad: { others: ['archive'], properties: [text('orderId'), chain], execute: onChain('true') },
    good: { others: ['archive'], properties: [text('orderId'), chain], execute: onChain("chain === 'main'") },
  },
  {
    code: 'behaviour-operation-unknown',
    case: 'an operation that is refused, whatever is selected',
    bad: refusingArchive('true'),
    good: refusingArchive("server === 'https://us.acme.example'"),
  },
  {
    code: 'behaviour-operation-unknown',
    case: 'an operation that has no response because it sends no request',
    bad: withoutOrder("this.getNodeParameter('operation', i) === 'get'"),
    good: withoutOrder(
      "this.getNodeParameter('operation', i) === 'get' || this.getNodeParameter('orderId', i).length > 99",
    ),
  },
  {
    code: 'behaviour-operation-unknown',
    case: 'an operation that is refused before it reads a value',
    bad: refusingArchive('true'),
    good: refusingArchive("!/^[0-9]{30}$/.test(this.getNodeParameter('orderId', i))"),
  },
  {
    code: 'behaviour-json-parsed-twice',
    case: 'a response that n8n has parsed',
    bad: { execute: tolerant(`${get.replace('await', 'JSON.parse(await').replace(/;$/, ');')}\n${push}`) },
    good: { execute: tolerant(`${get}\nconst copy = JSON.parse(JSON.stringify(order));\n${push}`) },
  },
  {
    code: 'behaviour-state-kept',
    case: 'a list of outputs at the top of the module',
    bad: {
      module: 'const kept = [];',
      execute: tolerant(`${get}\nkept.push({ json: order, pairedItem: { item: i } });`).replace(
        '[returnData]',
        '[[...kept, ...returnData]]',
      ),
    },
    good: {
      execute: tolerant(
        `${get}\nfor (const name of ['a', 'b']) returnData.push({ json: { ...order, name }, pairedItem: { item: i } });`,
      ),
    },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'a resource locator in a path',
    bad: { properties: [locator], execute: tolerant(`${get}\n${push}`) },
    good: {
      properties: [locator],
      execute: tolerant(`${get.replace("'orderId', i", "'orderId', i, '', { extractValue: true }")}\n${push}`),
    },
  },
  {
    code: 'behaviour-url-undefined',
    case: 'a parameter that is read without the index of the item',
    bad: { execute: tolerant(`${get.replace("'orderId', i", "'orderId'")}\n${push}`) },
    // The item may have it.
    good: {
      execute: tolerant(`const { order: id } = items[i].json;
        const order = await request({ url: 'https://api.acme.example/orders/' + id });\n${push}`),
    },
  },
  {
    code: 'behaviour-url-undefined',
    case: 'a filter that is not added',
    bad: { properties: [text('orderId'), statusOption], execute: tolerant(withOption('options.status')) },
    good: { properties: [text('orderId'), statusOption], execute: tolerant(withOption("options.status ?? ''")) },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'a promise in a path',
    bad: { execute: tolerant(projectOf('')) },
    good: { execute: tolerant(projectOf('await ')) },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'the entries of a list',
    bad: { properties: [keysLike('[{ "id": "a1" }]')], execute: eachKey },
    good: { properties: [keysLike('["653925a9-970e-487a-bfc0-ab6c96affcdc"]')], execute: eachKey },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'a resource locator in a body',
    bad: { properties: [locator], execute: tolerant(locatorSent('')) },
    good: { properties: [locator], execute: tolerant(locatorSent('.value')) },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'a resource mapper in a body',
    bad: { properties: [mapper], execute: tolerant(columnsSent('')) },
    good: { properties: [mapper], execute: tolerant(columnsSent('.value')) },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'a resource locator after a login',
    bad: { properties: [locator], execute: tolerant(`${afterLogin}\n${locatorSent('')}`) },
    good: { properties: [locator], execute: tolerant(`${afterLogin}\n${locatorSent('.value')}`) },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'a resource locator that is to be a number',
    bad: { properties: [locator], execute: tolerant(numeric('')) },
    good: { properties: [locator], execute: tolerant(numeric("'', { extractValue: true }")) },
  },
  {
    code: 'behaviour-object-as-text',
    case: 'a collection in a query',
    bad: {
      properties: [collection],
      execute: tolerant(
        `const filter = this.getNodeParameter('filter', i);\nconst order = await request({ url: 'https://api.acme.example/orders?' + new URLSearchParams({ filter }) });\n${push}`,
      ),
    },
    // What the second request holds may come of the answer, which is made up.
    good: {
      execute: tolerant(
        `${get}\nawait request({ url: 'https://api.acme.example/orders/' + order.customer.toString() + '/' + {} });\n${push}`,
      ),
    },
  },
  {
    code: 'behaviour-expression-as-text',
    case: 'an expression in code',
    bad: {
      execute: tolerant(
        `const order = await request({ url: 'https://api.acme.example/orders/$parameter.orderId' });\n${push}`,
      ),
    },
    // Parameters of OData and paths of JSON begin with a dollar sign too.
    good: {
      execute: tolerant(
        `const order = await request({ url: 'https://api.acme.example/orders/$value?$expand=parameter&path=$.json.id&of=' + this.getNodeParameter('orderId', i) });\n${push}`,
      ),
    },
  },
  {
    code: 'behaviour-state-kept',
    case: 'a response that a module caches',
    bad: cachedOrders('cache.all'),
    good: cachedOrders("cache[(await this.getCredentials('acmeApi')).apiKey]"),
  },
  {
    code: 'behaviour-state-kept',
    case: 'the credential of the first execution',
    bad: withKeptKey('kept ??= await'),
    good: withKeptKey('kept = await'),
  },
  {
    code: 'behaviour-state-kept',
    case: 'a secret that is kept by the ID of its credential',
    bad: withKeptKey('kept = all[0] ??= await'),
    good: withKeptKey('kept = all[this.getNode().credentials.acmeApi.id] ??= await'),
  },
  {
    code: 'behaviour-state-kept',
    case: 'the address of the first server',
    bad: served('??='),
    good: served('='),
  },
  {
    code: 'behaviour-state-kept',
    case: 'a list that is requested once',
    bad: listedOnce('all ??= await list();'),
    good: listedOnce('if (Date.now() - at > 60_000) { all = await list(); at = Date.now(); }'),
  },
  {
    code: 'behaviour-state-kept',
    case: 'values of an earlier execution',
    bad: {
      module: 'const seen = [];',
      execute: tolerant(
        "seen.push(this.getNodeParameter('orderId', i));\nconst order = await request({ method: 'POST', body: { ids: seen } });\nreturnData.push({ json: { id: order.id }, pairedItem: { item: i } });",
      ),
    },
    good: {
      module: 'let calls = 0;',
      execute: tolerant(`calls += 1;\n${get}\n${push}`),
    },
  },
  {
    code: 'behaviour-output-not-items',
    case: 'objects without `json`',
    bad: { execute: tolerant(`${get}\nreturnData.push({ order });`) },
    good: { execute: tolerant(`${get}\nreturnData.push(...this.helpers.returnJsonArray({ order }));`) },
  },
  {
    code: 'behaviour-output-not-items',
    case: 'a list of items as `json`',
    bad: {
      execute: tolerant(
        `${get}\nreturnData.push({ json: this.helpers.returnJsonArray(order), pairedItem: { item: i } });`,
      ),
    },
    good: { execute: tolerant(`${get}\nreturnData.push({ json: { orders: [order] }, pairedItem: { item: i } });`) },
  },
  {
    code: 'behaviour-output-not-items',
    case: 'a list that is made of the response, unless the response has it',
    bad: { execute: tolerant(`${get}\nreturnData.push({ json: [order], pairedItem: { item: i } });`) },
    good: {
      execute: tolerant(
        `${get}\nfor (const line of order.lines) line.at = i;\nreturnData.push({ json: order.lines, pairedItem: { item: i } });`,
      ),
    },
  },
  {
    code: 'behaviour-output-flat',
    case: 'items in place of outputs',
    bad: { execute: tolerant(`${get}\n${push}`).replace('return [returnData];', 'return returnData;') },
    good: { execute: tolerant(`${get}\n${push}`) },
  },
  {
    code: 'behaviour-input-changed',
    case: 'input items that lose their fields',
    bad: {
      execute: tolerant(`${get}\nfor (const key of Object.keys(items[i].json)) delete items[i].json[key];\n${push}`),
    },
    good: {
      execute: tolerant(
        `${get}\nconst { p0, ...rest } = items[i].json;\n${push.replace('order', '{ ...rest, order }')}`,
      ),
    },
  },
];
