import { createHash } from 'node:crypto';
import type { ProjectFiles } from './project-files.ts';

/** Stands for a text or bytes: SHA-256, in hexadecimal. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Stands for files of a project: differs whenever one of these paths or a byte of theirs does. For all of them, also
 * whenever something else is known of files that are not here.
 */
export async function filesDigest(files: ProjectFiles, given?: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const paths = given ?? [...files.list(), ...files.listAbove()];
  if (!given) hash.update(`${JSON.stringify(files.absent())}\n`);
  for (const path of paths) {
    const bytes = await files.bytes(path);
    // With its length: a file is not to be taken for two.
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
