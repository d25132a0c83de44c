import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dir } from 'tmp-promise';
import { expect, it } from 'vitest';
import { compilerPath, folderOf } from '../../../../plugins/n8n-node/typescript/installed.ts';

const packageOf = (path: string) => fileURLToPath(new URL('.', import.meta.resolve(path)));

it.each(['@types/node', 'oxc-parser'])('%s is where Node finds it', (name) => {
  expect(join(folderOf(name), '/')).toBe(packageOf(`${name}/package.json`));
});

it('the compiler is the one that TypeScript itself starts', async () => {
  const asking = pathToFileURL(join(packageOf('typescript-native/package.json'), 'lib/getExePath.js')).href;
  expect(compilerPath()).toBe((await import(asking)).default());
});

it('no package that is installed with service has a command: it would replace the one of the project', async () => {
  const lock: { packages: Record<string, { dev?: boolean; bin?: object }> } = JSON.parse(
    await readFile(new URL('../../../../package-lock.json', import.meta.url), 'utf8'),
  );
  const commands = Object.entries(lock.packages).flatMap(([path, { dev, bin }]) =>
    path !== '' && !dev && bin ? [path] : [],
  );
  expect(commands).toEqual([]);
});

it('the nearest of two is found, and where a link leads to', async () => {
  const { path: made, cleanup } = await dir({ unsafeCleanup: true });
  try {
    const path = await realpath(made);
    const store = join(path, 'store/inner');
    const user = join(path, 'node_modules/user');
    await mkdir(store, { recursive: true });
    await writeFile(join(store, 'package.json'), '{}');
    await mkdir(join(path, 'node_modules/inner'), { recursive: true });
    await writeFile(join(path, 'node_modules/inner/package.json'), '{}');
    await mkdir(join(user, 'node_modules'), { recursive: true });
    await symlink(store, join(user, 'node_modules/inner'), 'junction');
    expect(relative(path, folderOf('inner', user))).toBe(join('store', 'inner'));
    expect(relative(path, folderOf('inner', path))).toBe(join('node_modules', 'inner'));
    expect(() => folderOf('nowhere', user)).toThrow('nowhere is not installed');
  } finally {
    await cleanup();
  }
});
