import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withDir } from 'tmp-promise';
import { expect, it } from 'vitest';
import { builtinKernel } from '../../../plugins/builtin.ts';
import { verifyFolder } from './verify-folder.ts';

const names = builtinKernel()
  .checks('n8n-node', 'project')
  .map(({ name }) => name);
const everyField = [
  'name version description license homepage keywords author repository scripts files n8n private publishConfig',
  'workspaces main browser bin type dependencies devDependencies peerDependencies optionalDependencies',
  'bundleDependencies resolutions overrides pnpm gypfile engines exports',
]
  .join(' ')
  .split(' ');
const every = (value: unknown) => JSON.stringify(Object.fromEntries(everyField.map((field) => [field, value])));
const deep = (depth: number) =>
  `{"n8n":{"nodes":${'['.repeat(depth)}${']'.repeat(depth)}},"deep":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
const manyEntries = JSON.stringify({
  n8n: { nodes: Array.from({ length: 300_000 }, (_, index) => `dist/nodes/N${index}/N${index}.node.js`) },
});

it.each<[string, Record<string, string>]>([
  ['nothing but a README', { 'README.md': '# Nothing' }],
  ['a manifest that is not JSON', { 'package.json': '{"n8n": {' }],
  ['fields that are objects of objects', { 'package.json': every({ nodes: {}, url: {}, name: [] }) }],
  [
    'names of the prototype',
    {
      'package.json':
        '{"__proto__":{"n8n":1},"n8n":{"__proto__":{},"nodes":["dist/__proto__.js","dist/constructor.node.js"]}}',
    },
  ],
  ['nesting deeper than the stack', { 'package.json': deep(100_000) }],
  ['a manifest of 10 MB', { 'package.json': manyEntries }],
  [
    'paths that lead everywhere',
    {
      'package.json': JSON.stringify({
        n8n: {
          nodes: ['/etc/passwd', '../../etc/passwd', 'dist/../../x.js', '', '.', 'dist/\0.js', 'dist/n\n.js', 7, null],
        },
      }),
    },
  ],
])('every check ends, and none crashes, on %s', async (_, files) => {
  await withDir(
    async ({ path: folder }) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      const { status, checks } = await verifyFolder(folder);
      expect(status).toBe('failed');
      expect(checks.map(({ name }) => name)).toEqual(names);
      expect(checks.filter(({ message }) => /crashed|time limit|not finished/.test(message ?? ''))).toEqual([]);
    },
    { unsafeCleanup: true },
  );
});
