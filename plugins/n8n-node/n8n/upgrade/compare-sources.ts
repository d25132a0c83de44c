import { major, minor } from 'semver';
import { type Registry, UpgradeError } from './registry.ts';
import type { SourceComment } from './source-comments.ts';

/** Versions of packages, by name. */
type Versions = ReadonlyMap<string, string>;

export interface ComparedSource {
  comment: SourceComment;
  /** The version in the comment. */
  before: string;
  /** The new version. */
  after: string;
  /** The paths that differ. */
  changed: readonly string[];
}

/**
 * Compares the files that comments name with those of the new versions.
 * @returns one entry for each comment whose version differs
 * @throws {UpgradeError} for a package that is not part of n8n, and when the registry does not respond
 */
export async function compareSources(
  registry: Registry,
  comments: readonly SourceComment[],
  { before, after }: { before: Versions; after: Versions },
): Promise<ComparedSource[]> {
  const compared: ComparedSource[] = [];
  for (const name of new Set(comments.map((comment) => comment.package))) {
    const own = comments.filter((comment) => comment.package === name);
    const wanted = after.get(name);
    if (wanted === undefined)
      throw new UpgradeError(`${own[0]?.file}: "Source: ${name}" names a package that n8n does not depend on.`);
    const target = (await registry.nearest(name, wanted)).version;
    const isNamed = (path: string) => own.some(({ paths }) => paths.some((named) => isAt(path, named)));
    for (const version of new Set(own.map((comment) => comment.version))) {
      const known = before.get(name) ?? '';
      const { version: base } = await (minorOf(known) === version
        ? registry.nearest(name, known)
        : registry.published(name, `~${version}.0`));
      if (base === target) continue;
      const [old, current] = [await registry.files(name, base, isNamed), await registry.files(name, target, isNamed)];
      for (const comment of own.filter((one) => one.version === version)) {
        const changed = comment.paths.filter((path) => textAt(old, path) !== textAt(current, path));
        compared.push({ comment, before: base, after: target, changed });
      }
    }
  }
  return compared;
}

/** `2.41` of `2.41.3`; empty for an empty text. */
export function minorOf(version: string): string {
  return version === '' ? '' : `${major(version)}.${minor(version)}`;
}

const isAt = (path: string, named: string) => path === named || (named.endsWith('/') && path.startsWith(named));

/** The text of a file, or of all files in a folder. A missing file differs from an empty one. */
function textAt(files: ReadonlyMap<string, string>, named: string): string {
  const found = [...files].filter(([path]) => isAt(path, named)).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(found);
}
