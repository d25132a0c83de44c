import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectAround } from '../../cli/project-folder.ts';
import { project } from './service-process.ts';

/** The project that is found from a folder, relative to the root, and whether a warning names it. */
async function found(files: Record<string, string>, from: string, { repository = true } = {}) {
  const root = await project(files);
  if (repository) await mkdir(join(root, '.git'));
  const warnings: string[] = [];
  const folder = projectAround(join(root, from), (message) => warnings.push(message));
  return { folder: folder.slice(root.length), warned: warnings.some((message) => message.includes(folder)) };
}

const files = { 'package.json': '{}', 'packages/a/package.json': '{}', 'packages/a/nodes/b/x.ts': '', 'docs/x.md': '' };

it('finds the nearest parent with a package.json in the repository, and prints it', async () => {
  expect(await found(files, 'packages/a/nodes/b')).toEqual({ folder: '/packages/a', warned: true });
  expect(await found(files, 'docs')).toEqual({ folder: '', warned: true });
});

it('stays where there is a package.json or a configuration', async () => {
  expect(await found(files, 'packages/a')).toEqual({ folder: '/packages/a', warned: false });
  const configured = { ...files, 'docs/.service/config.json': '{}' };
  expect(await found(configured, 'docs')).toEqual({ folder: '/docs', warned: false });
});

it('does not leave the repository', async () => {
  expect(await found(files, 'docs', { repository: false })).toEqual({ folder: '/docs', warned: false });
  expect(await found({ 'docs/x.md': '' }, 'docs')).toEqual({ folder: '/docs', warned: false });
});
