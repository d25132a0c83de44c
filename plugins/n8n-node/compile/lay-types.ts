import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './installed.ts';
import type { Declarations } from './trimmed-types.ts';

/**
 * Lays shorter declarations in the place of those that an n8n-workflow's drag in.
 * @param n8nWorkflow its folder: with two of them here, each has packages of its own
 * @param scratch a folder for those that are no file yet
 * @returns entries for `paths`
 */
export function layTypes(
  trimmed: Readonly<Record<string, Declarations>>,
  n8nWorkflow: string,
  scratch: string,
): Record<string, string[]> {
  const laid: Record<string, string[]> = {};
  for (const [name, declarations] of Object.entries(trimmed)) {
    const file =
      'file' in declarations
        ? join(folderOf(name, n8nWorkflow), declarations.file)
        : join(scratch, `${name.replace(/\W+/g, '-')}.d.ts`);
    if ('text' in declarations) writeFileSync(file, declarations.text);
    laid[name] = [file];
  }
  return laid;
}
