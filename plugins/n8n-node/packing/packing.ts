import type { Manifest } from '../../../kernel/check.ts';
import { GlobMatcher, UnknownGlob } from '../project/glob.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';

/** Whether npm would pack a file, and what decides it. `unknown`: by patterns that are not to be guessed at. */
export type Packing = { packed: boolean | 'unknown'; by: string };

/**
 * Says of paths, also of those that only a build will make, whether `npm pack` takes them into the tarball: npm's rules
 * for `files`, else `.npmignore`, else `.gitignore`. A test compares it with npm-packlist.
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-json#files
 * @param ignoreFile the text of the root's .npmignore, or else of its .gitignore
 */
export function packingOf(manifest: Manifest, ignoreFile?: { name: string; text: string }): (path: string) => Packing {
  const always = alwaysPacked(manifest);
  const matcher = new GlobMatcher();
  const decide = (path: string): Packing => {
    if (always.has(path)) return { packed: true, by: 'package.json' };
    const { files } = manifest;
    if (Array.isArray(files)) return { packed: isInFiles(files, path, matcher), by: '"files"' };
    if (!ignoreFile) return { packed: true, by: 'no "files"' };
    return { packed: !isIgnored(ignoreFile.text, path, matcher), by: ignoreFile.name };
  };
  return (path) => {
    try {
      return decide(path);
    } catch (error) {
      if (error instanceof UnknownGlob) return { packed: 'unknown', by: error.message };
      throw error;
    }
  };
}

/** As npm has it: a path that is written with a leading `./` does not count. */
function alwaysPacked({ main, browser, bin }: Manifest): Set<string> {
  const paths = [main, browser, ...(typeof bin === 'string' ? [bin] : Object.values(recordOf(bin) ?? {}))];
  return new Set(paths.filter((path) => typeof path === 'string'));
}

/** Folders of a path that are matched. */
const maxDepth = 64;

/** A path and the folders it lies in, outermost first: `a`, `a/b`, `a/b/c`. */
function lineage(path: string): string[] {
  // No file lies deeper: an upload and a tarball with one are refused.
  const segments = path.split('/', maxDepth);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** The last entry that matches the path, or a folder it lies in, decides. */
function isInFiles(files: readonly unknown[], path: string, matcher: GlobMatcher): boolean {
  const folders = lineage(path).slice(0, -1);
  let packed = false;
  for (const entry of files) {
    if (typeof entry !== 'string') continue;
    const negated = entry.startsWith('!');
    const glob = entry
      .replace(/^!+/, '')
      .replace(/^\.?\//, '')
      .replace(/\/+$/, '');
    if (packed !== negated || glob === '') continue;
    // Versions of npm disagree whether it packs everything or nothing.
    if (glob === '.') throw new UnknownGlob('"." in "files"');
    if (matcher.matches(below(glob), path) || folders.some((folder) => matcher.matches(glob, folder)))
      packed = !negated;
  }
  return packed;
}

/** `a/**` matches what lies in `a`; `a` itself only where it is a folder. */
function below(glob: string): string {
  return glob.endsWith('/**') ? `${glob}/*` : glob;
}

/** npm's reading of an ignore file: a path is left out when it, or a folder it lies in, is ignored. */
function isIgnored(text: string, path: string, matcher: GlobMatcher): boolean {
  const rules = text.split(/\r?\n/).flatMap(ignoreRule);
  return lineage(path.toLowerCase()).some((candidate, index, all) =>
    rules.some(({ glob, folderOnly }) => (index < all.length - 1 || !folderOnly) && matcher.matches(glob, candidate)),
  );
}

function ignoreRule(line: string): { glob: string; folderOnly: boolean }[] {
  const pattern = line.trim();
  if (pattern === '' || pattern.startsWith('#')) return [];
  // npm has a reading of its own of what is taken back, by folders that match in part.
  if (pattern.startsWith('!')) throw new UnknownGlob(`an exception: ${pattern}`);
  const folderOnly = pattern.endsWith('/');
  const bare = pattern.replace(/\/+$/, '');
  // Without a slash of its own it matches at any depth.
  const glob = bare.includes('/') ? bare.replace(/^\//, '') : `**/${bare}`;
  return bare === '' ? [] : [{ glob: below(glob).toLowerCase(), folderOnly }];
}
