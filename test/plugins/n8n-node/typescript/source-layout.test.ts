import { expect, test } from 'vitest';
import { memoryFiles } from '../../../../kernel/project-files.ts';
import { findSources, insidePath } from '../../../../plugins/n8n-node/typescript/source-layout.ts';

const layout = (paths: string[], files: string[], folders: { outDir?: string; rootDir?: string } = {}) => {
  const { outDir, rootDir } = folders;
  const declarations = paths.map((path, index) => ({ list: 'nodes' as const, index, path }));
  const found = findSources(declarations, memoryFiles(Object.fromEntries(files.map((file) => [file, '']))), {
    outDir,
    rootDir,
  });
  return { rootDir: found.rootDir, outDir: found.outDir, sources: found.declared.map(({ source }) => source) };
};

const node = 'dist/nodes/A/A.node.js';

test.each([
  ['the scaffold', ['nodes/A/A.node.ts'], { outDir: 'dist' }, '', ['nodes/A/A.node.ts']],
  ['src/', ['src/nodes/A/A.node.ts'], { outDir: 'dist' }, 'src', ['src/nodes/A/A.node.ts']],
  ['src/ by rootDir', ['src/nodes/A/A.node.ts'], { outDir: 'dist', rootDir: 'src' }, 'src', ['src/nodes/A/A.node.ts']],
  [
    'deeper',
    ['packages/a/src/nodes/A/A.node.ts'],
    { outDir: 'dist' },
    'packages/a/src',
    ['packages/a/src/nodes/A/A.node.ts'],
  ],
  ['no outDir', ['nodes/A/A.node.ts'], {}, '', ['nodes/A/A.node.ts']],
  ['another outDir', ['nodes/A/A.node.ts'], { outDir: 'build' }, '', [undefined]],
  [
    'a rootDir that is not that of the node',
    ['nodes/A/A.node.ts'],
    { outDir: 'dist', rootDir: 'src' },
    'src',
    [undefined],
  ],
  ['JavaScript that is copied', ['nodes/A/A.node.js'], { outDir: 'dist' }, '', ['nodes/A/A.node.js']],
  ['both at once', ['nodes/A/A.node.js', 'nodes/A/A.node.ts'], { outDir: 'dist' }, '', ['nodes/A/A.node.ts']],
  ['a copy in node_modules', ['node_modules/x/nodes/A/A.node.ts'], { outDir: 'dist' }, '', [undefined]],
])('%s', (_, files, folders, rootDir, sources) => {
  expect(layout([node], files, folders)).toMatchObject({ rootDir, sources });
});

test('the folder with most of the declared files wins, the shallowest of equals', () => {
  const second = 'dist/nodes/B/B.node.js';
  const files = ['src/nodes/A/A.node.ts', 'src/nodes/B/B.node.ts', 'test/nodes/A/A.node.ts'];
  expect(layout([node, second], files, { outDir: 'dist' }).rootDir).toBe('src');
  expect(layout([node], ['a/b/nodes/A/A.node.ts', 'c/nodes/A/A.node.ts'], { outDir: 'dist' }).rootDir).toBe('c');
});

test('sources that lie where they are declared are compiled in their place', () => {
  expect(layout(['nodes/A/A.node.js'], ['nodes/A/A.node.ts'], { outDir: '' })).toMatchObject({
    sources: ['nodes/A/A.node.ts'],
  });
});

test('an existing declared file is not its own source', () => {
  expect(layout(['A.node.js'], ['A.node.js'], { outDir: '', rootDir: '' })).toMatchObject({ sources: [undefined] });
});

test.each([
  ['dist/a.js', 'dist/a.js'],
  ['./dist/a.js', 'dist/a.js'],
  ['dist//./b/../a.js', 'dist/a.js'],
  ['../a.js', undefined],
  ['dist/../../a.js', undefined],
  ['/etc/passwd', undefined],
  ['.', undefined],
])('%s is %s', (path, inside) => {
  expect(insidePath(path)).toBe(inside);
});
