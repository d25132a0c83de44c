import { createHash } from 'node:crypto';
import type { ProjectFiles } from '../../kernel/project-files.ts';

/** A text that differs whenever a path or a byte of a project does. */
export async function filesDigest(files: ProjectFiles): Promise<string> {
  const hash = createHash('sha256');
  for (const path of files.list()) {
    const bytes = await files.bytes(path);
    // With its length: a file is not to be taken for two.
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
