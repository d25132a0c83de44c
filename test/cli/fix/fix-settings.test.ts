import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { exampleWithoutOperations, service } from '../service-process.ts';

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
  await execa({ cwd })`git init -q`;
  await execa({ cwd })`git add -A`;
  await execa({ cwd })`git -c user.name=a -c user.email=a@example.org commit -qm all`;
  const { stdout, stderr, exitCode } = await service(['verify', '--local', '--no-logs', '--fix'], { cwd });
  expect(stderr).toContain('Fixed 4 findings in 2 files\n');
  expect(await readFile(join(cwd, tsconfig), 'utf8')).toBe(
    before.replace('"strict": true', '// As n8n does.\n    "strict": true'),
  );
  const fixed = await readFile(join(cwd, codex), 'utf8');
  expect(fixed).toMatch(/^\{\n\t"/);
  expect(JSON.parse(fixed)).toMatchObject({ node: 'n8n-nodes-harborline.harborline', categories: ['Productivity'] });
  expect(stdout).toContain('Verification passed');
  expect(exitCode).toBe(0);
});
