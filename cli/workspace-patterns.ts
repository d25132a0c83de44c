import { posix } from 'node:path';
import type { Manifest } from '../kernel/check.ts';
import { readProjectFile } from './read-project-file.ts';

/** Bytes of a file that names packages. */
const fileLimit = 1024 * 1024;
/** Characters of the list in pnpm-workspace.yaml: what a parser of YAML gets to read. */
const listLimit = 16 * 1024;
/** Patterns of a workspace, and characters of one. */
const mostPatterns = 200;
const longest = 256;

/** Globs of folders in which packages are. */
export interface WorkspacePatterns {
  wanted: string[];
  /** What is left out of these again. */
  unwanted: string[];
  /** Why some were not looked at. */
  left: string | undefined;
}

/**
 * Where npm, yarn, pnpm and lerna are told to look for packages.
 * @throws {ServiceError} UNREADABLE_PATH
 */
export async function workspacePatterns(folder: string, manifest: Manifest | undefined): Promise<WorkspacePatterns> {
  const workspaces = manifest?.['workspaces'];
  const named = textsOf(isRecord(workspaces) ? workspaces['packages'] : workspaces);
  const pnpm = textOf(folder, 'pnpm-workspace.yaml');
  const lerna = textOf(folder, 'lerna.json');
  const all = [...named, ...(await pnpmPatterns(pnpm)), ...lernaPatterns(lerna)];
  const known = all.slice(0, mostPatterns).filter(isPlain);
  const isUnwanted = (pattern: string) => pattern.startsWith('!');
  return {
    wanted: known.filter((pattern) => !isUnwanted(pattern)).map(manifestsBelow),
    unwanted: known.filter(isUnwanted).map((pattern) => manifestsBelow(pattern.slice(1))),
    left: known.length === all.length ? undefined : 'too many or too complex patterns',
  };
}

/** The list alone is parsed: what else such a file says may be long, and what is nested deep takes a parser long. */
async function pnpmPatterns(text: string): Promise<string[]> {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => /^packages\s*:/.test(line));
  if (first < 0) return [];
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  const list = [lines[first], ...rest.slice(0, end < 0 ? undefined : end)].join('\n').slice(0, listLimit);
  const { parse } = await import('yaml');
  const content: unknown = parsed(() => parse(list, { maxAliasCount: 0, uniqueKeys: false }));
  return isRecord(content) ? textsOf(content['packages']) : [];
}

/** Without `packages` lerna takes the workspaces of package.json, or its own default. */
function lernaPatterns(text: string): string[] {
  const content: unknown = parsed(() => JSON.parse(text));
  if (!isRecord(content)) return [];
  return content['packages'] === undefined ? ['packages/*'] : textsOf(content['packages']);
}

/** Names, `**`, and at most two `*` a name and one `{a,b}`: all that is matched in a time that no name can draw out. */
function isPlain(pattern: string): boolean {
  if (pattern.length > longest || /[^\p{L}\p{N}\p{M}@._~+,{}*!/ -]|.!|\.\./u.test(pattern)) return false;
  if (pattern.split('{').length > 2 || pattern.split('**').length > 3) return false;
  return pattern.split('/').every((name) => name === '**' || name.split('*').length <= 3);
}

/** `./packages/a` and `packages/a/` are the same; what leaves the folder is none of the workspace's. */
function manifestsBelow(pattern: string): string {
  const clean = posix.normalize(pattern).replace(/\/$/, '');
  return clean.startsWith('..') || clean.startsWith('/') ? '' : posix.join(clean, 'package.json');
}

function textOf(folder: string, path: string): string {
  const file = readProjectFile(folder, path, fileLimit);
  return 'text' in file ? file.text : '';
}

/** What can't be parsed names no packages. */
function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item !== '') : [];
