import { createHash } from 'node:crypto';
import type { ProjectFiles } from './project-files.ts';

/** Returns the SHA-256 of text or bytes, in hexadecimal. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Returns a digest of paths and contents of project files.
 * @param given paths; by default all files, and what is known about absent files
 */
export async function filesDigest(files: ProjectFiles, given?: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const paths = given ?? [...files.list(), ...files.listAbove()];
  if (!given) hash.update(`${JSON.stringify(files.absent())}\n`);
  for (const path of paths) {
    const bytes = await files.bytes(path);
    // With the length, so that the content of a file cannot look like two files.
    hash.update(`${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
