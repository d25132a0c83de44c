import type { ProjectFiles } from '../../../kernel/project-files.ts';
import type { Declaration } from '../project/manifest/manifest-fields.ts';
import { normalize } from '../project/project-path.ts';

/** A declared file and its source. */
export interface DeclaredFile extends Declaration {
  /** Normalized, relative to the project; undefined for a path outside of it. */
  file: string | undefined;
  /** The source that the build compiles: TypeScript, or JavaScript in projects that compile it. */
  source: string | undefined;
  /** Whether the file exists without a build. */
  present: boolean;
}

export interface SourceLayout {
  declared: readonly DeclaredFile[];
  /** The root folder of the sources; `''` is the project folder. */
  rootDir: string;
  outDir: string;
}

/**
 * Finds the sources of the files that a manifest declares: `dist/nodes/Acme/Acme.node.js` is made from
 * `nodes/Acme/Acme.node.ts`, `src/nodes/Acme/Acme.node.ts` or deeper, depending on `rootDir` and on what TypeScript
 * uses if it is not set.
 * @param outDir from the configuration or the build script, normalized; undefined if neither sets it
 */
export function findSources(
  declarations: readonly Declaration[],
  files: ProjectFiles,
  { outDir, rootDir }: { outDir: string | undefined; rootDir: string | undefined },
): SourceLayout {
  const inside = declarations.map((declaration) => ({ ...declaration, file: insidePath(declaration.path) }));
  const out = outDir ?? commonFirstFolder(inside.flatMap(({ file }) => (file === undefined ? [] : [file])));
  const stems = inside.map(({ file }) => (file === undefined ? undefined : below(out, file)));
  const root = rootDir ?? likeliestRoot(stems, files);
  const declared = inside.map((entry, index): DeclaredFile => {
    const stem = stems[index];
    const source = stem === undefined ? undefined : candidates(root, stem).find((path) => files.exists(path));
    const present = entry.file !== undefined && files.exists(entry.file);
    return { ...entry, source: source === entry.file ? undefined : source, present };
  });
  return { declared, rootDir: root, outDir: out };
}

/** Normalizes a declared path; undefined for a path outside of the project. */
export function insidePath(path: string): string | undefined {
  // Node resolves `dist/x` and `dist/x.js` to the same file.
  const file = normalize(path.replace(/^(?:\.?\/)+/, ''));
  return path.startsWith('/') || file.startsWith('../') || file === '..' || file === '.' ? undefined : file;
}

function commonFirstFolder(paths: readonly string[]): string {
  const [first, ...rest] = new Set(paths.map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')));
  return first !== undefined && rest.length === 0 ? first : '';
}

const below = (folder: string, path: string) =>
  folder === '' || folder === '.' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;

/** The folder in which most of the declared files have a source; the least nested one of several. */
function likeliestRoot(stems: readonly (string | undefined)[], files: ProjectFiles): string {
  const votes = new Map<string, number>([['', 0]]);
  const wanted = new Set(stems.flatMap((stem) => (stem === undefined ? [] : candidates('', stem))));
  for (const path of files.list()) {
    if (path.includes('node_modules/')) continue;
    for (let at = -1; ; ) {
      if (wanted.has(path.slice(at + 1))) {
        const root = path.slice(0, Math.max(0, at));
        votes.set(root, (votes.get(root) ?? 0) + 1);
      }
      at = path.indexOf('/', at + 1);
      if (at < 0) break;
    }
  }
  const depth = (folder: string) => (folder === '' ? 0 : folder.split('/').length);
  const [best] = [...votes].sort(([a, votesA], [b, votesB]) => votesB - votesA || depth(a) - depth(b));
  return best?.[0] ?? '';
}

const sourceEndings: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.cjs': ['.cts', '.cjs'],
  '.mjs': ['.mts', '.mjs'],
};

function candidates(root: string, stem: string): string[] {
  const ending = /\.[cm]?js$/.exec(stem)?.[0];
  const name = ending ? stem.slice(0, -ending.length) : stem;
  const prefix = root === '' || root === '.' ? '' : `${root}/`;
  return (sourceEndings[ending ?? '.js'] ?? []).map((end) => `${prefix}${name}${end}`);
}
