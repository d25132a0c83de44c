import { basename } from 'node:path/posix';
import { GlobMatcher, UnknownGlob } from '../project/glob.ts';

/** Files that a build copies as they are. Paths are relative to the project. */
export interface CopyRule {
  /** Globs of what is copied; those that begin with `!` take out again. */
  from: readonly string[];
  /** The folder that they are copied into; the file itself where `as` is `file`. */
  to: string;
  /** What of a path is repeated in there: what follows a folder, what is left without some folders, or the name alone. */
  as: { below: string } | { without: number } | 'name' | 'file';
}

/** Copies of one project, by where they end up. */
export interface Copies {
  /** From where a file is copied, by its path. */
  sources: ReadonlyMap<string, string>;
  /** A pattern that is not to be guessed at, if there is one. */
  unclear: string | undefined;
}

/** What becomes of a project's files by such rules. */
export function copiesOf(rules: readonly CopyRule[], paths: readonly string[]): Copies {
  const matcher = new GlobMatcher();
  const sources = new Map<string, string>();
  let unclear: string | undefined;
  for (const rule of rules) {
    const [wanted, refused] = [rule.from.filter(isWanted), rule.from.filter((glob) => !isWanted(glob)).map(positive)];
    try {
      for (const path of paths) {
        if (!wanted.some((glob) => matcher.matches(glob, path))) continue;
        if (refused.some((glob) => matcher.matches(glob, path))) continue;
        const copy = destination(rule, path);
        if (copy !== undefined) sources.set(copy, path);
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

/** The folders of a glob before the first one with a pattern in it: what gulp and its like take for its base. */
export function baseOf(glob: string): string {
  const folders = glob.split('/');
  const at = folders.findIndex((folder) => /[*?[\]{}()!+@]/.test(folder));
  return (at < 0 ? folders.slice(0, -1) : folders.slice(0, at)).join('/');
}
