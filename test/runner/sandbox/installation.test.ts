import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { Installation } from '../../../runner/sandbox/installation.ts';

const isRoot = process.getuid?.() === 0;

/** An installed package in a folder that nobody else may enter. */
async function closedInstallation(): Promise<{ folder: string; module: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'closed-'));
  const module = join(folder, 'node_modules/ours/program.js');
  await mkdir(dirname(module), { recursive: true });
  await writeFile(join(dirname(module), 'package.json'), '{}', { mode: 0o600 });
  await writeFile(module, 'export default 1');
  return { folder, module };
}

test.runIf(isRoot)('is copied if other users cannot reach it, until it is closed', async () => {
  const { folder, module } = await closedInstallation();
  const installation = new Installation();
  const [first, second] = await Promise.all([
    installation.modules(pathToFileURL(module)),
    installation.modules(pathToFileURL(module)),
  ]);
  expect(second).toEqual(first);
  expect(first.path).not.toContain(folder);
  expect(await readFile(first.path, 'utf8')).toBe('export default 1');
  const { mode } = await stat(join(dirname(first.path), 'package.json'));
  expect(mode & 0o777).toBe(0o644);
  await installation.close();
  await expect(stat(first.path)).rejects.toMatchObject({ code: 'ENOENT' });
  await rm(folder, { recursive: true });
});

test.skipIf(isRoot)('children that are ourselves need no copy', async () => {
  const { folder, module } = await closedInstallation();
  expect(await new Installation().modules(pathToFileURL(module))).toMatchObject({ path: module });
  await rm(folder, { recursive: true });
});

test('is used directly if everyone can reach it', async () => {
  const installation = new Installation();
  const { path } = await installation.modules(new URL('./sample-program.js', import.meta.url));
  expect(await readFile(path, 'utf8')).toContain('export default function run');
  await installation.close();
});
