import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { maxLevels } from '../../source/stored-path.ts';
import { type DependencyGraph, type LockSubject, UnreadableLock } from './dependency-graph.ts';
import { fieldsOf, lockedNames, textOf } from './lock-values.ts';

/** The lock file of a project. */
export interface ReadLock {
  /** Relative to the project; may be above it. */
  path: string;
  /** Undefined if it cannot be parsed. */
  graph: DependencyGraph | undefined;
  /** Why it cannot be parsed. */
  fault?: string;
}

/** Bytes; lock files of large monorepos have a few MB. */
const maxBytes = 32 * 1024 * 1024;

type Reader = (
  text: string,
  subject: LockSubject,
) => DependencyGraph | undefined | Promise<DependencyGraph | undefined>;

/** By file name, in order of precedence, with the package manager. */
const readers: Readonly<Record<string, { manager: string; read: Reader }>> = {
  'npm-shrinkwrap.json': {
    manager: 'npm',
    read: async (...asked) => (await import('./npm-lock.ts')).npmLock(...asked),
  },
  'package-lock.json': { manager: 'npm', read: async (...asked) => (await import('./npm-lock.ts')).npmLock(...asked) },
  'pnpm-lock.yaml': { manager: 'pnpm', read: async (...asked) => (await import('./pnpm-lock.ts')).pnpmLock(...asked) },
  'yarn.lock': { manager: 'yarn', read: async (...asked) => (await import('./yarn-lock.ts')).yarnLock(...asked) },
  'bun.lock': { manager: 'bun', read: async (...asked) => (await import('./bun-lock.ts')).bunLock(...asked) },
};

/** Finds the lock files: those nearest to the project, the one of the package manager in use first. */
export function findLocks(files: ProjectFiles, manifest: Readonly<Record<string, unknown>>): string[] {
  for (let above = 0; above <= maxLevels; above += 1) {
    const found = Object.keys(readers)
      .map((name) => '../'.repeat(above) + name)
      .filter((path) => files.exists(path));
    const manager = managerOf(manifest);
    if (found.length > 0) return found.sort((one, other) => Number(isOf(other, manager)) - Number(isOf(one, manager)));
  }
  return [];
}

/**
 * Reads the lock file; of several the first that has all dependencies, since others are out of date. Undefined if there is
 * none, or it belongs to a repository without this project as a workspace.
 */
export async function readLock(
  files: ProjectFiles,
  manifest: Readonly<Record<string, unknown>>,
): Promise<ReadLock | undefined> {
  const names = lockedNames(manifest);
  const [path, ...others] = findLocks(files, manifest);
  const first = path === undefined ? undefined : await readOne(path, files, manifest);
  const isWhole = (lock: ReadLock | undefined) => names.every((name) => lock?.graph?.resolve(name));
  if (others.length === 0 || isWhole(first)) return first;
  for (const other of others) {
    const lock = await readOne(other, files, manifest);
    if (lock?.graph && isWhole(lock)) return lock;
  }
  return first;
}

async function readOne(
  path: string,
  files: ProjectFiles,
  manifest: Readonly<Record<string, unknown>>,
): Promise<ReadLock | undefined> {
  const reader = readers[nameOf(path)];
  if (!reader) return undefined;
  const bytes = await files.bytes(path);
  if (bytes.length > maxBytes) return { path, graph: undefined, fault: `it is larger than ${maxBytes} bytes` };
  const text = new TextDecoder().decode(bytes);
  try {
    const graph = await reader.read(text, { manifest, above: path.split('../').length - 1 });
    return graph && { path, graph };
  } catch (error) {
    if (error instanceof UnreadableLock || error instanceof RangeError)
      return { path, graph: undefined, fault: error.message };
    throw error;
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const isOf = (path: string, manager: string | undefined) => readers[nameOf(path)]?.manager === manager;

/** The package manager in use: according to `packageManager`, else to the scripts. */
function managerOf(manifest: Readonly<Record<string, unknown>>): string | undefined {
  const stated = /^(npm|pnpm|yarn|bun)@/.exec(textOf(manifest['packageManager']) ?? '')?.[1];
  if (stated !== undefined) return stated;
  const scripts = Object.values(fieldsOf(manifest['scripts'])).slice(0, 200);
  const run = scripts.map((script) => /\b(pnpm|yarn|bun)\b/.exec(textOf(script)?.slice(0, 2_000) ?? '')?.[1]);
  return run.find((manager) => manager !== undefined);
}
