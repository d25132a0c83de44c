import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packagedFile } from './version.ts';

/** Replaces paths of the documentation in this package, such as `docs/configuration.md`, by where the files are. */
export function withLocatedDocs(text: string): string {
  return text.replace(/\bdocs\/[\w-]+\.md\b/g, (path) => {
    const file = fileURLToPath(packagedFile(path));
    return existsSync(file) ? file : path;
  });
}
