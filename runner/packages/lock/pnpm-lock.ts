import { FAILSAFE_SCHEMA, loadAll } from 'js-yaml';
import { isRecord } from '../../../kernel/record.ts';
import type { DependencyGraph, LockedPackage, LockSubject } from './dependency-graph.ts';
import {
  dependencyFields,
  type Fields,
  field,
  fieldsOf,
  fromRepository,
  parsed,
  splitName,
  textOf,
  wantedOf,
  withSource,
} from './lock-values.ts';

/** Maximum importers to compare with the project. */
const maxImporters = 2_000;

/**
 * Parses pnpm-lock.yaml, versions 5 to 9.
 * https://github.com/pnpm/spec/tree/master/lockfile
 * @returns undefined if the lock file is above the project and does not have it as a workspace
 * @throws {UnreadableLock}
 */
export function pnpmLock(text: string, subject: LockSubject): DependencyGraph | undefined {
  // Newer releases of pnpm write a document for themselves before it.
  const lock = parsed(() => loadAll(text, { schema: FAILSAFE_SCHEMA }).findLast(isRecord));
  const packages = fieldsOf(lock['packages']);
  const snapshots = isRecord(lock['snapshots']) ? lock['snapshots'] : packages;
  const importers = isRecord(lock['importers']) ? lock['importers'] : { '.': lock };
  const own = importerOf(importers, subject);
  if (!own) return undefined;
  const root = fieldsOf(field(importers, '.'));
  let named: Map<string, string[]> | undefined;

  /** pnpm writes a version or, for aliases, the whole key. */
  const keyOf = (name: string, version: string): string | undefined =>
    [`${name}@${version}`, `/${name}@${version}`, `/${name}/${version}`, version].find((key) =>
      Object.hasOwn(snapshots, key),
    );
  const packageAt = (key: string): LockedPackage => {
    const { name, version } = partsOf(key);
    const entry = fieldsOf(field(packages, key) ?? field(packages, `${name}@${version}`));
    const resolution = fieldsOf(entry['resolution']);
    const integrity = textOf(resolution['integrity']);
    const found = { id: key, name, version, ...(integrity !== undefined && { integrity }) };
    return withSource(found, textOf(resolution['tarball']));
  };
  const wantedBy = (owner: Fields, name: string): LockedPackage | undefined => {
    for (const list of dependencyFields) {
      const value = field(fieldsOf(owner[list]), name);
      const version = textOf(value) ?? textOf(fieldsOf(value)['version']);
      if (version === undefined) continue;
      const key = keyOf(name, version);
      if (key !== undefined) return packageAt(key);
      if (/^(?:link|workspace):/.test(version))
        return { id: `${name}@${version}`, name, version: '', ...fromRepository };
    }
    return undefined;
  };
  /** What pnpm hoists, for packages that do not declare their dependencies. */
  const hoisted = (name: string): LockedPackage | undefined => {
    named ??= Map.groupBy(Object.keys(snapshots), (key) => partsOf(key).name);
    const [key] = named.get(name) ?? [];
    return key === undefined ? undefined : packageAt(key);
  };

  return {
    resolve(name, from) {
      const owner = from ? fieldsOf(field(snapshots, from.id)) : own;
      return wantedBy(owner, name) ?? wantedBy(own, name) ?? wantedBy(root, name) ?? hoisted(name);
    },
    ambient() {
      const lists = [own, root].flatMap((importer) => dependencyFields.map((list) => fieldsOf(importer[list])));
      return [...new Set(lists.flatMap(Object.keys).filter((name) => name.startsWith('@types/')))];
    },
  };
}

/** Parses `name@1.0.0(peer@2.0.0)` and the older forms `/name@1.0.0(peer@2.0.0)` and `/name/1.0.0_peer@2.0.0`. */
function partsOf(key: string): { name: string; version: string } {
  const bare = key.replace(/^\//, '').replace(/\(.*/s, '');
  const newer = splitName(bare, '@');
  const older = newer === undefined || newer.name.split('/').length > 2 ? splitName(bare, '/') : undefined;
  // The `@` of a peer is after the version.
  const slash = splitName(bare, '/');
  const isOlder = key.startsWith('/') && slash !== undefined && /^\d/.test(slash.rest);
  const parts = isOlder ? slash : (older ?? newer);
  return { name: parts?.name ?? bare, version: (parts?.rest ?? '').replace(/_.*/s, '') };
}

/** The entry of the project: the one at the same depth with the most similar dependencies. */
function importerOf(importers: Fields, { manifest, above }: LockSubject): Fields | undefined {
  const alone = field(importers, '.');
  if (above === 0) return fieldsOf(alone);
  const deep = Object.entries(importers)
    .filter(([path]) => path !== '.' && path.split('/').length === above)
    .slice(0, maxImporters);
  const ranked = deep.map(([, entry]) => ({ entry: fieldsOf(entry), rank: similarity(fieldsOf(entry), manifest) }));
  const [best] = ranked.sort((a, b) => b.rank - a.rank);
  return best && best.rank > 0 ? best.entry : undefined;
}

function similarity(importer: Fields, manifest: Fields): number {
  let rank = 0;
  for (const list of dependencyFields) {
    for (const [name, value] of Object.entries(fieldsOf(importer[list])).slice(0, 500)) {
      const specifier = textOf(fieldsOf(value)['specifier']) ?? textOf(field(fieldsOf(importer['specifiers']), name));
      rank += wantedOf(manifest, name) === specifier ? 1 : -1;
    }
  }
  return rank;
}
