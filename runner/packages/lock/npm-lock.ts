import { basename } from 'node:path/posix';
import { isRecord } from '../../../kernel/record.ts';
import { type DependencyGraph, type LockedPackage, type LockSubject, maxDepth } from './dependency-graph.ts';
import { type Fields, field, fieldsOf, fromRepository, parsed, textOf, withSource } from './lock-values.ts';

/** Maximum entries in a lock file of version 1, which must be flattened. */
const maxEntries = 200_000;

/**
 * Parses package-lock.json or npm-shrinkwrap.json, versions 1 to 3: a tree of `node_modules` folders.
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json
 * @returns undefined if the lock file is above the project and does not have it as a workspace
 * @throws {UnreadableLock}
 */
export function npmLock(text: string, subject: LockSubject): DependencyGraph | undefined {
  const lock = parsed(() => JSON.parse(text));
  const packages = isRecord(lock['packages']) ? lock['packages'] : flattened(fieldsOf(lock['dependencies']));
  const project = projectFolder(packages, subject);
  if (project === undefined) return undefined;
  return {
    resolve(name, from) {
      let folder = from?.id ?? project;
      for (let step = 0; step < maxDepth; step += 1) {
        if (!folder.endsWith('/node_modules') && folder !== 'node_modules') {
          const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
          const entry = field(packages, path);
          if (isRecord(entry)) return located(path, name, entry);
        }
        if (folder === '') return undefined;
        folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
      }
      return undefined;
    },
    ambient() {
      const types = /^(.*?)\/?node_modules\/(@types\/[^/]+)$/;
      return Object.keys(packages).flatMap((path) => {
        const [, folder, name] = (path.length < 500 && types.exec(path)) || [];
        return name !== undefined && (folder === '' || folder === project) ? [name] : [];
      });
    },
  };
}

function located(path: string, imported: string, entry: Fields): LockedPackage {
  const name = textOf(entry['name']) ?? imported;
  const alias = /^npm:(.+)@([^@]+)$/.exec(textOf(entry['version']) ?? '');
  const version = alias?.[2] ?? textOf(entry['version']) ?? '';
  const integrity = textOf(entry['integrity']);
  const found = { id: path, name: alias?.[1] ?? name, version, ...(integrity !== undefined && { integrity }) };
  return entry['link'] === true ? { ...found, ...fromRepository } : withSource(found, textOf(entry['resolved']));
}

/** Converts the nested `dependencies` of version 1 to the format of later versions. */
function flattened(dependencies: Fields): Fields {
  const packages: Record<string, unknown> = Object.create(null);
  const todo: { folder: string; entries: Fields; depth: number }[] = [{ folder: '', entries: dependencies, depth: 0 }];
  let count = 0;
  for (const { folder, entries, depth } of todo) {
    for (const [name, entry] of Object.entries(entries)) {
      count += 1;
      if (count > maxEntries) return packages;
      if (!isRecord(entry)) continue;
      const path = `${folder}node_modules/${name}`;
      packages[path] = entry;
      if (isRecord(entry['dependencies']) && depth < maxDepth)
        todo.push({ folder: `${path}/`, entries: entry['dependencies'], depth: depth + 1 });
    }
  }
  return packages;
}

/** The path of the project from the lock file: the workspace with the same name and depth. */
function projectFolder(packages: Fields, { manifest, above }: LockSubject): string | undefined {
  if (above === 0) return '';
  return Object.keys(packages).find((path) => {
    if (path.includes('node_modules') || path.split('/').length !== above) return false;
    // The name is omitted if it is that of the folder.
    return (fieldsOf(packages[path])['name'] ?? basename(path)) === manifest['name'];
  });
}
