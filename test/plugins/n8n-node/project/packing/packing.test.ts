import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import packlist from 'npm-packlist';
import { withDir } from 'tmp-promise';
import { describe, expect, it } from 'vitest';
import { packingOf } from '../../../../../plugins/n8n-node/project/packing/packing.ts';

const paths = [
  'package.json',
  'index.js',
  'dist/index.js',
  'dist/nodes/Acme/Acme.node.js',
  'dist/nodes/Acme/Acme.node.json',
  'dist/nodes/Acme/acme.svg',
  'dist/nodes/Beta/Beta.node.js',
  'dist/nodes/Beta/deep/er/part.js',
  'dist/credentials/AcmeApi.credentials.js',
  'dist/test/Acme.test.js',
  'nodes/Acme/Acme.node.ts',
  'test/dist/fixture.js',
];
/** What npm takes whatever the rules say is not what the rules are asked about. */
const judged = paths.filter((path) => path !== 'package.json');

/** What npm-packlist takes of a folder that holds `paths`. */
async function npmPacks(manifest: object, ignoreFile?: string): Promise<string[]> {
  const packed = new Set<string>();
  await withDir(
    async ({ path: folder }) => {
      for (const path of paths) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), '');
      }
      if (ignoreFile !== undefined) writeFileSync(join(folder, '.npmignore'), ignoreFile);
      const tree = { path: folder, package: manifest, isProjectRoot: true, edgesOut: new Map() };
      for (const path of await packlist(tree)) packed.add(path);
    },
    { unsafeCleanup: true },
  );
  return judged.filter((path) => packed.has(path));
}

function weSay(manifest: Record<string, unknown>, ignoreFile?: string): string[] {
  const packing = packingOf(manifest, ignoreFile === undefined ? undefined : { name: '.npmignore', text: ignoreFile });
  return judged.filter((path) => packing(path).packed === true);
}

const segment = fc.constantFrom(
  'dist',
  'nodes',
  'Acme',
  'credentials',
  'test',
  '*',
  '**',
  '*.js',
  'A*',
  '?eta',
  'Acme.node.js',
  '[AB]*',
  '*.{js,json}',
  '{nodes,credentials}',
);
const glob = fc
  .tuple(
    fc.constantFrom('', '', '', '!', './', '/'),
    fc.array(segment, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '', '/'),
  )
  .map(([before, segments, after]) => before + segments.join('/') + after);

describe('what npm would pack', () => {
  it.each([
    [['dist']],
    [['dist/']],
    [['./dist']],
    [['/dist/**']],
    [['dist/nodes', 'dist/credentials']],
    [['dist', '!dist/test']],
    [['dist', '!dist/nodes', 'dist/nodes/Beta']],
    [['dist/**/*.{js,json}', 'dist/**/*.svg']],
    [['**/*.js', '!**/*.test.js']],
    [['dist/*']],
    [['dist/*.js']],
    [['*']],
    [['lib']],
    [[]],
  ])('follows npm for "files": %j', async (files) => {
    expect(weSay({ files })).toEqual(await npmPacks({ files }));
  });

  it('follows npm for any list of globs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(glob, { maxLength: 4 }), async (files) => {
        expect(weSay({ files })).toEqual(await npmPacks({ files }));
      }),
      { numRuns: 60 },
    );
  });

  it('follows npm for an ignore file', async () => {
    const lines = [
      'dist',
      '/dist',
      'dist/',
      'test/',
      '*.ts',
      'nodes',
      '/nodes/',
      'dist/**',
      '**/Beta',
      '# dist',
      '',
      'DIST/nodes',
    ];
    await fc.assert(
      fc.asyncProperty(fc.subarray(lines), async (chosen) => {
        const text = chosen.join('\n');
        expect(weSay({}, text)).toEqual(await npmPacks({}, text));
      }),
      { numRuns: 40 },
    );
  });

  it('includes main, browser and bin, whatever "files" says', async () => {
    const manifest = { files: ['nodes'], main: 'dist/index.js', bin: { acme: 'index.js' } };
    expect(weSay(manifest)).toEqual(await npmPacks(manifest));
    expect(weSay(manifest)).toContain('dist/index.js');
  });

  it('does not guess at what is beside them in an ignored folder, which npm packs too', async () => {
    const manifest = { main: 'dist/index.js' };
    const packing = packingOf(manifest, { name: '.gitignore', text: 'dist/' });
    const beside = (await npmPacks(manifest, 'dist/')).filter((path) => path.startsWith('dist/'));
    expect(beside.length).toBeGreaterThan(1);
    for (const path of beside) expect(packing(path).packed, path).not.toBe(false);
    expect(packingOf({ main: 'index.js' }, { name: '.gitignore', text: 'dist/' })('dist/index.js').packed).toBe(false);
  });

  it('includes everything by default', () => {
    expect(weSay({})).toEqual(judged);
  });

  it('does not guess at exceptions in an ignore file', () => {
    const packing = packingOf({}, { name: '.npmignore', text: 'dist\n!dist/index.js' });
    expect(packing('dist/index.js').packed).toBe('unknown');
  });

  it.each(['@(a|b)/*.js', 'dist/[[:alpha:]]*', '{a', '{a..b}', '.'])('does not guess at %s', (files) => {
    expect(packingOf({ files: [files] })('dist/index.js').packed).toBe('unknown');
  });

  it.each([
    ['stars', [`dist/${'*a'.repeat(200)}b`]],
    ['globstars', [`${'**/a/'.repeat(190)}b`]],
    ['braces', ['{a,b}'.repeat(60)]],
    ['many patterns', Array.from({ length: 200_000 }, () => '*a*a*a*a*b')],
    ['a long pattern', ['['.repeat(5_000_000)]],
  ])('ends for expensive patterns: %s', (_, files) => {
    const packing = packingOf({ files });
    for (let index = 0; index < 50; index++) packing(`dist/${'a'.repeat(900)}/${index}`);
    for (let index = 0; index < 50; index++) packing(`${'a/'.repeat(400)}${index}`);
  });
});
