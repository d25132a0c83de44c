import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Declarations } from './trimmed-types.ts';

/**
 * Lays shorter declarations in the place of those that n8n-workflow drags in.
 * @param packages the `node_modules` folder that has the rest of them
 * @param scratch a folder for those that are no file yet
 * @returns entries for `paths`
 */
export function layTrimmed(
  trimmed: Readonly<Record<string, Declarations>>,
  packages: string,
  scratch: string,
): Record<string, string[]> {
  const laid: Record<string, string[]> = {};
  for (const [name, declarations] of Object.entries(trimmed)) {
    const file =
      'file' in declarations
        ? join(packages, name, declarations.file)
        : join(scratch, `${name.replace(/\W+/g, '-')}.d.ts`);
    if ('text' in declarations) writeFileSync(file, declarations.text);
    // Another version of it may have its files elsewhere.
    if (existsSync(file)) laid[name] = [file];
  }
  return laid;
}
