import { posix } from 'node:path';
import type { Manifest } from '../kernel/check.ts';
import { readProjectFile } from './read-project-file.ts';

/** Bytes of a workspace file. */
const maxFileBytes = 1024 * 1024;
/** Characters of the list in pnpm-workspace.yaml that are parsed. */
const maxListLength = 16 * 1024;
/** Patterns of a workspace, and characters of a pattern. */
const maxPatterns = 200;
const maxPatternLength = 256;

/** Globs of package folders. */
export interface WorkspacePatterns {
  wanted: string[];
  /** Excluded globs. */
  unwanted: string[];
  /** Why the search is incomplete. */
  left: string | undefined;
}

/**
 * Reads the workspace patterns of npm, yarn, pnpm and lerna.
 * @throws {ServiceError} UNREADABLE_PATH
 */
export async function workspacePatterns(folder: string, manifest: Manifest | undefined): Promise<WorkspacePatterns> {
  const workspaces = manifest?.['workspaces'];
  const named = stringsIn(isRecord(workspaces) ? workspaces['packages'] : workspaces);
  const pnpm = readText(folder, 'pnpm-workspace.yaml');
  const lerna = readText(folder, 'lerna.json');
  const all = [...named, ...(await pnpmPatterns(pnpm)), ...lernaPatterns(lerna)];
  const known = all.slice(0, maxPatterns).filter(isPlain);
  const isUnwanted = (pattern: string) => pattern.startsWith('!');
  return {
    wanted: known.filter((pattern) => !isUnwanted(pattern)).map(manifestsBelow),
    unwanted: known.filter(isUnwanted).map((pattern) => manifestsBelow(pattern.slice(1))),
    left: known.length === all.length ? undefined : 'too many or too complex patterns',
  };
}

/** Parses only the list, to limit the time that a hostile file can take. */
async function pnpmPatterns(text: string): Promise<string[]> {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => /^packages\s*:/.test(line));
  if (first < 0) return [];
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  const list = [lines[first], ...rest.slice(0, end < 0 ? undefined : end)].join('\n').slice(0, maxListLength);
  const { parse } = await import('yaml');
  const content: unknown = parsed(() => parse(list, { maxAliasCount: 0, uniqueKeys: false }));
  return isRecord(content) ? stringsIn(content['packages']) : [];
}

/** Without `packages`, lerna uses the workspaces of package.json or its default. */
function lernaPatterns(text: string): string[] {
  const content: unknown = parsed(() => JSON.parse(text));
  if (!isRecord(content)) return [];
  return content['packages'] === undefined ? ['packages/*'] : stringsIn(content['packages']);
}

/** Accepts names, `**`, at most two `*` per name and one `{a,b}`, which match in bounded time. */
function isPlain(pattern: string): boolean {
  if (pattern.length > maxPatternLength || /[^\p{L}\p{N}\p{M}@._~+,{}*!/ -]|.!|\.\./u.test(pattern)) return false;
  if (pattern.split('{').length > 2 || pattern.split('**').length > 3) return false;
  return pattern.split('/').every((name) => name === '**' || name.split('*').length <= 3);
}

/** Normalizes a pattern; patterns outside the folder become empty. */
function manifestsBelow(pattern: string): string {
  const clean = posix.normalize(pattern).replace(/\/$/, '');
  return clean.startsWith('..') || clean.startsWith('/') ? '' : posix.join(clean, 'package.json');
}

function readText(folder: string, path: string): string {
  const file = readProjectFile(folder, path, maxFileBytes);
  return 'text' in file ? file.text : '';
}

/** Returns undefined if parsing fails. */
function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item !== '') : [];
