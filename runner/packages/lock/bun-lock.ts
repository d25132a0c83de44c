import { type ParseError, parse } from 'jsonc-parser';
import {
  type DependencyGraph,
  type LockedPackage,
  type LockSubject,
  maxDepth,
  UnreadableLock,
} from './dependency-graph.ts';
import { field, fieldsOf, fromRepository, parsed, splitName, textOf, withSource } from './lock-values.ts';

/**
 * Parses bun.lock, versions 0 and 1: a tree of packages, each inside of the one that it is installed in.
 * https://bun.com/docs/pm/lockfile
 * @returns undefined if the lock file is above the project and does not have it as a workspace
 * @throws {UnreadableLock}
 */
export function bunLock(text: string, { manifest, above }: LockSubject): DependencyGraph | undefined {
  const faults: ParseError[] = [];
  const lock = parsed(() => parse(text, faults, { allowTrailingComma: true }));
  if (faults.length > 0) throw new UnreadableLock('it is not valid JSON');
  const workspaces = Object.values(fieldsOf(lock['workspaces'])).map((workspace) => fieldsOf(workspace)['name']);
  if (above > 0 && !workspaces.includes(manifest['name'])) return undefined;
  const packages = fieldsOf(lock['packages']);
  return {
    resolve(name, from) {
      let within = from?.id ?? textOf(manifest['name']) ?? '';
      for (let step = 0; step < maxDepth; step += 1) {
        const key = within === '' ? name : `${within}/${name}`;
        const entry = field(packages, key);
        if (Array.isArray(entry)) return located(key, entry);
        if (within === '') return undefined;
        within = withoutLast(within);
      }
      return undefined;
    },
    ambient: () => Object.keys(packages).filter((key) => /^@types\/[^/]+$/.test(key)),
  };
}

/** Removes the last package from `a/@scope/b`. */
function withoutLast(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return '';
  const before = path.slice(0, slash);
  const scope = before.lastIndexOf('/') + 1;
  return before.startsWith('@', scope) ? before.slice(0, Math.max(0, scope - 1)) : before;
}

/** For packages from a registry, the entry is `[name@version, registry, manifest, integrity]`. */
function located(key: string, [resolution, from, , stated]: readonly unknown[]): LockedPackage {
  const parts = splitName(textOf(resolution) ?? '', '@');
  const integrity = textOf(stated);
  const found = { id: key, name: parts?.name ?? '', version: parts?.rest ?? '' };
  if (found.version.startsWith('workspace:')) return { ...found, version: '', ...fromRepository };
  const isOfRegistry = typeof from === 'string';
  return withSource({ ...found, ...(integrity !== undefined && { integrity }) }, undefined, isOfRegistry);
}
