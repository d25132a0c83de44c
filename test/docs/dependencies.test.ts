import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const page = await readFile(new URL('../../docs/dependencies.md', import.meta.url), 'utf8');

/** The packages of a row, without what is said of them. */
const listed = [...page.matchAll(/^\| (?!package |-)([^|]+?) *\|/gm)].flatMap(([, cell = '']) =>
  cell.split(', ').map((name) => name.replace(/ \(.*/, '')),
);

it('installs at most 60 packages on all platforms together, none with a script, none of n8n', async () => {
  const lock: { packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }> } = JSON.parse(
    await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  );
  const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  expect(installed.filter(([path, { hasInstallScript }]) => hasInstallScript || path.includes('n8n'))).toEqual([]);
  expect(installed.length).toBeLessThanOrEqual(60);
});

it('gives a reason for every dependency, and for no other package', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  // One compiler, in a package for each platform.
  const optional = Object.keys(optionalDependencies).map((name) =>
    name.replace(/^(@typescript\/typescript-).*/, '$1*'),
  );
  const installed = [...Object.keys({ ...dependencies, ...devDependencies }), ...new Set(optional)];
  expect(listed.toSorted()).toEqual(installed.toSorted());
});
