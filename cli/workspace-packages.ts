import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import type { Manifest } from '../kernel/check.ts';
import { serviceError } from '../kernel/errors.ts';
import type { Kernel } from '../kernel/kernel.ts';

/** Bytes of a manifest, or of another file that names packages. */
const fileLimit = 1024 * 1024;
/** Folders that are looked into. */
const most = 2000;
/** How many packages are told. */
const enough = 20;

/**
 * Refuses the root of a workspace that is no package to verify itself but holds some: nobody means the root.
 * @param shown the folder as the user named it, for the commands that are told; empty for here
 * @throws {ServiceError} WORKSPACE_ROOT, with the packages to choose from
 */
export async function refuseWorkspaceRoot(
  { folder, shown }: { folder: string; shown: string },
  manifest: Manifest | undefined,
  kernel: Kernel,
): Promise<void> {
  if (manifest && isToBeVerified(manifest, kernel)) return;
  const patterns = await workspacePatterns(folder, manifest);
  if (patterns.length === 0) return;
  const packages = await packagesOf(folder, patterns, kernel);
  if (packages.length === 0) return;
  const commands = packages
    .slice(0, enough)
    .map((path) => `\`service verify --cwd ${quoted(posix.join(shown, path))}\``);
  const more = packages.length > enough ? [`and ${packages.length - enough} more`] : [];
  throw serviceError('WORKSPACE_ROOT', { folder, commands: [...commands, ...more].join(', ') });
}

/** A package that merely depends on n8n's, as libraries and roots of workspaces do, is no node. */
function isToBeVerified(manifest: Manifest, kernel: Kernel): boolean {
  const type = kernel.detect(manifest);
  return type !== undefined && (type !== 'n8n-node' || isRecord(manifest['n8n']));
}

/** Where npm, yarn, pnpm and lerna are told to look for packages: globs of folders; those to leave out begin with `!`. */
async function workspacePatterns(folder: string, manifest: Manifest | undefined): Promise<string[]> {
  const workspaces = manifest?.['workspaces'];
  const named = textsOf(isRecord(workspaces) ? workspaces['packages'] : workspaces);
  const pnpm = await readText(join(folder, 'pnpm-workspace.yaml'));
  const lerna = await readText(join(folder, 'lerna.json'));
  return [...named, ...(pnpm === undefined ? [] : await pnpmPatterns(pnpm)), ...lernaPatterns(lerna)];
}

async function pnpmPatterns(text: string): Promise<string[]> {
  const { parse } = await import('yaml');
  const content: unknown = parsed(() => parse(text, { maxAliasCount: 0 }));
  return isRecord(content) ? textsOf(content['packages']) : [];
}

/** Without `packages` lerna takes the workspaces of package.json, or its own default. */
function lernaPatterns(text: string | undefined): string[] {
  const content: unknown = text === undefined ? undefined : parsed(() => JSON.parse(text));
  if (!isRecord(content)) return [];
  return content['packages'] === undefined ? ['packages/*'] : textsOf(content['packages']);
}

async function packagesOf(folder: string, patterns: readonly string[], kernel: Kernel): Promise<string[]> {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!')).map(manifestsBelow);
  const unwanted = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => manifestsBelow(pattern.slice(1)));
  const found = new Set<string>();
  const isInstalled = (path: string) => /(?:^|[/\\])(?:node_modules|\.git)(?:[/\\]|$)/.test(path);
  let left = most;
  for await (const path of glob(wanted, { cwd: folder, exclude: (one) => isInstalled(one) })) {
    left -= 1;
    if (left < 0) break;
    const unix = path.split(sep).join('/');
    if (isInstalled(unix) || unwanted.some((pattern) => posix.matchesGlob(unix, pattern))) continue;
    const text = await readText(join(folder, path));
    const manifest: unknown = text === undefined ? undefined : parsed(() => JSON.parse(text));
    if (isRecord(manifest) && isToBeVerified(manifest, kernel)) found.add(dirname(unix));
  }
  return [...found].sort();
}

/** `./packages/a` and `packages/a/` are the same; what leaves the folder is none of the workspace's. */
function manifestsBelow(pattern: string): string {
  const clean = posix.normalize(pattern).replace(/\/$/, '');
  return clean.startsWith('..') || clean.startsWith('/') ? '' : posix.join(clean, 'package.json');
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).size > fileLimit ? undefined : (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } catch {
    return undefined;
  }
}

/** What can't be read names no packages. */
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

const quoted = (path: string) => (/^[\w@./-]+$/.test(path) ? path : `"${path.replace(/(["$`\\])/g, '\\$1')}"`);
