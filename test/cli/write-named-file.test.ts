import { mkdirSync } from 'node:fs';
import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { writeNamedFile } from '../../cli/write-named-file.ts';
import { temporaryFolder } from './service-process.ts';

/** A project with a folder beside it that it wants to reach. */
async function ground() {
  const place = await temporaryFolder();
  const [project, outside] = [join(place, 'project'), join(place, 'outside')];
  for (const folder of [project, outside]) mkdirSync(folder);
  await writeFile(join(outside, 'file'), 'kept');
  return { project, outside, write: (path: string) => writeNamedFile(join(project, path), 'text', [project]) };
}

it.each<[string, string, (from: string, outside: string) => Promise<unknown>]>([
  ['a link', 'report', (project, outside) => symlink(join(outside, 'file'), join(project, 'report'))],
  ['a link to nothing', 'report', (project, outside) => symlink(join(outside, 'new'), join(project, 'report'))],
  ['a link within the project', 'report', (project) => symlink('package.json', join(project, 'report'))],
  ['in a folder that is a link', 'out/report', (project, outside) => symlink(outside, join(project, 'out'))],
  ['below a folder that is a link', 'out/deep/report', (project, outside) => symlink(outside, join(project, 'out'))],
  ['a link to a device', 'report', (project) => symlink('/dev/full', join(project, 'report'))],
  ['a pipe', 'report', (project) => execa('mkfifo', [join(project, 'report')])],
  ['a folder', 'report', (project) => mkdir(join(project, 'report'))],
  ['in a file', 'a/report', (project) => writeFile(join(project, 'a'), '')],
])('a file of a project that is %s is not written', async (_, path, plant) => {
  const { project, outside, write } = await ground();
  await plant(project, outside);
  const before = await readdir(project);
  await expect(write(path)).rejects.toMatchObject({ code: 'UNWRITABLE_PATH' });
  expect(await readdir(outside)).toEqual(['file']);
  expect(await readFile(join(outside, 'file'), 'utf8')).toBe('kept');
  expect(await readdir(project)).toEqual(before);
});

it('a file that has another name elsewhere is replaced, not written into', async () => {
  const { project, outside, write } = await ground();
  await link(join(outside, 'file'), join(project, 'report'));
  await write('report');
  expect(await readFile(join(outside, 'file'), 'utf8')).toBe('kept');
  expect(await readFile(join(project, 'report'), 'utf8')).toBe('text');
});

it('folders on the way are made', async () => {
  const { project, write } = await ground();
  await write('new/deep/report');
  expect(await readFile(join(project, 'new/deep/report'), 'utf8')).toBe('text');
  expect(await readdir(join(project, 'new/deep'))).toEqual(['report']);
});

it('a link outside of projects is the user’s own, and so is a way out of one', async () => {
  const { project, outside, write } = await ground();
  await symlink(outside, `${outside}-link`);
  await writeNamedFile(`${outside}-link/report`, 'text', [project]);
  expect(await readFile(join(outside, 'report'), 'utf8')).toBe('text');
  await write('../outside/other');
  expect(await readFile(join(outside, 'other'), 'utf8')).toBe('text');
  await writeNamedFile('/dev/null', 'text', [project]);
});

it('the repository of a project is as foreign as the project', async () => {
  const { project, outside } = await ground();
  await mkdir(join(project, '.git'));
  await mkdir(join(project, 'packages/a'), { recursive: true });
  await symlink(join(outside, 'file'), join(project, 'report'));
  const write = writeNamedFile(join(project, 'report'), 'text', [join(project, 'packages/a')]);
  await expect(write).rejects.toMatchObject({
    message: expect.stringContaining('symbolic link, which is not followed'),
  });
});
