import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Returns the version in package.json. */
export function version(): string {
  const path = manifestPath();
  const manifest: unknown = path && JSON.parse(readFileSync(path, 'utf8'));
  return typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : 'unknown';
}

/** Returns the URL of a file of this package, by its path in it. */
export function packagedFile(path: string): URL {
  return new URL(path, pathToFileURL(manifestPath() ?? '/'));
}

/** package.json is in another parent folder in a checkout than in the build. */
function manifestPath(): string | undefined {
  return findPackageJSON(import.meta.url);
}
