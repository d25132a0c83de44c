import { expect, it } from 'vitest';
import { packageFiles } from '../../../../plugins/n8n-node/packing/package-files.ts';
import { openProject } from '../project-on-disk.ts';

const manifest = (more: object = {}) =>
  JSON.stringify({
    name: 'n8n-nodes-acme',
    files: ['dist', 'README.md'],
    scripts: { build: 'tsc && copyfiles nodes/**/*.svg dist' },
    n8n: { nodes: ['dist/nodes/Acme.node.js'] },
    ...more,
  });
const sources = {
  'package.json': manifest(),
  'README.md': 'hello',
  'tsconfig.json': '{"compilerOptions":{"rootDir":".","outDir":"dist"},"include":["nodes/**/*"]}',
  'nodes/Acme.node.ts': "import { a } from '../shared/a';\nexport class Acme { a = a; }\n",
  'nodes/types.d.ts': 'declare const x: 1;',
  'nodes/acme.svg': '<svg/>',
  'shared/a.ts': 'export const a = 1;\n',
  'scripts/unrelated.ts': 'export {};\n',
};
const there = [
  { path: 'README.md', size: 5 },
  { path: 'dist/left.js.map', size: 1 },
];

/** What is shipped, by path: its source, and whether its content is known. */
async function shipped(files: Record<string, string>, mode: 'project' | 'package' = 'project') {
  const { context } = await openProject(files, { mode });
  const result = await packageFiles(context, there);
  const shown = result.files.map(({ path, source, hash }) => [path, source ?? '', hash !== undefined].join(' '));
  return { shown: shown.sort(), folders: result.folders, unknown: result.unknown };
}

it('has the files that are there, copies, and scripts of what the compiler includes and imports', async () => {
  expect(await shipped(sources)).toEqual({
    shown: [
      'README.md  true',
      'dist/nodes/Acme.node.js nodes/Acme.node.ts false',
      'dist/nodes/acme.svg nodes/acme.svg true',
      'dist/shared/a.js shared/a.ts false',
    ],
    // Of shared, other files may be shipped than those that came along.
    folders: ['dist/nodes'],
    unknown: undefined,
  });
});

it('says what it cannot know of a build', async () => {
  const bundled = { ...sources, 'package.json': manifest({ scripts: { build: 'webpack' } }) };
  expect(await shipped(bundled)).toMatchObject({ folders: [], unknown: 'what the build step `webpack` makes' });
  const none = { ...sources, 'package.json': manifest({ scripts: {} }) };
  expect((await shipped(none)).unknown).toContain('package.json has no build script');
});

it('has of a package what is in it', async () => {
  expect(await shipped(sources, 'package')).toEqual({ shown: ['README.md  true'] });
});
