import { chmod, constants, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../cloud/store/open-database.ts';
import { makeFolder } from '../cloud/folder.ts';
import { emptyDataFolder } from '../cloud/store/embedded-template.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const open = (folder: string) => openDatabase({ folder }, { pool: 1, onError: () => {} });

let used: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  used = await makeFolder();
  await emptyDataFolder(used.path);
  await (await open(used.path)).close();
});
afterAll(() => used.remove());

/** A data folder with a store in it that nobody holds. */
async function usedFolder(): Promise<string> {
  const temporary = await makeFolder();
  closing.push(temporary.remove);
  const folder = join(temporary.path, 'data');
  await mkdir(folder, { mode: 0o700 });
  await cp(used.path, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await chmod(folder, 0o700);
  return folder;
}

test.each([
  ['PG_VERSION', (folder: string) => rm(join(folder, 'database', 'PG_VERSION'))],
  [
    'everything in the database folder',
    async (folder: string) => {
      await rm(join(folder, 'database'), { recursive: true });
      await mkdir(join(folder, 'database'));
    },
  ],
  ['the database folder', (folder: string) => rm(join(folder, 'database'), { recursive: true })],
])('a store without %s is refused, not made anew', async (_, remove) => {
  const folder = await usedFolder();
  await remove(folder);
  const error = await open(folder).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'STORE_DAMAGED', next: expect.stringContaining('admin restore') });
});

test('a first start that was cut off begins again', async () => {
  const temporary = await makeFolder();
  closing.push(temporary.remove);
  const { path: folder } = temporary;
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'half'), '');
  await writeFile(join(folder, 'store'), 'creating\n');
  await (await open(folder)).close();
  await (await open(folder)).close();
});

test('a data folder stays locked when a tool removes its lock file', async () => {
  const folder = await usedFolder();
  const held = await open(folder);
  closing.push(() => held.close());
  await rm(join(folder, 'lock'));
  await expect(open(folder)).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
});

test('a data folder that others may enter is refused, with the command that mends it', async () => {
  const folder = await usedFolder();
  for (const mode of [0o755, 0o707, 0o770, 0o704]) {
    await chmod(folder, mode);
    const error = await open(folder).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'DATA_FOLDER_EXPOSED', next: `Run \`chmod 700 ${folder}\`.` });
  }
  await chmod(folder, 0o700);
  await (await open(folder)).close();
});
