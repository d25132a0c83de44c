import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moduleFolders } from '../../../runner/sandbox/module-folders.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'modules-')));
});
afterEach(() => rm(folder, { recursive: true }));

async function make(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '{}');
  }
}

/** What of `folder` is bound, and where the module then is. */
function look(path: string): { binds: Record<string, string>; module: string } {
  const module = pathToFileURL(join(folder, path));
  const { binds, inside } = moduleFolders(module, '/at');
  const ours = binds.filter(({ from }) => from.startsWith(folder));
  // A machine may have node_modules above the temporary folder; then everything is so much deeper.
  const short = (to: string) => to.replace(/^\/at(\/in)+(?=\/)/, '/at');
  return {
    binds: Object.fromEntries(ours.map(({ from, to }) => [from.slice(folder.length + 1), short(to)])),
    module: short(inside(module)),
  };
}

test('of an installed package, the installation is seen', async () => {
  await make('node_modules/ours/package.json', 'node_modules/ours/dist/program.js', 'secret', '.npmrc');
  expect(look('node_modules/ours/dist/program.js')).toEqual({
    binds: { node_modules: '/at/node_modules' },
    module: '/at/node_modules/ours/dist/program.js',
  });
});

test('an installation of links, as pnpm creates it, is complete', async () => {
  const store = 'node_modules/.pnpm/ours@1/node_modules';
  await make(`${store}/ours/package.json`, `${store}/ours/program.js`, `${store}/dependency/package.json`);
  expect(look(`${store}/ours/program.js`)).toEqual({
    binds: { node_modules: '/at/node_modules' },
    module: `/at/${store}/ours/program.js`,
  });
});

test('of a checkout, everything is visible except for hidden files', async () => {
  await make('package.json', 'src/program.ts', 'lib/part.ts', 'node_modules/x/package.json', '.git/config', '.env');
  expect(look('src/program.ts')).toEqual({
    binds: {
      lib: '/at/lib',
      'package.json': '/at/package.json',
      src: '/at/src',
      node_modules: '/at/node_modules',
    },
    module: '/at/src/program.ts',
  });
});

test('a package of a workspace sees what is installed above it, without names of folders on the way', async () => {
  await make('node_modules/x/package.json', 'customers/acme/package.json', 'customers/acme/program.js');
  const { binds, module } = look('customers/acme/program.js');
  expect(Object.keys(binds).sort()).toEqual([
    'customers/acme/package.json',
    'customers/acme/program.js',
    'node_modules',
  ]);
  expect(`${Object.values(binds)} ${module}`).not.toMatch(/customers|acme/);
});

test('modules of one installation share a home', async () => {
  await make(
    'node_modules/a/package.json',
    'node_modules/a/a.js',
    'node_modules/b/package.json',
    'node_modules/b/b.js',
  );
  const home = (path: string) => moduleFolders(pathToFileURL(join(folder, path)), '/at').home;
  expect(home('node_modules/a/a.js')).toBe(home('node_modules/b/b.js'));
  expect(home('node_modules/a/a.js')).toBe(folder);
});
