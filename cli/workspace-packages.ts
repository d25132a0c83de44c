import { glob } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import type { Manifest } from '../kernel/check.ts';
import { serviceError } from '../kernel/errors.ts';
import type { Kernel } from '../kernel/plugin.ts';
import { readRegularFile } from '../runner/source/regular-file.ts';
import { type WorkspacePatterns, workspacePatterns } from './workspace-patterns.ts';

/** Bytes of a manifest. */
const manifestLimit = 1024 * 1024;
/** Names that are looked at, packages that are read, and milliseconds for all of that. */
const most = { names: 50_000, packages: 2_000 };
const patience = 2_000;
/** How many packages are told. */
const enough = 20;

/**
 * Refuses the root of a workspace that is no package to verify itself but holds some: nobody means the root.
 * @param shown the folder as the user named it, for the commands that are told; empty for here
 * @param warn told when none was found among those that were looked at, and there may be others
 * @throws {ServiceError} WORKSPACE_ROOT, with the packages to choose from; UNREADABLE_PATH
 */
export async function rejectWorkspaceRoot(
  { folder, shown }: { folder: string; shown: string },
  manifest: Manifest | undefined,
  { kernel, warn }: { kernel: Kernel; warn(message: string): void },
): Promise<void> {
  if (manifest && isToBeVerified(manifest, kernel)) return;
  const patterns = await workspacePatterns(folder, manifest);
  const { packages, left } = await packagesOf(folder, patterns, kernel);
  if (packages.length === 0) {
    if (left !== undefined) warn(`Not all packages of this workspace were searched: ${left}`);
    return;
  }
  const commands = packages
    .slice(0, enough)
    .map((path) => `\`service verify --cwd ${quoted(posix.join(shown, path))}\``);
  const rest = packages.length - enough;
  const more = rest > 0 ? [`and ${rest} more`] : left !== undefined ? ['and possibly more'] : [];
  throw serviceError('WORKSPACE_ROOT', { folder, commands: [...commands, ...more].join(', ') });
}

/** A package that merely depends on n8n's, as libraries and roots of workspaces do, is no node. */
function isToBeVerified(manifest: Manifest, kernel: Kernel): boolean {
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
  const until = performance.now() + patience;
  let names = 0;
  let read = 0;
  const isOver = () => names > most.names || read > most.packages || performance.now() > until;
  const exclude = (path: string) => {
    names += 1;
    return isInstalled(path) || isOver();
  };
  for await (const path of glob(wanted, { cwd: folder, exclude })) {
    if (isOver()) break;
    const unix = path.split(sep).join('/');
    if (isInstalled(unix) || unwanted.some((pattern) => posix.matchesGlob(unix, pattern))) continue;
    read += 1;
    const manifest = manifestAt(join(folder, path));
    if (isRecord(manifest) && isToBeVerified(manifest, kernel)) found.add(dirname(unix));
  }
  return { packages: [...found].sort(), left: isOver() ? 'too many folders' : left };
}

/** What can't be read is no package. */
function manifestAt(path: string): unknown {
  try {
    return JSON.parse(String(readRegularFile(path, manifestLimit)).replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const quoted = (path: string) => (/^[\w@./-]+$/.test(path) ? path : `"${path.replace(/(["$`\\])/g, '\\$1')}"`);
