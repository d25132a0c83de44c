import { applyEdits, modify } from 'jsonc-parser';
import { parseJson } from '../../../../kernel/index.ts';
import { recordOf } from '../../project/manifest/manifest-fields.ts';
import type { Release } from './find-release.ts';

/** A version before and after; undefined where there is none. */
export interface VersionChange {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

const fields = ['dependencies', 'devDependencies'] as const;

/**
 * Puts the versions of a release into the text of package.json. All else stays as it is.
 * @returns the text, and every version, changed or not
 */
export function withVersions(text: string, release: Release): { text: string; versions: VersionChange[] } {
  const versions = fields.flatMap((field) => {
    const present = recordOf(recordOf(parseJson(text))?.[field]) ?? {};
    const old = Object.keys(present).filter((name) => isPrevious(name) && !(name in release[field]));
    const all = [...Object.entries(release[field]), ...old.map((name) => [name, undefined] as const)];
    return all.map(([name, after]) => ({ field, name, before: textOf(present[name]), after }));
  });
  let changed = text;
  for (const { field, name, before, after } of versions) {
    if (before !== after) changed = applyEdits(changed, modify(changed, [field, name], after, options(name)));
  }
  return {
    text: changed,
    versions: versions.map(({ name, before, after }) => ({ name, before: bare(before), after: bare(after) })),
  };
}

/** Whether it is the n8n-workflow of a major version before. */
const isPrevious = (name: string) => /^n8n-workflow-\d+$/.test(name);

const options = (name: string) => ({
  formattingOptions: { insertSpaces: true, tabSize: 2 },
  getInsertionIndex: (names: string[]) => names.filter((other) => other < name).length,
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The version behind an alias. */
const bare = (version: string | undefined) => version?.replace(/^npm:.+@/, '');
