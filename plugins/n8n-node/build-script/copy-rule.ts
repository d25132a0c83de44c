import { basename } from 'node:path/posix';
import { GlobMatcher, UnknownGlob } from '../project/glob.ts';

/** Files that a build copies unchanged. Paths are relative to the project. */
export interface CopyRule {
  /** Globs of the files; those that start with `!` exclude. */
  from: readonly string[];
  /** The target folder, or the target file if `as` is `file`. */
  to: string;
  /** Which part of a path is kept: below a folder, without some leading folders, or only the name. */
  as: { below: string } | { without: number } | 'name' | 'file';
}

/** The copies in a project, by target path. */
interface Copies {
  /** Sources by target path. */
  sources: ReadonlyMap<string, string>;
  /** A pattern that is not supported, if there is one. */
  unclear: string | undefined;
}

/** Applies copy rules to the files of a project, in order: later ones find what earlier ones have copied. */
export function copiesOf(rules: readonly CopyRule[], paths: readonly string[]): Copies {
  const matcher = new GlobMatcher();
  const sources = new Map<string, string>();
  let unclear: string | undefined;
  for (const rule of rules) {
    const [wanted, refused] = [rule.from.filter(isWanted), rule.from.filter((glob) => !isWanted(glob)).map(positive)];
    try {
      for (const path of [...paths, ...sources.keys()]) {
        if (!wanted.some((glob) => matcher.matches(glob, path))) continue;
        if (refused.some((glob) => matcher.matches(glob, path))) continue;
        const copy = destination(rule, path);
        if (copy !== undefined) sources.set(copy, sources.get(path) ?? path);
      }
    } catch (error) {
      if (!(error instanceof UnknownGlob)) throw error;
      unclear ??= error.message;
    }
  }
  return { sources, unclear };
}

const isWanted = (glob: string) => !glob.startsWith('!');
const positive = (glob: string) => glob.slice(1);

function destination({ to, as }: CopyRule, path: string): string | undefined {
  const into = (rest: string) => (to === '' ? rest : `${to}/${rest}`);
  if (as === 'file') return to;
  if (as === 'name') return into(basename(path));
  if ('without' in as) {
    const folders = path.split('/');
    return into(folders.slice(Math.min(as.without, folders.length - 1)).join('/'));
  }
  if (as.below === '') return into(path);
  return path.startsWith(`${as.below}/`) ? into(path.slice(as.below.length + 1)) : undefined;
}

/** The folders of a glob before the first wildcard: the base that gulp and similar tools use. */
export function baseOf(glob: string): string {
  const folders = glob.split('/');
  const at = folders.findIndex((folder) => /[*?[\]{}()!+@]/.test(folder));
  return (at < 0 ? folders.slice(0, -1) : folders.slice(0, at)).join('/');
}
