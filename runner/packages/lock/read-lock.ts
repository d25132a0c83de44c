import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { maxLevels } from '../../source/stored-path.ts';
import { type DependencyGraph, type LockSubject, UnreadableLock } from './dependency-graph.ts';
import { fieldsOf, textOf } from './lock-values.ts';

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

/** Finds the lock file: the nearest one, and of several in one folder that of the package manager in use. */
export function findLock(files: ProjectFiles, manifest: Readonly<Record<string, unknown>>): string | undefined {
  for (let above = 0; above <= maxLevels; above += 1) {
    const found = Object.keys(readers)
      .map((name) => '../'.repeat(above) + name)
      .filter((path) => files.exists(path));
    if (found.length > 0) return found.find((path) => isOf(path, managerOf(manifest))) ?? found[0];
  }
  return undefined;
}

/** Reads the lock file; undefined if there is none, or it belongs to a repository without this project as a workspace. */
export async function readLock(
  files: ProjectFiles,
  manifest: Readonly<Record<string, unknown>>,
): Promise<ReadLock | undefined> {
  const path = findLock(files, manifest);
  const reader = path === undefined ? undefined : readers[nameOf(path)];
  if (path === undefined || !reader) return undefined;
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
