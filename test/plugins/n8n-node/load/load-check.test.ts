import { expect, test } from 'vitest';
import { loadCheck } from '../../../../plugins/n8n-node/load/load-check.ts';
import { acmeNode, acmeProject } from '../acme-project.ts';
import { openProject } from '../project-on-disk.ts';

test('a project as the scaffold makes it loads', async () => {
  await using project = await openProject(acmeProject());
  expect(await project.run(loadCheck)).toEqual({ findings: [], skipped: undefined });
});

test('what is thrown is shown with the line of the TypeScript source', async () => {
  const node = acmeNode({ top: "\nif (NodeConnectionTypes) throw new RangeError('out of beer');" });
  await using project = await openProject(acmeProject({ 'nodes/Acme/Acme.node.ts': node }));
  const { findings } = await project.run(loadCheck);
  expect(findings).toMatchObject([
    {
      code: 'load-threw',
      file: 'nodes/Acme/Acme.node.ts',
      line: 3,
      column: 32,
      message: expect.stringContaining('out of beer'),
    },
  ]);
});
