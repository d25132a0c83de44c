import type { Mode } from '../../../../kernel/index.ts';

/**
 * The files of a project that n8n's gate lints: before publishing, the manifest and the sources in `nodes` and
 * `credentials`; in a published package, the manifest and all scripts. As in its glob, names are case-sensitive, and dot
 * files and dot folders are excluded. Dependencies are never linted, at any depth: the gate passes nested ones to
 * ESLint, which ignores them.
 * Source: @n8n/scan-community-package 0.32, scanner/scanner.mjs (`SOURCE_FILE_PATTERNS`, `analyzePackage`)
 * @param paths relative to the project, with `/`
 */
export function lintableFiles(paths: readonly string[], mode: Mode): string[] {
  const wanted = mode === 'project' ? isSource : isScript;
  return paths.filter((path) => path === 'package.json' || (wanted(path) && isVisible(path)));
}

const isSource = (path: string) => /^(nodes|credentials)\/.*\.(js|ts|json)$/s.test(path) && !isLockFile(path);
const isScript = (path: string) => path.endsWith('.js');
const isLockFile = (path: string) => path.endsWith('/package-lock.json');
const isVisible = (path: string) => !/(^|\/)(\.|node_modules\/)/.test(path);
