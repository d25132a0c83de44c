import { applyEdits, modify } from 'jsonc-parser';
import { parseJson } from '../../../../kernel/index.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import type { FoundRelease } from './find-release.ts';

/** A version before and after the upgrade; undefined if there is none. */
export interface VersionChange {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

const field = 'devDependencies';

/**
 * Updates the versions in the text of package.json.
 * @returns the text, and every version, changed or not
 */
export function withVersions(
  text: string,
  { devDependencies }: Pick<FoundRelease, 'devDependencies'>,
): { text: string; versions: VersionChange[] } {
  const present = recordOf(recordOf(parseJson(text))?.[field]) ?? {};
  const versions = Object.entries(devDependencies).map(([name, after]) => ({
    name,
    before: textOf(present[name]),
    after,
  }));
  let changed = text;
  for (const { name, before, after } of versions) {
    if (before !== after) changed = applyEdits(changed, modify(changed, [field, name], after, options(name)));
  }
  return { text: changed, versions };
}

/** The version of a package in the text of package.json. */
export const versionIn = (text: string, name: string) =>
  textOf(recordOf(recordOf(parseJson(text))?.[field])?.[name]) ?? '';

const options = (name: string) => ({
  formattingOptions: { insertSpaces: true, tabSize: 2 },
  getInsertionIndex: (names: string[]) => names.filter((other) => other < name).length,
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
