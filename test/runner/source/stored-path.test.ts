import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryFiles } from '../../../kernel/project-files.ts';
import { checkUpload } from '../../../runner/source/check-upload.ts';
import { noteOf, sentFiles, wholeFiles } from '../../../runner/source/sent-files.ts';
import { notePath, projectPath, reservedFault, storedPath } from '../../../runner/source/stored-path.ts';

test('a path above the project is stored in the reserved folder, and restored', () => {
  expect(storedPath('../../.github/workflows/ci.yml')).toBe('.service/above/2/.github/workflows/ci.yml');
  const name = fc.stringMatching(/^[a-z.][a-z]{1,5}$/);
  fc.assert(
    fc.property(fc.nat(8), fc.array(name, { minLength: 1, maxLength: 4 }), (levels, names) => {
      const path = '../'.repeat(levels) + names.join('/');
      expect(projectPath(storedPath(path))).toBe(path);
      expect(reservedFault(storedPath(path))).toBeUndefined();
    }),
  );
});

test.each([
  '.service/above',
  '.service/above/x',
  '.service/above/0/x',
  '.service/above/9/x',
  '.service/above/1',
  '.service/above/01/x',
  '.service/above/2x/y',
])('an upload with %s is refused', (path) => {
  expect(checkUpload([{ path, content: '' }])).toMatchObject([{ code: 'INVALID_PAYLOAD', pointer: '/files/0/path' }]);
});

test('an upload may hold files above the project', () => {
  expect(checkUpload([{ path: '.service/above/1/x', content: '' }])).toEqual([]);
});

test('files above the project are read by their paths, and are not files of the project', async () => {
  const files = sentFiles(memoryFiles({ 'package.json': '{}', '.service/above/1/base.json': 'base' }), undefined);
  expect(files.list()).toEqual(['package.json']);
  expect(files.listAbove()).toEqual(['../base.json']);
  expect(await files.read('../base.json')).toBe('base');
  expect(files.exists('.service/above/1/base.json')).toBe(false);
  await expect(files.read('.service/above/1/base.json')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an upload shows which files may exist without having been sent', () => {
  const stored = memoryFiles({ 'package.json': '{}', 'src/a.ts': '' });
  const note = Buffer.from(JSON.stringify({ missing: ['lib/b'], leftOut: { 'src/c.ts': 'it is too large' } }));
  const files = sentFiles(stored, note);
  const may = (path: string) => files.mayHave(path);
  expect(['src/a.ts', 'src/b.ts', 'src/c.ts', 'lib/b', 'lib/c', 'src/deep/x', 'README.md', '../x'].map(may)).toEqual([
    true,
    false,
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(files.absent().leftOut).toEqual({ 'src/c.ts': 'it is too large' });
  expect(wholeFiles(stored).mayHave('lib/c')).toBe(false);
});

test('other pictures may be beside an icon that was sent', () => {
  const stored = memoryFiles({ 'package.json': '{}', 'images/icon.svg': '', 'nodes/a.ts': '', 'nodes/a.svg': '' });
  const files = sentFiles(stored, Buffer.from(JSON.stringify({ missing: ['images/dark.svg'], leftOut: {} })));
  const may = (path: string) => files.mayHave(path);
  expect(['images/workflow.png', 'images/dark.svg', 'nodes/b.svg'].map(may)).toEqual([true, false, false]);
});

test('other files may be in a folder that is not in the include list', () => {
  const listed = ['nodes/a.ts', 'src/nodes/b.ts'];
  const paths = ['package.json', 'clients/x/a.ts', 'clients/y/b.ts', 'src/utils/c.ts', ...listed];
  const note = noteOf({ missing: ['clients/x/gone.ts', 'nodes/gone.ts'], leftOut: {} }, listed, paths);
  expect(JSON.parse(note ?? '')).toMatchObject({ missing: ['clients/x/gone.ts'], partial: ['clients', 'src/utils'] });
  const files = sentFiles(memoryFiles(Object.fromEntries(paths.map((path) => [path, '']))), Buffer.from(note ?? ''));
  const may = (path: string) => files.mayHave(path);
  expect(['clients/x/README.md', 'src/utils/d.ts'].map(may)).toEqual([true, true]);
  expect(['clients/x/gone.ts', 'nodes/gone.ts', 'src/nodes/c.ts'].map(may)).toEqual([false, false, false]);
});

test.each(['', '{', 'null', '[]', '{"missing":7,"leftOut":[1]}', '{"missing":[{}],"leftOut":{"a":{}}}'])(
  'a note that is %j is ignored',
  (note) => {
    const files = sentFiles(memoryFiles({ [notePath]: note, a: '' }), Buffer.from(note));
    expect(files.list()).toEqual(['a']);
    expect(files.absent().missing).toEqual([]);
  },
);

test('a note is bounded', () => {
  const missing = Array.from({ length: 100_000 }, (_, index) => `x/${index}`);
  const note = noteOf({ missing, leftOut: {} }, [], []);
  expect(JSON.parse(note ?? '').missing).toHaveLength(500);
});
