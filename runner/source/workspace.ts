import { join, posix, relative, sep } from 'node:path';
import { tryJson } from '../../kernel/project-files.ts';
import { isRecord } from '../../kernel/record.ts';
import { ancestors } from '../ancestors.ts';
import { readRegularFile } from './regular-file.ts';
import { maxLevels } from './stored-path.ts';

/** Bytes of a file that lists packages, and characters of a pattern. */
const maxFileBytes = 1024 * 1024;
const maxPatternLength = 256;
export const maxPatterns = 200;

/**
 * The root of the workspace of npm, yarn or pnpm that a package belongs to: the nearest folder above it that lists it. An archive
 * of a repository has no `.git`.
 * https://docs.npmjs.com/cli/v11/using-npm/workspaces, https://pnpm.io/pnpm-workspace_yaml
 * @param folder real path
 */
export function workspaceRoot(folder: string): string | undefined {
  return ancestors(folder)
    .slice(1, maxLevels + 1)
    .find((root) => {
      const path = relative(root, folder).split(sep).join('/');
      const patterns = patternsAt(root).map((pattern) => pattern.replace(/^\.\//, '').replace(/\/$/, ''));
      const [unwanted, wanted] = [true, false].map((is) => patterns.filter((one) => one.startsWith('!') === is));
      const matches = (pattern: string) => posix.matchesGlob(path, pattern);
      return wanted?.some(matches) && !unwanted?.some((pattern) => matches(pattern.slice(1)));
    });
}

function patternsAt(root: string): string[] {
  const manifest = tryJson(textAt(join(root, 'package.json')));
  const named = packagesOfPnpm(textAt(join(root, 'pnpm-workspace.yaml')));
  return [...(isRecord(manifest) ? workspacesOf(manifest) : []), ...named].slice(0, maxPatterns).filter(isPlainGlob);
}

/** The patterns of pnpm: a list of texts, a line each or in brackets. */
function packagesOfPnpm(yaml: string): string[] {
  const text = `${yaml.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')}\n`;
  const [, inBrackets, lines = ''] =
    /^(['"]?)packages\1:[ \t]*(?:\[([^\]\n]*)\]|(?:#[^\n]*)?\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\n)*))/m
      .exec(text)
      ?.slice(1) ?? [];
  const named = inBrackets?.split(',') ?? [...lines.matchAll(/^[ \t]*-(.*)$/gm)].map(([, name = '']) => name);
  return named
    .map((name) => (name.split(' #')[0] ?? '').trim().replace(/^['"]|['"]$/g, ''))
    .filter((name) => name !== '');
}

/** The patterns of npm and yarn. */
export function workspacesOf({ workspaces }: Readonly<Record<string, unknown>>): string[] {
  return stringsIn(isRecord(workspaces) ? workspaces['packages'] : workspaces);
}

export const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item !== '') : [];

function textAt(path: string): string {
  try {
    return String(readRegularFile(path, maxFileBytes) ?? '');
  } catch {
    return '';
  }
}

/** Accepts names, `**`, at most two `*` per name and one `{a,b}`, which match in bounded time. */
export function isPlainGlob(pattern: string): boolean {
  if (pattern.length > maxPatternLength || /[^\p{L}\p{N}\p{M}@._~+,{}*!/ -]|.!|\.\./u.test(pattern)) return false;
  if (pattern.split('{').length > 2 || pattern.split('**').length > 3) return false;
  return pattern.split('/').every((name) => name === '**' || name.split('*').length <= 3);
}
