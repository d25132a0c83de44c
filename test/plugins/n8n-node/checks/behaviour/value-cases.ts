import type { RuleCase } from '../../rule-case.ts';
import { text, tolerant } from './behaviour-cases.ts';
import type { GivenNode } from './node-source.ts';

const push = 'returnData.push({ json: order, pairedItem: { item: i } });';
/** Sends an order. @param statements with `query` and `body` */
const sending = (statements: string, ...properties: readonly object[]): GivenNode => ({
  properties: [text('orderId', { required: true }), ...properties],
  execute: tolerant(`const query = {};
    const body = { id: this.getNodeParameter('orderId', i) };
    ${statements}
    const order = await request({ method: 'POST', qs: query, body });\n${push}`),
});

/** Options by their values. */
const chosen = (all: Readonly<Record<number, string>>, initial: number) =>
  text('shotType', {
    ...{ type: 'options', default: initial },
    options: Object.entries(all).map(([value, name]) => ({ name, value: Number(value) })),
  });
const shots = chosen({ [-1]: 'All', 0: 'Product Shot', 1: 'Virtual Model', 2: 'Video' }, -1);
const readShot = "const type = this.getNodeParameter('shotType', i);";
const onlyPositive = `${readShot}\nif (type > 0) query.shotType = type;`;

/** Sends an order, to either version of the API. @param statements with `version`, `note` and `body` */
const versioned = (statements: string): GivenNode => ({
  properties: ['orderId', 'note', 'cc', 'bcc'].map((name) => text(name, { required: true })),
  credentials: [{ name: 'acmeVersionApi', required: true }],
  execute: tolerant(`const { version } = await this.getCredentials('acmeVersionApi');
    const { orderId, note, cc, bcc } = Object.fromEntries(['orderId', 'note', 'cc', 'bcc'].map((name) =>
      [name, this.getNodeParameter(name, i)]));
    const body = { id: orderId };
    ${statements}
    const url = 'https://api.acme.example/' + version + '/orders';
    const options = { method: 'POST', url, body, json: true };
    const order = await this.helpers.httpRequestWithAuthentication.call(this, 'acmeVersionApi', options);\n${push}`),
});
/** @param sent how the URL is sent */
const linked = (sent: string): GivenNode =>
  sending(
    `const link = this.getNodeParameter('websiteUrl', i);\nbody.link = ${sent};`,
    text('websiteUrl', { required: true }),
  );
/** Downloads a file, with the media type of the response. @param options of the request */
const downloaded = (operation: string, options: string): GivenNode => ({
  operation,
  execute: tolerant(`const id = this.getNodeParameter('orderId', i);
    const url = 'https://api.acme.example/files/' + id;
    const { body, headers } = await request({ url, returnFullResponse: true, ${options} });
    const data = await this.helpers.prepareBinaryData(Buffer.from(body), undefined, headers['content-type']);
    returnData.push({ json: {}, binary: { data }, pairedItem: { item: i } });`),
});

const fromZero = { type: 'number', default: 0, typeOptions: { minValue: 0, maxValue: 9 } };
/** Sends a priority unless it is 0. @param description what users read of it */
const ranked = (
  operation: string,
  description: string,
  sent = 'if (priority) body.priority = priority;',
): GivenNode => ({
  ...sending(
    `const { priority } = this.getNodeParameter('changes', i);\n${sent}`,
    text('changes', { type: 'collection', default: {}, options: [text('priority', { ...fromZero, description })] }),
  ),
  operation,
});

const optionCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-values-swapped',
    case: 'what is sent under its own name to neither version of the API',
    bad: versioned('Object.assign(body, { note, cc: bcc });'),
    good: versioned("Object.assign(body, { note, cc: version === 'v1' ? bcc : cc });"),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a field of an update, and of what is created',
    bad: ranked('update', 'From 0 to 9, where 0 is normal'),
    good: ranked('create', 'From 0 to 9, where 0 is normal'),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a field of an update that is null for 0',
    bad: ranked('update', 'From 0 to 9 '),
    good: ranked('update', 'From 0 to 9', 'if (priority !== undefined) body.priority = priority || null;'),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'a field of an update whose 0 changes nothing',
    bad: ranked('update', 'From 0 to 9'),
    good: ranked('update', 'From 0 to 9, where 0 leaves it unchanged'),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'an option whose value is 0',
    bad: sending(onlyPositive, shots),
    good: sending(`${readShot}\nif (type !== -1) query.shotType = type;`, shots),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'an option whose value is 0, and that stands for no filter',
    bad: sending(onlyPositive, shots),
    good: sending(onlyPositive, chosen({ 0: 'Any', 1: 'Virtual Model', 2: 'Video' }, 1)),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'an option whose value is 0, and that is the default',
    bad: sending(onlyPositive, shots),
    good: sending(onlyPositive, chosen({ 0: 'Product Shot', 1: 'Virtual Model', 2: 'Video' }, 0)),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'an option whose value is 0, in the body',
    bad: sending(`${readShot}\nObject.assign(body, type && { shot: { type } });`, shots),
    // It is sent in another way.
    good: sending(`${readShot}\nObject.assign(body, type ? { type } : { isProduct: true });`, shots),
  },
];

/** @param statement that sends one filter, and its value */
const stateFilter = (statement: string, description = ''): GivenNode => ({
  operation: 'getAll',
  properties: [
    text('filters', {
      ...{ type: 'collection', default: {} },
      options: [
        text('status'),
        text('is_pending', { displayName: 'Is Pending', type: 'boolean', default: false, description }),
      ],
    }),
  ],
  execute: tolerant(`const qs = {};
    for (const [key, value] of Object.entries(this.getNodeParameter('filters', i))) ${statement}
    const orders = await request({ url: 'https://api.acme.example/orders', qs });
    for (const order of orders) returnData.push({ json: order, pairedItem: { item: i } });`),
});

const filterCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-false-not-sent',
    case: 'a filter by what entries are',
    bad: stateFilter('if (value) qs[key] = value;'),
    good: stateFilter("if (value !== '') qs[key] = value;"),
  },
  {
    code: 'behaviour-false-not-sent',
    case: 'a filter that stands for all entries if it is false',
    bad: stateFilter('if (value) qs[key] = value;', 'Whether the order is pending'),
    good: stateFilter('if (value) qs[key] = value;', 'Whether to return only orders that are pending'),
  },
];

const priorities = chosen({ [-1]: 'Auto', 0: 'Without', 1: 'Low', 2: 'High' }, -1);
/** Sends a type, which is looked up where it is open. @param isOpen with `type` */
const decided = (isOpen: string) =>
  `${readShot}\nconst rank = (await request({ url: 'https://api.acme.example/ranks' })).rank;\nbody.type = ${isOpen} ? rank : type;`;

const sameOptionCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-zero-replaced',
    case: 'an option whose value is 0, for which that of the default is sent',
    bad: sending(decided('!type || type === -1'), priorities),
    good: sending(decided('type === -1'), priorities),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'an option whose value is 0, and that leaves the value open',
    bad: sending(decided('!type || type === -1'), priorities),
    good: sending(
      decided('!type || type === -1'),
      chosen({ [-1]: 'Calculated', 0: 'Automatic', 1: 'Low', 2: 'High' }, -1),
    ),
  },
];

/** @param isKept of an entry, with `quantity` */
const stock = (isKept: string, quantity: object): GivenNode =>
  sending(
    `const { entries = [] } = this.getNodeParameter('stock', i, {});
    const number = (value) => (value === undefined || value === '' ? undefined : Number(value));
    body.stock = entries.map(({ sku, quantity }) => ({ sku, quantity: number(quantity) })).filter(({ quantity }) => ${isKept});`,
    text('stock', {
      ...{ type: 'fixedCollection', typeOptions: { multipleValues: true }, default: {} },
      options: [
        {
          ...{ name: 'entries', displayName: 'Entries' },
          values: [text('sku'), text('quantity', { type: 'number', default: 0, ...quantity })],
        },
      ],
    }),
  );
const least = { required: true, typeOptions: { minValue: 0 } };

const entryCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-zero-replaced',
    case: 'an entry with a 0',
    bad: stock('quantity', least),
    good: stock('quantity !== undefined', least),
  },
  {
    code: 'behaviour-zero-replaced',
    case: 'an entry with a 0 that it has to have',
    bad: stock('quantity', least),
    // Whoever enters no number means no entry.
    good: stock('quantity', { typeOptions: { minValue: 0 } }),
  },
];

const day = { placeholder: '2026-01-01' };
/** @param fields of the query, of `filters` */
const within = (fields: string): GivenNode =>
  sending(
    `const filters = this.getNodeParameter('filters', i);\nObject.assign(query, ${fields});`,
    text('filters', {
      ...{ type: 'collection', default: {} },
      options: [text('fromDate', day), text('toDate', day)],
    }),
  );
const merged = within(
  '{ ...(filters.fromDate && { from_date: filters.fromDate }), ...(filters.toDate && { from_date: filters.toDate }) }',
);
const startAsEnd = within('{ from_date: filters.fromDate, to_date: filters.toDate && filters.fromDate }');
const periodCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-values-swapped',
    case: 'the end of a period for its start',
    bad: merged,
    good: within('{ from_date: filters.fromDate, to_date: filters.toDate }'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'the end of a period for its start, unless it is a part of it',
    bad: merged,
    good: within("{ from: [filters.fromDate, filters.toDate].filter(Boolean).join('..') }"),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'the end of a period for its start, unless that is sent as a number',
    bad: merged,
    good: within('{ since: Date.parse(filters.fromDate) / 1000, until_day: filters.toDate }'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'the start of a period for its end',
    bad: startAsEnd,
    good: within('{ from_date: filters.fromDate, to_date: filters.toDate ?? filters.fromDate }'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'the start of a period for its end, unless it only comes first',
    bad: startAsEnd,
    good: within('{ from_date: filters.fromDate, to_date: filters.fromDate || filters.toDate }'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'the start of a period for its end, unless that is sent as a number',
    bad: startAsEnd,
    good: within('{ from_date: filters.fromDate, until: Date.parse(filters.toDate) / 1000 }'),
  },
];

const whole = { type: 'number', typeOptions: { minValue: 1 } };
/** @param page expression for the page */
const pagedBy = (page: string): GivenNode =>
  sending(
    `const { perPage, currentPage } = this.getNodeParameter('options', i);
    if (perPage) query['search[perPage]'] = perPage;
    if (currentPage) query['search[currentPage]'] = ${page};`,
    text('options', {
      ...{ type: 'collection', default: {} },
      options: [text('perPage', { ...whole, default: 20 }), text('currentPage', { ...whole, default: 1 })],
    }),
  );
/** @param attorney expression for the ID of the attorney */
const assignedTo = (attorney: string): GivenNode =>
  sending(
    `const { areaId, leadAttorneyId } = this.getNodeParameter('extra', i);
    if (areaId) body.area = { id: Number(areaId) };
    if (leadAttorneyId) body.lead_attorney = { id: Number(${attorney}) };`,
    text('extra', { ...{ type: 'collection', default: {} }, options: [text('areaId'), text('leadAttorneyId')] }),
  );
/** @param channel @param contact expressions for the IDs */
const sentTo = (channel: string, contact: string): GivenNode =>
  sending(
    `const channelId = this.getNodeParameter('channelId', i);
    const contactId = this.getNodeParameter('orderContactId', i);
    Object.assign(body, { channel_id: ${channel}, contact_id: ${contact} });`,
    text('channelId', { required: true }),
    text('orderContactId', { required: true }),
  );
/** @param skip expression of what is sent */
const skipping = (skip: string, about = 'Orders to skip'): GivenNode =>
  sending(
    `const top = this.getNodeParameter('top', i);\nconst skip = this.getNodeParameter('skip', i);\nObject.assign(query, { $top: top, $skip: ${skip} });`,
    text('top', { type: 'number', default: 10 }),
    text('skip', { type: 'number', default: 0, description: about }),
  );
const misplacedCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-values-swapped',
    case: 'a number that is multiplied by another one',
    bad: skipping('skip * top'),
    good: skipping('skip'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'a number that is multiplied by another one, unless it counts pages',
    bad: skipping('skip * top'),
    good: skipping('skip * top', 'Pages to skip'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'two IDs',
    bad: sentTo('contactId', 'channelId'),
    good: sentTo('channelId', 'contactId'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'the size of a page for its number',
    bad: pagedBy('perPage'),
    good: pagedBy('currentPage'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'the size of a page for its number, unless that only stands in for it',
    bad: pagedBy('perPage'),
    good: pagedBy('perPage ?? currentPage'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'a numeric ID for another one',
    bad: assignedTo('areaId'),
    good: assignedTo('leadAttorneyId'),
  },
  {
    code: 'behaviour-values-swapped',
    case: 'a numeric ID for another one, unless it only stands in for it',
    bad: assignedTo('areaId'),
    good: assignedTo('areaId || leadAttorneyId'),
  },
];
/** Gets the order with an ID, or those that a filter is for. @param filters that are sent */
const gotOrFound = (filters: string): GivenNode => ({
  properties: [
    text('orderId'),
    text('filters', { ...{ type: 'collection', default: {} }, options: [text('customer'), text('state')] }),
  ],
  execute: tolerant(`const id = this.getNodeParameter('orderId', i);
    const filters = this.getNodeParameter('filters', i);
    const order = await request(id ? { url: 'https://api.acme.example/orders/' + id } : { ${filters} });\n${push}`),
});

/** @param ids expression of what is sent, with `filters` */
const narrowedBy = (ids: string): GivenNode =>
  sending(
    `const filters = this.getNodeParameter('filters', i);\nif (filters.ids) query.ids = ${ids};`,
    text('filters', { ...{ type: 'collection', default: {} }, options: [text('ids')] }),
  );

/** @param read expression of what is sent, with `filters` */
const readBy = (read: string): GivenNode => {
  const options = [
    { name: 'All', value: '' },
    { name: 'Read', value: 'true' },
    { name: 'Unread', value: 'false' },
  ];
  return sending(
    `const filters = this.getNodeParameter('filters', i);\nif (filters.from) query.from = filters.from;\nObject.assign(query, ${read});`,
    text('filters', {
      ...{ type: 'collection', default: {} },
      options: [text('from'), { ...text('read', { type: 'options' }), options }],
    }),
  );
};
const choiceCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-option-ignored',
    case: 'the body of an older client',
    bad: sending("await request({ method: 'POST', url: 'https://api.acme.example/notes', json: { note: 'n' } });"),
    good: sending(
      "await request({ method: 'POST', url: 'https://api.acme.example/notes', json: true, body: { note: 'n' } });",
    ),
  },
  {
    code: 'behaviour-operation-unknown',
    case: 'a selected operation that gets lost on its way to the code',
    bad: {
      operation: 'getOrder',
      execute:
        tolerant(`const run = (name) => { if (name !== 'getOrder') throw new Error('Unknown operation: ' + name); };
        run(this.getNodeParameter('operation', i).name);\n${push}`),
    },
    good: {
      operation: 'getOrder',
      execute:
        tolerant(`const run = (name) => { if (name === undefined) throw new Error('Unknown operation: ' + name); };
        run(items[i].json.op ?? this.getNodeParameter('operation', i));
        const order = await request({ qs: { of: i } });\n${push}`),
    },
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a text that is taken for a boolean',
    bad: readBy("typeof filters.read === 'boolean' && { read: filters.read }"),
    good: readBy('filters.read && { read: filters.read }'),
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'a text that is taken for a boolean, unless it is sent under another name',
    bad: readBy('filters.read === true && { read: true }'),
    good: readBy("filters.read && { seen: filters.read === 'true' }"),
  },
  {
    code: 'behaviour-parameter-not-sent',
    case: 'IDs of which code takes those of one kind',
    bad: narrowedBy('[]'),
    good: narrowedBy("filters.ids.split(',').filter((id) => id.startsWith('ord_'))"),
  },
];

const noted = (note: string) =>
  sending(`const note = this.getNodeParameter('note', i);\nbody.note = ${note};`, text('note'));

/** @param value that is demanded to be an object */
const demandingObject = (value: string): GivenNode => ({
  properties: [text('orderId', { required: true }), text('fields', { type: 'json', default: '{}' })],
  execute: tolerant(`const fields = ${value};
    if (typeof fields !== 'object') throw new NodeOperationError(this.getNode(), 'Fields must be a JSON object.');
    const order = await request({ method: 'POST', qs: { id: this.getNodeParameter('orderId', i) }, body: { fields } });
    returnData.push({ json: order, pairedItem: { item: i } });`),
});

/** @param items that are paired with the input item */
const pairing = (items: string) =>
  tolerant(`const order = await request({ url: 'https://api.acme.example/' + this.getNodeParameter('orderId', i) });
    returnData.push(...this.helpers.constructExecutionMetaData(${items}, { itemData: { item: i } }));`);

const named = { ...text('options', { type: 'collection', default: {} }), options: [text('fileName')] };
/** @param file that gets a name */
const naming = (file: string) =>
  tolerant(`const { fileName } = this.getNodeParameter('options', i);
    const file = this.helpers.assertBinaryData(i, 'data');
    const sent = ${file};
    if (fileName) sent.fileName = fileName;
    const body = { id: this.getNodeParameter('orderId', i), name: sent.fileName };
    const order = await request({ method: 'POST', body });
    returnData.push({ json: order, pairedItem: { item: i } });`);

export const valueCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-output-not-items',
    case: 'what n8n is to pair is no item',
    bad: { execute: pairing('[order]') },
    good: { execute: pairing('this.helpers.returnJsonArray(order)') },
  },
  {
    code: 'behaviour-input-changed',
    case: 'the name of a file of the input item, where an optional name is given',
    bad: { properties: [text('orderId'), named], execute: naming('file') },
    good: { properties: [text('orderId'), named], execute: naming('{ ...file }') },
  },
  {
    code: 'behaviour-output-missing',
    case: 'what is made of the response is not output, unless a field of the response decides',
    bad: {
      execute:
        tolerant(`const order = await request({ url: 'https://api.acme.example/' + this.getNodeParameter('orderId', i) });
        this.helpers.returnJsonArray([order]);`),
    },
    good: {
      execute:
        tolerant(`const { code, data } = await request({ url: 'https://api.acme.example/' + this.getNodeParameter('orderId', i) });
        if (code !== 0) throw new Error('failed');
        const { target = 'one', ...order } = data;
        if (target === 'one') returnData.push({ json: order, pairedItem: { item: i } });`),
    },
  },
  {
    code: 'behaviour-output-missing',
    case: 'what is made of the response is not output, unless there may be a list in it',
    bad: {
      execute:
        tolerant(`const order = await request({ url: 'https://api.acme.example/' + this.getNodeParameter('orderId', i) });
        this.helpers.constructExecutionMetaData([{ json: order }], { itemData: { item: i } });`),
    },
    good: {
      execute: tolerant(`const { people } = await request({ qs: { of: this.getNodeParameter('orderId', i) } });
        const found = Array.isArray(people) ? people : [];
        returnData.push(...found.map((json) => ({ json, pairedItem: { item: i } })));`),
    },
  },
  {
    code: 'behaviour-json-refused',
    case: 'a text is demanded to be an object, unless n8n is asked for one',
    bad: demandingObject("this.getNodeParameter('fields', i)"),
    good: demandingObject("this.getNodeParameter('fields', i, '', { ensureType: 'json' })"),
  },
  ...optionCases,
  ...sameOptionCases,
  ...filterCases,
  ...entryCases,
  ...periodCases,
  ...misplacedCases,
  ...choiceCases,
  {
    code: 'behaviour-get-body',
    case: 'filters that are sent without an ID only',
    bad: gotOrFound('body: filters'),
    good: gotOrFound('qs: filters'),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text that is percent-encoded in JSON',
    bad: noted('encodeURIComponent(note)'),
    good: noted("{ url: 'https://acme.example/?q=' + encodeURIComponent(note) }"),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a text that is percent-encoded in JSON, unless it is in a form there',
    bad: noted('[encodeURIComponent(note)]'),
    good: noted("'note=' + encodeURIComponent(note)"),
  },
  {
    code: 'behaviour-value-not-escaped',
    case: 'a URL that is percent-encoded in JSON',
    bad: linked('encodeURIComponent(link)'),
    good: linked("'https://acme.example/?to=' + encodeURIComponent(link)"),
  },
  {
    code: 'behaviour-file-corrupted',
    case: 'an invoice with the media type of the response',
    bad: downloaded('getInvoice', ''),
    good: downloaded('getInvoice', "encoding: 'arraybuffer'"),
  },
  {
    code: 'behaviour-file-corrupted',
    case: 'a PDF with the media type of the response, and not a report, which may be a text',
    bad: downloaded('downloadPdf', ''),
    good: downloaded('downloadReport', ''),
  },
];
