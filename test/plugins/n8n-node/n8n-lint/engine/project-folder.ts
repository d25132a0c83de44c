import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withDir } from 'tmp-promise';

export type ProjectContents = Readonly<Record<string, string | Uint8Array>>;

/** Lends a temporary folder with these files, by path relative to it. */
export function withProject<T>(contents: ProjectContents, use: (folder: string) => Promise<T>): Promise<T> {
  return withEmptyFolder(async (folder) => {
    for (const [file, content] of Object.entries(contents)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), content);
    }
    return use(folder);
  });
}

/**
 * Lends a temporary folder. Its name has no capital letters: some of n8n's rules let a whole path off for words such as
 * "Aws" and "S3" in it.
 */
export function withEmptyFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  return withDir(({ path }) => use(path), { name: `lint-${randomUUID()}`, unsafeCleanup: true });
}
