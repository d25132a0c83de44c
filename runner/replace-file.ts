import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

interface ReplaceOptions {
  mode?: number;
  /** Whether the content is flushed to the disk first. */
  sync?: boolean;
}

/**
 * Writes a file atomically: readers see the previous file or the whole new one. A link at the path is replaced.
 * @param content text, or parts of it one after the other
 * @throws {Error} of the file system; the previous file stays
 */
export async function replaceFile(
  path: string,
  content: string | Iterable<string | Uint8Array>,
  { mode = 0o666, sync = false }: ReplaceOptions = {},
): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await using file = await open(draft, 'wx', mode);
    await file.writeFile(content);
    if (sync) await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
