import type { Manifest } from '../../../kernel/check.ts';
import type { FileLookup } from '../../../kernel/follow.ts';
import { declarationsOf, recordOf } from '../project/manifest/manifest-fields.ts';
import { normalize } from '../project/project-path.ts';
import { mayBuild } from './build-script.ts';
import { buildTools } from './build-tools.ts';

/** Folders above a project that may have a `.gitignore`. */
const maxLevels = 8;

/**
 * Whether the declared files are published as the repository has them: all exist, git does not ignore them, and no script of
 * package.json may build them.
 */
export function keepsBuild(manifest: Manifest, reach: Pick<FileLookup, 'exists' | 'read'>): boolean {
  const declared = declarationsOf(manifest).map(({ path }) => normalize(path.replace(/^(?:\.?\/)+/, '')));
  return declared.length > 0 && !anyScriptBuilds(manifest) && areInRepository(declared, reach);
}

/** Whether a file is in the output of the build before it runs, and stays there: git does not ignore it, and no script cleans up. */
export function isLeftInOutput(path: string, manifest: Manifest, reach: Pick<FileLookup, 'exists' | 'read'>): boolean {
  const scripts = Object.values(recordOf(manifest['scripts']) ?? {});
  return !scripts.some((text) => cleaning.test(String(text))) && areInRepository([path], reach);
}

/** What may remove the output before it builds. */
const cleaning =
  /\b(?:rimraf|rm|del|trash|clean\w*|n8n-node (?:build|dev|release)|tsup|tsdown|vite|rollup)\b|emptyOutDir|node |tsx /;

/** Whether all files exist, and git does not ignore them. */
function areInRepository(paths: readonly string[], reach: Pick<FileLookup, 'exists' | 'read'>): boolean {
  if (!paths.every((path) => reach.exists(path))) return false;
  const names = new Set(paths.flatMap((path) => path.split('/')));
  const ignored = Array.from(
    { length: maxLevels + 1 },
    (_, level) => reach.read(`${'../'.repeat(level)}.gitignore`) ?? '',
  );
  return !ignored.some((text) => text.split(/\r?\n/).some((line) => mayIgnore(line, names)));
}

function anyScriptBuilds(manifest: Manifest): boolean {
  const scripts = recordOf(manifest['scripts']) ?? {};
  return Object.entries(scripts).some(
    ([name, text]) =>
      typeof text === 'string' &&
      (buildTools.test(text) || (!/^(?:pre|post)?test\b/.test(name) && mayBuild(name, scripts))),
  );
}

/** Whether a line of `.gitignore` may match a file or one of its folders; patterns of scripts may. */
function mayIgnore(line: string, names: ReadonlySet<string>): boolean {
  const pattern = line.trim();
  return /js$|^[*/]+$/.test(pattern) || pattern.split('/').some((part) => names.has(part));
}
