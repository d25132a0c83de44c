import { beforeAll, expect, test } from 'vitest';
import type { Observation } from '../../../../../kernel/finding.ts';
import { behaviourCheck } from '../../../../../plugins/n8n-node/checks/behaviour/check.ts';
import { openProject } from '../../project-on-disk.ts';
import { nodeSource, packageOf } from './node-source.ts';

const module = `
const send = async (node, options) => node.helpers.httpRequestWithAuthentication.call(node, 'acmeApi', options); // all send here
const url = (id) => 'https://api.acme.example/orders/' + id;
const get = (node, i) => send(node, { url: url(node.getNodeParameter('orderId', 0)) }); // reads the first
const list = (node, i) => send(node, { url: url(node.getNodeParameter('orderId', i)) });
const remove = (node, i) => send(node, { method: 'DELETE', url: url(node.getNodeParameter('orderId', i)) });
const log = (node, i) => send(node, { method: 'POST', url: url(i), body: { order: JSON.stringify(JSON.stringify({ id: node.getNodeParameter('orderId', i) })) } }); // stringifies twice`;
const execute = `
    const run = { get, list, remove, log }[this.getNodeParameter('operation', 0)];
    for (let i = 0; i < items.length; i++) returnData.push({ json: await run(this, i), pairedItem: { item: i } });
    return [returnData];`;

const others = ['list', 'remove', 'log'];

const noted = module.replace(
  "getNodeParameter('orderId', 0)) });",
  "getNodeParameter('orderId', 0)), ...(node.getNode().typeVersion === 2 && { qs: { note: node.getNodeParameter('note', 0) } }) });",
);
const properties = ['orderId', 'note'].map((name) => ({ displayName: name, name, type: 'string', default: '' }));
const open = module
  .replace('httpRequestWithAuthentication.call(node, ', 'httpRequest(')
  .replace("httpRequest('acmeApi', options)", 'httpRequest(options)');

const crashing = `
    for (let i = 0; i < items.length; i++) {
      try {
        returnData.push({ json: await request({ qs: { id: this.getNodeParameter('orderId', i) } }), pairedItem: { item: i } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        returnData.push({ json: this.getInputData(i)[0].json, pairedItem: { item: i } }); // another input
      }
    }
    return [returnData];`;

const logging = `
const sent = (node, headers) => node.logger.info('sent', { headers }); // writes the key`;
const logged = `
    const { apiKey } = await this.getCredentials('acmeApi');
    for (let i = 0; i < items.length; i++) {
      sent(this, { apiKey });
      returnData.push({ json: await request({ qs: { id: this.getNodeParameter('orderId', i) } }), pairedItem: { item: i } });
    }
    return [returnData];`;

const sources = {
  Acme: nodeSource('Acme', 'programmatic', { module, execute, others }),
  Versions: nodeSource('Versions', 'versioned', { module: noted, execute, others, properties }).replace(
    'this.nodeVersions = {',
    'this.nodeVersions = { 1: new Version(1),',
  ),
  Open: nodeSource('Open', 'programmatic', { module: open, execute, others: ['list', 'remove'] }),
  Logging: nodeSource('Logging', 'programmatic', { module: logging, execute: logged, others: ['list'] }),
  Crashing: nodeSource('Crashing', 'programmatic', { execute: crashing, others: ['list'] }),
};

let findings: readonly Observation[];
beforeAll(async () => {
  await using project = await openProject(packageOf(sources), { mode: 'package' });
  ({ findings } = await project.run(behaviourCheck));
});

/** The lines of the source of a node with the findings of a code. */
function linesWith(code: string, node: keyof typeof sources): (string | undefined)[] {
  const found = findings.filter((one) => one.code === code && one.file === `dist/nodes/${node}/${node}.node.js`);
  return found.map(({ line }) => (line === undefined ? undefined : sources[node].split('\n')[line - 1]));
}

test('every finding is in the source of a node', () => {
  const files = Object.keys(sources).map((name) => `dist/nodes/${name}/${name}.node.js`);
  expect(findings.filter(({ file = '' }) => !files.includes(file))).toEqual([]);
});

test('a value of another item is told where it is read', () => {
  expect(linesWith('behaviour-values-of-other-item', 'Acme')).toEqual([expect.stringContaining('// reads the first')]);
});

test('an operation of two versions of a node is told once, where both read the value', () => {
  expect(linesWith('behaviour-values-of-other-item', 'Versions')).toEqual([
    expect.stringContaining('// reads the first'),
  ]);
});

test('a flawed request is told where its operation sends it, not where all operations do', () => {
  expect(linesWith('behaviour-json-stringified-twice', 'Acme')).toEqual([
    expect.stringContaining('// stringifies twice'),
  ]);
});

test('what all operations have in common is told where they have it', () => {
  expect(linesWith('behaviour-credential-unused', 'Open')).toEqual([expect.stringContaining('// all send here')]);
});

test('an error of the code that handles another one is told where it is thrown', () => {
  expect(linesWith('behaviour-continue-ignored', 'Crashing')).toEqual([expect.stringContaining('// another input')]);
});

test('a secret in the log is told where it is written', () => {
  expect(linesWith('behaviour-secret-in-log', 'Logging')).toEqual([expect.stringContaining('// writes the key')]);
});
