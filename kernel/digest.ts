import { createHash } from 'node:crypto';
import type { ProjectFiles } from './project-files.ts';

/** Stands for a text or bytes: SHA-256, in hexadecimal. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Stands for files of a project: differs whenever one of these paths or a byte of theirs does. */
export async function filesDigest(files: ProjectFiles, paths: readonly string[] = files.list()): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const bytes = await files.bytes(path);
    // With its length: a file is not to be taken for two.
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
