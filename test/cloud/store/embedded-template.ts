import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { extract } from 'tar';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/service-tests', import.meta.url));

/**
 * For a process that has PGlite for seconds only: V8 compiles it plainly. To optimise it takes longer than all that a test
 * has it do, and twice the memory.
 */
export const plainCompiler = '--liftoff-only';

/**
 * An empty embedded database, to load: making one takes seconds of a processor, and it is the same every time. Kept
 * for each version of PGlite.
 */
export async function emptyDatabase(): Promise<Blob> {
  return new Blob([await readFile(await templateFile())]);
}

/** Makes a data folder of `service serve` with such a database in it, so that its first start is a second one. */
export async function emptyDataFolder(path: string): Promise<void> {
  const database = join(path, 'database');
  await mkdir(database, { recursive: true, mode: 0o700 });
  await extract({ file: await templateFile(), cwd: database });
  // Whoever used the folder has left it.
  await writeFile(join(path, 'lock'), '');
}

/** The path of its archive. */
async function templateFile(): Promise<string> {
  setFlagsFromString(plainCompiler);
  const manifest: { version: string } = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@electric-sql/pglite')).replace(/dist.*/, 'package.json'), 'utf8'),
  );
  const file = join(cache, `pglite-${manifest.version}.tar`);
  try {
    await access(file);
  } catch {
    const pglite = await PGlite.create();
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    await mkdir(cache, { recursive: true });
    // Test files run side by side.
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, new Uint8Array(await dump.arrayBuffer()));
    await rename(draft, file);
  }
  return file;
}
