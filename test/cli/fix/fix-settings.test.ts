import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixedFiles } from '../../../cli/fix/fixed-files.ts';
import { findingsOf } from '../../../kernel/result.ts';
import { verifyFolder } from '../../plugins/n8n-node/verify-folder.ts';
import { exampleWithoutOperations } from '../service-process.ts';

const tsconfig = 'tsconfig.json';
const codex = 'nodes/Harborline/Harborline.node.json';

it('fixes tsconfig.json and codex files as they are written', async () => {
  const cwd = await exampleWithoutOperations();
  const edit = async (path: string, change: (text: string) => string) => {
    const text = await readFile(join(cwd, path), 'utf8');
    await writeFile(join(cwd, path), change(text));
    return text;
  };
  const before = await edit(tsconfig, (text) =>
    text
      .replace('"strict": true', '// As n8n does.\n    "stric": true')
      .replace(/"declaration": true/, '"declaration": "true"'),
  );
  await edit(codex, (text) =>
    JSON.stringify({ ...JSON.parse(text), node: 'n8n-nodes-base.httpbin', categories: 'Productivity' }, null, '\t'),
  );
  const { checks } = await verifyFolder(cwd);
  const files = fixedFiles(cwd, findingsOf(checks), { groups: (_, findings) => [findings] });
  const fixed = new Map(files.map(({ path, after }) => [path, after]));
  expect([...fixed.keys()].sort()).toEqual([codex, tsconfig].sort());
  expect(fixed.get(tsconfig)).toBe(before.replace('"strict": true', '// As n8n does.\n    "strict": true'));
  expect(fixed.get(codex)).toMatch(/^\{\n\t"/);
  expect(JSON.parse(fixed.get(codex) ?? '')).toMatchObject({
    node: 'n8n-nodes-harborline.harborline',
    categories: ['Productivity'],
  });
});
