import { expect, test } from 'vitest';
import { behaviourCheck } from '../../../../../plugins/n8n-node/checks/behaviour/check.ts';
import { openProject } from '../../project-on-disk.ts';
import { nodeSource, packageOf } from './node-source.ts';

const module = `
const send = async (node, options) => node.helpers.httpRequestWithAuthentication.call(node, 'acmeApi', options); // all send here
const url = (id) => 'https://api.acme.example/orders/' + id;
const get = (node, i) => send(node, { url: url(node.getNodeParameter('orderId', 0)) }); // reads the first
const list = (node, i) => send(node, { url: url(node.getNodeParameter('orderId', i)) });
const remove = (node, i) => send(node, { method: 'DELETE', url: url(node.getNodeParameter('orderId', i)) });
const log = (node, i) => send(node, { method: 'POST', url: url(i), headers: { 'content-type': 'multipart/form-data' }, body: node.getNodeParameter('orderId', i) }); // lacks a boundary`;
const execute = `
    const run = { get, list, remove, log }[this.getNodeParameter('operation', 0)];
    for (let i = 0; i < items.length; i++) returnData.push({ json: await run(this, i), pairedItem: { item: i } });
    return [returnData];`;

/** The lines of the sources with the findings of a code. */
async function linesWith(code: string, source: string): Promise<(string | undefined)[]> {
  await using project = await openProject(packageOf({ Acme: source }), { mode: 'package' });
  const { findings } = await project.run(behaviourCheck);
  const found = findings.filter((one) => one.code === code);
  return found.map(({ line }) => (line === undefined ? undefined : source.split('\n')[line - 1]));
}

const others = ['list', 'remove', 'log'];

test('a value of another item is told where it is read', async () => {
  const source = nodeSource('Acme', 'programmatic', { module, execute, others });
  expect(await linesWith('behaviour-values-of-other-item', source)).toEqual([
    expect.stringContaining('// reads the first'),
  ]);
});

test('an operation of two versions of a node is told once, where both read the value', async () => {
  const noted = module.replace(
    "getNodeParameter('orderId', 0)) });",
    "getNodeParameter('orderId', 0)), ...(node.getNode().typeVersion === 2 && { qs: { note: node.getNodeParameter('note', 0) } }) });",
  );
  const properties = ['orderId', 'note'].map((name) => ({ displayName: name, name, type: 'string', default: '' }));
  const source = nodeSource('Acme', 'versioned', { module: noted, execute, others, properties });
  const twice = source.replace('this.nodeVersions = {', 'this.nodeVersions = { 1: new Version(1),');
  expect(await linesWith('behaviour-values-of-other-item', twice)).toEqual([
    expect.stringContaining('// reads the first'),
  ]);
});

test('a flawed request is told where its operation sends it, not where all operations do', async () => {
  const source = nodeSource('Acme', 'programmatic', { module, execute, others });
  expect(await linesWith('behaviour-boundary-missing', source)).toEqual([
    expect.stringContaining('// lacks a boundary'),
  ]);
});

test('what all operations have in common is told where they have it', async () => {
  const open = module
    .replace('httpRequestWithAuthentication.call(node, ', 'httpRequest(')
    .replace("httpRequest('acmeApi', options)", 'httpRequest(options)');
  const source = nodeSource('Acme', 'programmatic', { module: open, execute, others: ['list', 'remove'] });
  expect(await linesWith('behaviour-credential-unused', source)).toEqual([expect.stringContaining('// all send here')]);
});
