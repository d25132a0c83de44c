import type { RuleCase } from '../../rule-case.ts';
import { text, tolerant } from './behaviour-cases.ts';
import type { GivenNode } from './node-source.ts';

const orderId = text('orderId', { required: true });
const choices = ['plain', 'full'].map((value) => ({ name: value, value }));
const view = text('view', { type: 'options', default: 'plain', options: choices });
const include = text('include', { type: 'multiOptions', default: ['plain'], options: choices });
/** @param name of the option that is its default */
const mode = (name: string) =>
  text('mode', {
    type: 'options',
    default: 'one',
    options: [
      { name, value: 'one' },
      { name: 'Per Item', value: 'each' },
    ],
  });
const long = text('long', { type: 'boolean', default: false });
const note = text('note');
const detail = text('detail', { default: 'all', displayOptions: { show: { view: ['plain'] } } });
const simplify = {
  ...text('options', { type: 'collection', default: {} }),
  options: [text('simplify', { type: 'boolean', default: false })],
};

/** What gets orders. @param statements that give `order` and `item` where `isOther`, or change them */
const where = (isOther: string, statements: string, properties: readonly object[]): GivenNode => ({
  properties: [orderId, ...properties],
  execute: `for (let i = 0; i < items.length; i++) {
    try {
      let item = i;
      const get = (at) => request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', at) });
      let order;
      if (${isOther}) { ${statements} } else order = await get(i);
      returnData.push({ json: order, pairedItem: { item } });
    } catch (error) {
      if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
      returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
    }
  }
  return [returnData];`,
});
/** Gets what is new since a date. @param then what is done with it */
const dated = (then: string): GivenNode => ({
  properties: [text('since', { type: 'dateTime', required: true })],
  execute: tolerant(`const since = this.getNodeParameter('since', i);
    const order = await request({ url: 'https://api.acme.example/orders', qs: { since } });
    ${then}`),
});

/** Starts something once. @param path of its request */
const scanning = (path: string): GivenNode => ({
  properties: [
    ...(path.includes('orderId') ? [orderId] : []),
    { ...text('options', { type: 'collection', default: {} }), options: [note] },
  ],
  execute: `const body = this.getNodeParameter('options', 0);
    try {
      const json = await request({ method: 'POST', url: 'https://api.acme.example' + ${path}, body });
      return [[{ json, pairedItem: { item: 0 } }]];
    } catch (error) {
      if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
      return [[{ json: { error: error.message }, pairedItem: { item: 0 } }]];
    }`,
});
const isFull = "this.getNodeParameter('view', i) === 'full'";
/** @param at index of the item whose note is sent */
const noted = (at: string) =>
  `order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i), qs: { note: this.getNodeParameter('note', ${at}) } });`;

/** @param base of the URL that is requested without the credential */
const openRequest = (base: string, more = '') =>
  `order = await this.helpers.httpRequest({ method: 'GET', ${more}url: '${base}' + this.getNodeParameter('orderId', i) });`;

/** Gets orders, whose number is not known. @param item that each of them is paired with */
const listed = (item: string): GivenNode => ({
  others: ['getAll'],
  execute: `for (let i = 0; i < items.length; i++) {
    try {
      const found = await request({ qs: { of: this.getNodeParameter('orderId', i) } });
      for (const json of Array.isArray(found) ? found : [found]) returnData.push({ json, pairedItem: { item: ${item} } });
    } catch (error) {
      if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
      returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
    }
  }
  return [returnData];`,
});

/** Gets all orders. @param list that collects them */
const allPages = (list: string): GivenNode => ({
  properties: [text('returnAll', { type: 'boolean', default: false })],
  execute: `for (let i = 0; i < items.length; i++) {
    try {
      const returnAll = this.getNodeParameter('returnAll', i);
      ${list}
      let first;
      for (let page = 1; ; page++) {
        const { orders } = await request({ qs: { per_page: 100, page } });
        first ??= orders;
        if (returnAll) found.push(...orders);
        if (!returnAll || orders.length < 100) break;
      }
      for (const json of returnAll ? found : first) returnData.push({ json, pairedItem: { item: i } });
    } catch (error) {
      if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error);
      returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
    }
  }
  return [returnData];`,
});

/** Faults of nodes whose operation has them only with another value than the default of a parameter. */
export const variantCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-credential-unused',
    case: 'with one option, unless that is another part of the API',
    bad: where(isFull, openRequest('https://api.acme.example/orders/full/'), [view]),
    good: where(isFull, openRequest('https://api.acme.example/status/full/'), [view]),
  },
  {
    code: 'behaviour-credential-unused',
    case: 'with one option, unless that signs its requests',
    bad: where(isFull, openRequest('https://api.acme.example/orders/whole/'), [view]),
    good: where(
      isFull,
      openRequest('https://api.acme.example/orders/whole/', "headers: { 'X-Acme-Signature': 'a1b2' }, "),
      [view],
    ),
  },
  {
    code: 'behaviour-items-lost',
    case: 'with another option',
    bad: where(isFull, 'return [[{ json: await get(0), pairedItem: { item: 0 } }]];', [view]),
    good: where(isFull, 'order = { full: await get(i) };', [view]),
  },
  {
    code: 'behaviour-items-lost',
    case: 'whatever the option is',
    bad: where(
      'true',
      `return [[{ json: ${isFull} ? { full: await get(0) } : await get(0), pairedItem: { item: 0 } }]];`,
      [view],
    ),
    good: where('true', `order = ${isFull} ? { full: await get(i) } : await get(i);`, [view]),
  },
  {
    code: 'behaviour-items-lost',
    case: 'only the first date',
    bad: dated('return [[{ json: order, pairedItem: { item: i } }]];'),
    good: dated('returnData.push({ json: order, pairedItem: { item: i } });'),
  },
  {
    code: 'behaviour-items-lost',
    case: 'with optional fields, unless nothing else is of an item',
    bad: scanning("'/scan/' + this.getNodeParameter('orderId', 0)"),
    good: scanning("'/scan'"),
  },
  {
    code: 'behaviour-items-lost',
    case: 'beside a mode that runs it once',
    bad: where('true', 'return [[{ json: await get(0), pairedItem: { item: 0 } }]];', [view, mode('Full Text')]),
    good: where('true', 'return [[{ json: await get(0), pairedItem: { item: 0 } }]];', [
      view,
      mode('Once (First Item)'),
    ]),
  },
  {
    code: 'behaviour-state-kept',
    case: 'a list at the top of the module, with all pages',
    bad: { ...allPages(''), module: 'const found = [];' },
    good: allPages('const found = [];'),
  },
  {
    code: 'behaviour-values-of-other-item',
    case: 'with a switch that is on',
    bad: where("this.getNodeParameter('long', i)", noted('0'), [long, note]),
    good: where("this.getNodeParameter('long', i)", noted('i'), [long, note]),
  },
  {
    code: 'behaviour-parameter-missing',
    case: 'that another option hides',
    bad: where(isFull, "this.getNodeParameter('detail', i); order = await get(i);", [view, detail]),
    good: where(isFull, "this.getNodeParameter('detail', i, ''); order = await get(i);", [view, detail]),
  },
  {
    code: 'behaviour-secret-in-output',
    case: 'with everything that can be selected',
    bad: where(
      "this.getNodeParameter('include', i).includes('full')",
      "order = { ...(await get(i)), by: await this.getCredentials('acmeApi') };",
      [include],
    ),
    good: where(
      "this.getNodeParameter('include', i).includes('full')",
      "order = { ...(await get(i)), by: Object.keys(await this.getCredentials('acmeApi')) };",
      [include],
    ),
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'with a switch among optional fields',
    bad: where("this.getNodeParameter('options', i).simplify", 'order = await get(i); item = 0;', [simplify]),
    good: where("this.getNodeParameter('options', i).simplify", 'order = { simple: await get(i) };', [simplify]),
  },
  {
    code: 'behaviour-wrong-pairing',
    case: 'where the response is a list',
    bad: listed('returnData.length'),
    good: listed('i'),
  },
];
