import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version in package.json: beside this folder in a checkout, one further up once built. */
export function version(): string {
  const path = findPackageJSON(import.meta.url);
  const manifest: unknown = path && JSON.parse(readFileSync(path, 'utf8'));
  return typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : 'unknown';
}
