import { beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../../../../kernel/result.ts';
import { behaviourCheck } from '../../../../../plugins/n8n-node/checks/behaviour/check.ts';
import { openProject } from '../../project-on-disk.ts';
import { nodeSource, packageOf } from './node-source.ts';

/** Statements for one item of nodes that take only some values, or only some answers. */
const demanding: Readonly<Record<string, string>> = {
  'a number of errors that is 0':
    "if (order.errcode !== 0 || !order.token) throw new Error('failed: ' + order.errmsg);",
  'the code 0': "if (order.code !== 0) throw new Error('failed');",
  'the code 200': "if (order.code !== 200) throw new Error('failed');",
  'a key that is long enough':
    "const { apiKey } = await this.getCredentials('acmeApi');\nif (apiKey.length < 20) throw new Error('API key seems too short');",
  'a hidden field with an expression over other fields':
    "const { address } = await this.getCredentials('acmeApi');\nawait this.helpers.httpRequest({ url: new URL('/orders', address).href });",
  'an address with a part that users replace':
    "const { site } = await this.getCredentials('acmeApi');\nawait this.helpers.httpRequest({ url: new URL('/orders', site).href });",
};
const refusing =
  "const id = this.getNodeParameter('orderId', i);\nif (!/^[0-9a-f]{32}$/.test(id)) throw new NodeOperationError(this.getNode(), 'Invalid ID format');";

const credential = `'use strict';
exports.AcmeApi = class AcmeApi {
  name = 'acmeApi';
  displayName = 'Acme API';
  properties = [
    { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' },
    { displayName: 'Region', name: 'region', type: 'options', options: [{ name: 'EU', value: 'eu' }], default: 'eu' },
    { displayName: 'Address', name: 'address', type: 'hidden', default: '={{ "https://" + $self.region + ".acme.example" }}' },
    { displayName: 'Site', name: 'site', type: 'string', default: 'https://<company>.acme.example/v2' },
  ];
  authenticate = { type: 'generic', properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } } };
};
`;

const each = (before: string, after: string) => `for (let i = 0; i < items.length; i++) {
  try {
    ${before}
    const order = await request({ url: 'https://api.acme.example/orders/' + this.getNodeParameter('orderId', i) });
    ${after}
    returnData.push({ json: order, pairedItem: { item: i } });
  } catch (error) {
    if (!this.continueOnFail()) throw error;
    returnData.push({ json: { error: error.message }, pairedItem: { item: i } });
  }
}
return [returnData];`;

let operations: readonly Operation[] = [];
beforeAll(async () => {
  const sources = [...Object.values(demanding).map((after) => each('', after)), each(refusing, '')];
  const nodes = sources.map((execute, at) => [`Node${at}`, nodeSource(`Node${at}`, 'programmatic', { execute })]);
  const files = { ...packageOf(Object.fromEntries(nodes)), 'dist/credentials/AcmeApi.credentials.js': credential };
  await using project = await openProject(files, { mode: 'package' });
  const { findings } = await project.run(behaviourCheck);
  expect(findings).toEqual([]);
  operations = project.operations;
}, 60_000);

test.each([...Object.keys(demanding), 'an ID of 32 hexadecimal digits'].map((name, at) => [name, at] as const))(
  'a node is exercised that demands %s',
  (_, at) => {
    const own = operations.filter(({ node }) => node === `node${at}`);
    expect(own).toMatchObject([{ outcome: 'exercised' }]);
  },
);
