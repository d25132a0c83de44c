import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** Returns the version in package.json, which is in another parent folder in a checkout than in the build. */
export function version(): string {
  const path = findPackageJSON(import.meta.url);
  const manifest: unknown = path && JSON.parse(readFileSync(path, 'utf8'));
  return typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : 'unknown';
}
