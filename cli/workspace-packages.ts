import { glob } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import type { Manifest } from '../kernel/check.ts';
import { serviceError } from '../kernel/errors.ts';
import { parseManifest } from '../kernel/manifest.ts';
import type { Kernel } from '../kernel/plugin.ts';
import { tryJson } from '../kernel/project-files.ts';
import { isRecord } from '../kernel/record.ts';
import { readRegularFile } from '../runner/source/regular-file.ts';
import { isPlainGlob, maxPatterns, stringsIn, workspacesOf } from '../runner/source/workspace.ts';
import { readProjectFile } from './read-project-file.ts';

/** Bytes of a manifest. */
const maxManifestBytes = 1024 * 1024;
/** Paths to visit, manifests to read, and milliseconds for the search. */
const maxPaths = 50_000;
const maxManifests = 2_000;
const maxDuration = 2_000;
/** Packages in the message. */
const maxListed = 20;

/**
 * Rejects a workspace root that is not a package to verify but contains some.
 * @param shown the folder as given by the user, for the commands in the message; empty for the current folder
 * @param local whether those commands verify on this machine
 * @param warn called if no package was found but the search was incomplete
 * @throws {ServiceError} WORKSPACE_ROOT, with the packages to choose from; UNREADABLE_PATH
 */
export async function rejectWorkspaceRoot(
  { folder, shown, local }: { folder: string; shown: string; local: boolean },
  manifest: Manifest | undefined,
  { kernel, warn }: { kernel: Kernel; warn(message: string): void },
): Promise<void> {
  if (manifest && isVerifiable(manifest, kernel)) return;
  const patterns = await workspacePatterns(folder, manifest);
  const { packages, left } = await packagesOf(folder, patterns, kernel);
  if (packages.length === 0) {
    if (left !== undefined) warn(`Not all packages of this workspace were searched: ${left}`);
    return;
  }
  const commands = packages
    .slice(0, maxListed)
    .map((path) => `\`service verify${local ? ' --local' : ''} --cwd ${quoted(posix.join(shown, path))}\``);
  const rest = packages.length - maxListed;
  const more = rest > 0 ? [`and ${rest} more`] : left !== undefined ? ['and possibly more'] : [];
  throw serviceError('WORKSPACE_ROOT', { folder, commands: [...commands, ...more].join(', ') });
}

/** A package that only depends on n8n packages, such as a library or a workspace root, is not a node. */
function isVerifiable(manifest: Manifest, kernel: Kernel): boolean {
  const type = kernel.detect(manifest);
  return type !== undefined && (type !== 'n8n-node' || isRecord(manifest['n8n']));
}

async function packagesOf(
  folder: string,
  { wanted, unwanted, left }: WorkspacePatterns,
  kernel: Kernel,
): Promise<{ packages: string[]; left: string | undefined }> {
  if (wanted.length === 0) return { packages: [], left };
  const found = new Set<string>();
  const isInstalled = (path: string) => /(?:^|[/\\])(?:node_modules|\.git)(?:[/\\]|$)/.test(path);
  const until = performance.now() + maxDuration;
  let paths = 0;
  let read = 0;
  const isOver = () => paths > maxPaths || read > maxManifests || performance.now() > until;
  const exclude = (path: string) => {
    paths += 1;
    return isInstalled(path) || isOver();
  };
  for await (const path of glob(wanted, { cwd: folder, exclude })) {
    if (isOver()) break;
    const unix = path.split(sep).join('/');
    if (isInstalled(unix) || unwanted.some((pattern) => posix.matchesGlob(unix, pattern))) continue;
    read += 1;
    const manifest = manifestAt(join(folder, path));
    if (manifest && isVerifiable(manifest, kernel)) found.add(dirname(unix));
  }
  return { packages: [...found].sort(), left: isOver() ? 'too many folders' : left };
}

/** Returns undefined if the manifest is unreadable. */
function manifestAt(path: string): Manifest | undefined {
  try {
    return parseManifest(String(readRegularFile(path, maxManifestBytes)).replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

const quoted = (path: string) => (/^[\w@./-]+$/.test(path) ? path : `"${path.replace(/(["$`\\])/g, '\\$1')}"`);

/** Bytes of a workspace file. */
const maxFileBytes = 1024 * 1024;
/** Characters of the list in pnpm-workspace.yaml that are parsed. */
const maxListLength = 16 * 1024;

/** Globs of package folders. */
interface WorkspacePatterns {
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
async function workspacePatterns(folder: string, manifest: Manifest | undefined): Promise<WorkspacePatterns> {
  const named = manifest ? workspacesOf(manifest) : [];
  const pnpm = readText(folder, 'pnpm-workspace.yaml');
  const lerna = readText(folder, 'lerna.json');
  // npm publishes no private package: one that lists none may still have packages in its folders.
  const isUnlisted = manifest?.['private'] === true && !('workspaces' in manifest) && pnpm + lerna === '';
  const all = isUnlisted ? ['*', '*/*'] : [...named, ...(await pnpmPatterns(pnpm)), ...lernaPatterns(lerna)];
  const known = all.slice(0, maxPatterns).filter(isPlainGlob);
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
  try {
    const content: unknown = parse(list, { maxAliasCount: 0, uniqueKeys: false });
    return isRecord(content) ? stringsIn(content['packages']) : [];
  } catch {
    return [];
  }
}

/** Without `packages`, lerna uses the workspaces of package.json or its default. */
function lernaPatterns(text: string): string[] {
  const content = tryJson(text);
  if (!isRecord(content)) return [];
  return content['packages'] === undefined ? ['packages/*'] : stringsIn(content['packages']);
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
