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

test('what TypeScript makes of a source with a syntax error has not been loaded', async () => {
  await using project = await openProject(acmeProject({ 'nodes/Acme/Acme.node.ts': `${acmeNode()}\n(cut off` }));
  const { findings, skipped } = await project.run(loadCheck);
  expect(findings).toEqual([]);
  expect(skipped).toContain('has a syntax error that "nodes" reports');
});
