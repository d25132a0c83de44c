import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { extract } from 'tar';
import { embeddedDatabase } from '../../../cloud/store/embedded-database.ts';
import { makeFolder } from '../folder.ts';
import { prepareDatabase } from './prepare-database.ts';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/service-tests', import.meta.url));

/**
 * For a process that has PGlite for seconds only: V8 compiles it plainly. To optimise it takes longer than all that a test
 * has it do, and twice the memory.
 */
export const plainCompiler = '--liftoff-only';

/**
 * An embedded store without accounts, to load: making a database and its tables takes seconds of a processor, and it is
 * the same every time.
 */
export async function emptyStore(): Promise<Blob> {
  return new Blob([await readFile(await storeFile())]);
}

/** The same without tables. */
export async function emptyDatabase(): Promise<Blob> {
  return new Blob([await readFile(await databaseFile())]);
}

/** Makes a data folder of `service serve` with such a store in it, so that its first start is a second one. */
export async function emptyDataFolder(path: string): Promise<void> {
  const database = join(path, 'database');
  await mkdir(database, { recursive: true, mode: 0o700 });
  // A thousand files, each of which would wait for its turn on a busy machine.
  extract({ file: await storeFile(), cwd: database, sync: true });
  // Whoever used the folder has left it.
  await writeFile(join(path, 'lock'), '');
}

/** The path of its archive, which is made anew when a table changes. */
async function storeFile(): Promise<string> {
  const sources = ['migrations.ts', 'job-queue.ts'].map((name) => `../../../cloud/store/${name}`);
  const versions = await Promise.all([manifestOf('pg-boss'), ...sources.map(textOf)]);
  const digest = createHash('sha256').update(versions.join()).digest('hex').slice(0, 16);
  return kept(`store-${digest}`, async () => {
    const folder = await makeFolder();
    try {
      extract({ file: await databaseFile(), cwd: folder.path, sync: true });
      const database = await embeddedDatabase({ dataDir: folder.path });
      await prepareDatabase(database);
      await database.close();
      return await dumpOf(await PGlite.create(folder.path));
    } finally {
      await folder.remove();
    }
  });
}

async function databaseFile(): Promise<string> {
  return kept('database', async () => dumpOf(await PGlite.create()));
}

async function dumpOf(pglite: PGlite): Promise<Blob> {
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  return dump;
}

/** The path of an archive of this name, kept for each version of PGlite. */
async function kept(name: string, make: () => Promise<Blob>): Promise<string> {
  setFlagsFromString(plainCompiler);
  const { version }: { version: string } = JSON.parse(await manifestOf('@electric-sql/pglite'));
  const file = join(cache, `pglite-${version}-${name}.tar`);
  try {
    await access(file);
  } catch {
    const dump = await make();
    await mkdir(cache, { recursive: true });
    // Test files run side by side.
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, new Uint8Array(await dump.arrayBuffer()));
    await rename(draft, file);
  }
  return file;
}

const textOf = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const manifestOf = (name: string) => textOf(`../../../node_modules/${name}/package.json`);
