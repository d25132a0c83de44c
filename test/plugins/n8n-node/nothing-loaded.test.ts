import { expect, test } from 'vitest';
import { builtinKernel } from '../../../plugins/builtin.ts';
import { compatibilityCheck } from '../../../plugins/n8n-node/checks/compatibility/check.ts';
import { loadCheck } from '../../../plugins/n8n-node/checks/load/check.ts';
import { acmeNode, acmeProject } from './acme-project.ts';
import { openProject } from './project-on-disk.ts';

const checkOf = (name: string) => {
  const check = builtinKernel()
    .checks('n8n-node')
    .find((one) => one.name === name);
  if (!check) throw new Error(`there is no check ${name}`);
  return check;
};

const unbuilt = acmeProject(
  { 'nodes/Acme/Acme.node.ts': undefined },
  { n8n: { nodes: ['dist/other/Other.node.js'] }, author: { name: 'Ann', email: 'ann@acme.io' } },
);

test.each([
  ['nodes', checkOf('nodes')],
  ['compatibility', compatibilityCheck],
])('%s is not run where no declared file could be loaded', async (_, check) => {
  await using project = await openProject(unbuilt);
  expect(await project.run(check)).toEqual({ findings: [], skipped: expect.stringContaining('nothing is loaded') });
});

const readme = { 'README.md': '# Acme' };
const source = { 'nodes/Acme/Acme.node.ts': acmeNode() };
const broken = { 'package.json': '{ "name": "n8n-nodes-acme", ' };
const empty = { 'package.json': '{ "name": "n8n-nodes-acme", "version": "1.0.0" }' };
const unread = 'package.json could not be read; see "manifest"';
const undeclared = 'package.json declares no nodes and no credentials; see "manifest"';

test.each([
  ['nodes', broken, unread],
  ['credentials', broken, unread],
  ['behaviour', broken, unread],
  ['nodes', empty, undeclared],
  ['credentials', empty, undeclared],
  ['compatibility', empty, undeclared],
  ['load', empty, undeclared],
  ['structure', empty, undeclared],
  ['security', { ...empty, ...readme }, 'there are no source files'],
  ['english', empty, 'there is no README and no text of an interface'],
])('%s is not run where there is nothing to look at (%#)', async (name, contents, skipped) => {
  await using project = await openProject(contents);
  expect(await project.run(checkOf(name))).toEqual({ findings: [], skipped });
});

test.each([
  ['security', { ...broken, ...source }],
  ['security', { ...empty, ...source }],
  ['english', { ...empty, ...readme }],
])('%s is run where there is something to look at without nodes that are declared (%#)', async (name, contents) => {
  await using project = await openProject(contents);
  expect(await project.run(checkOf(name))).toEqual({ findings: [], skipped: undefined });
});

test('of a project that is not for n8n, only that is told', async () => {
  await using project = await openProject({ 'package.json': '{ "name": "my-web-app" }', 'src/app.ts': 'eval(name)' });
  for (const check of builtinKernel().checks('n8n-node', 'project')) {
    const { findings, skipped } = await project.run(check);
    if (check.name === 'manifest') expect(findings).toMatchObject([{ code: 'manifest-not-for-n8n' }]);
    else expect({ findings, skipped }).toEqual({ findings: [], skipped: expect.stringContaining('see "manifest"') });
  }
});

test('what TypeScript makes of a source with a syntax error has not been loaded', async () => {
  await using project = await openProject(acmeProject({ 'nodes/Acme/Acme.node.ts': `${acmeNode()}\n(cut off` }));
  const { findings, skipped } = await project.run(loadCheck);
  expect(findings).toEqual([]);
  expect(skipped).toContain('has a syntax error that "nodes" reports');
});
