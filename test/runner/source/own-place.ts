import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

export interface OwnPlace {
  /** A folder of this test's own, real. */
  folder: string;
  /** Writes files below it, by relative path. */
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  /** What stands in the folder that temporary folders are made in. */
  temporary(): Promise<string[]>;
}

/** Gives each test of a file a folder of its own, and a folder for temporary folders of its own. */
export function useOwnPlace(): OwnPlace {
  const outer = process.env.TMPDIR;
  const place: OwnPlace = {
    folder: '',
    write: async (files) => {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(place.folder, path)), { recursive: true });
        await writeFile(join(place.folder, path), content);
      }
    },
    temporary: () => readdir(join(dirname(place.folder), 'tmp')),
  };
  let base = '';

  beforeEach(async () => {
    base = await realpath(await mkdtemp(join(outer ?? tmpdir(), 'source-test-')));
    place.folder = join(base, 'place');
    await mkdir(place.folder);
    await mkdir(join(base, 'tmp'));
    process.env.TMPDIR = join(base, 'tmp');
  });
  afterEach(async () => {
    if (outer === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = outer;
    await rm(base, { recursive: true });
  });
  return place;
}
