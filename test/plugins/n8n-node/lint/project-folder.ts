import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withDir } from 'tmp-promise';

export type ProjectContents = Readonly<Record<string, string | Uint8Array>>;

/** Lends a temporary folder with these files, by path relative to it. */
export async function withProject<T>(contents: ProjectContents, use: (folder: string) => Promise<T>): Promise<T> {
  return withDir(
    async ({ path }) => {
      for (const [file, content] of Object.entries(contents)) {
        await mkdir(dirname(join(path, file)), { recursive: true });
        await writeFile(join(path, file), content);
      }
      return use(path);
    },
    { unsafeCleanup: true },
  );
}
