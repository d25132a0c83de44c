import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its declarations are more than half of all that n8n-workflow imports: 600 of 1,085 files. */
export const sentry = '@sentry/node';

/** The part that n8n-workflow's declarations use: two fields of one interface, with the same types. */
const declarations = `type Primitive = number | string | boolean | bigint | symbol | null | undefined;
type Extra = unknown;
type Extras = Record<string, Extra>;
export interface Event {
  tags?: { [key: string]: Primitive };
  extra?: Extras;
}
`;

/**
 * Writes declarations that replace those of the package, for a project that does not use it.
 * @param folder where TypeScript can read them
 * @returns an entry of `paths`
 */
export function writeSentryTypes(folder: string): Record<string, string[]> {
  const file = join(folder, 'sentry-node.d.ts');
  writeFileSync(file, declarations);
  return { [sentry]: [file] };
}
