import { expect, test } from 'vitest';
import { forgetProject, readdirSync } from '../../../../../plugins/n8n-node/n8n-lint/engine/cached-fs-stand-in.ts';
import { withProject } from './project-folder.ts';

test('folders are listed by name, in any order of creation', async () => {
  const names = ['b.ts', 'a.ts', 'B.ts', 'a-b.ts', 'd.ts', 'c.ts'];
  await withProject(Object.fromEntries(names.map((name) => [name, ''])), async (folder) => {
    forgetProject(folder);
    const sorted = ['B.ts', 'a-b.ts', 'a.ts', 'b.ts', 'c.ts', 'd.ts'];
    expect(readdirSync(folder)).toEqual(sorted);
    expect(readdirSync(folder, { withFileTypes: true })).toMatchObject(sorted.map((name) => ({ name })));
    forgetProject();
  });
});
