import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import manifest from '../../../../../package.json' with { type: 'json' };
import { releaseOf } from '../../../../../plugins/n8n-node/n8n/release.ts';
import { rulesetKit } from '../../../../../plugins/n8n-node/n8n/shipped-kits.ts';
import { commentsIn, sourceComments } from '../../../../../plugins/n8n-node/n8n/upgrade/source-comments.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

it('finds packages, versions and paths in comments of one line and of several', () => {
  const text = `/** One. Source: n8n-core 2.41, dist/a-b.js and dist/c/d.e.js */
/**
 * Two.
 * Source: @n8n/scan-community-package 0.32, scanner/scanner.mjs (\`scan\`), and more
 * Source: n8n 2.41, dist/one.js,
 * dist/two/ and
 * dist/three.js.
 * Source: https://example.com/a 1.2, dist/a.js
 */`;
  const found = commentsIn('a.ts', text).map(({ package: name, version, paths }) => [name, version, ...paths]);
  expect(found).toEqual([
    ['n8n-core', '2.41', 'dist/a-b.js', 'dist/c/d.e.js'],
    ['@n8n/scan-community-package', '0.32', 'scanner/scanner.mjs'],
    ['n8n', '2.41', 'dist/one.js', 'dist/two/', 'dist/three.js'],
  ]);
});

it('every source that is no web page has this form, and is a package of n8n or ours', async () => {
  const known = new Set([
    'n8n',
    ...Object.keys(releaseOf(rulesetKit).modules),
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.devDependencies),
  ]);
  const comments = await sourceComments(root);
  for (const comment of comments) expect(known, comment.file).toContain(comment.package);
  for await (const file of glob('plugins/n8n-node/**/*.ts', { cwd: root, exclude: ['**/upgrade/**'] })) {
    const text = await readFile(`${root}/${file}`, 'utf8');
    const sources = text.match(/\bSource: (?!https:)/g)?.length ?? 0;
    expect(commentsIn(file, text), file).toHaveLength(sources);
  }
});
