import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * What n8n-workflow's declarations use of a package whose own are half of all that TypeScript reads besides: two fields
 * of one interface. Word for word the types that they have there, so that errors read the same.
 */
const trimmed = {
  '@sentry/node': `type Primitive = number | string | boolean | bigint | symbol | null | undefined;
type Extra = unknown;
type Extras = Record<string, Extra>;
export interface Event {
  tags?: { [key: string]: Primitive };
  extra?: Extras;
}
`,
};

/** What the scripts of a project, those of its dependencies too, say about how it is best compiled. */
export interface ScriptSurvey {
  /** Characters of all. */
  size: number;
  /** Paths in the project, those of its dependencies left out. */
  own: readonly string[];
  /** Packages with trimmed declarations that a script names. */
  named: ReadonlySet<string>;
}

export function surveyScripts(project: string): ScriptSurvey {
  const named = new Set<string>();
  const own: string[] = [];
  let size = 0;
  for (const entry of readdirSync(project, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.[cm]?[jt]sx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    if (!path.includes('node_modules')) own.push(relative(project, path));
    const text = readFileSync(path, 'utf8');
    size += text.length;
    for (const name of Object.keys(trimmed)) if (text.includes(name)) named.add(name);
  }
  return { size, own, named };
}

/**
 * Lays declarations that are shorter in the place of those that n8n-workflow's drag in. A project that names such a
 * package itself gets the real thing, or the error that it is not there.
 * @returns entries for `paths`
 */
export function trimmedTypes({ named }: ScriptSurvey, scratch: string): Record<string, string[]> {
  const unnamed = Object.entries(trimmed).filter(([name]) => !named.has(name));
  return Object.fromEntries(
    unnamed.map(([name, text]) => {
      const file = join(scratch, `${name.replace(/\W+/g, '-')}.d.ts`);
      writeFileSync(file, text);
      return [name, [file]];
    }),
  );
}
