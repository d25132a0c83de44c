import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import { rcompare, valid } from 'semver';
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

/**
 * Parses yarn.lock, version 1 and later: the resolution of each requested range.
 * https://classic.yarnpkg.com/lang/en/docs/yarn-lock/ and https://yarnpkg.com/advanced/lexicon#lockfile
 * @returns undefined if the lock file is above the project and does not have it as a workspace
 * @throws {UnreadableLock}
 */
export async function yarnLock(text: string, subject: LockSubject): Promise<DependencyGraph | undefined> {
  const isClassic = /^# yarn lockfile v1$/m.test(text.slice(0, 1_000));
  const lock = isClassic ? await parseClassic(text) : parsed(() => load(text, { schema: FAILSAFE_SCHEMA }));
  const entries = new Map<string, { key: string; entry: Fields }>();
  for (const [key, entry] of Object.entries(lock)) {
    if (!isRecord(entry) || key === '__metadata') continue;
    for (const descriptor of key.split(', ')) entries.set(descriptor, { key, entry });
  }
  const own = isClassic ? subject.manifest : workspaceOf(lock, subject);
  if (subject.above > 0 && !(own && isLocked(own, entries))) return undefined;
  let named: Map<string, LockedPackage[]> | undefined;

  const wantedBy = (owner: Fields, name: string): LockedPackage | undefined => {
    const wanted = wantedOf(owner, name);
    if (wanted === undefined) return undefined;
    const found = entries.get(`${name}@${wanted}`) ?? entries.get(`${name}@npm:${wanted}`);
    return found && located(found.key, found.entry);
  };
  /** What yarn hoists, for packages that do not declare their dependencies: the highest version, as an approximation. */
  const hoisted = (name: string): LockedPackage | undefined => {
    named ??= Map.groupBy(
      Object.entries(lock).flatMap(([key, entry]) => (isRecord(entry) ? located(key, entry) : [])),
      (locked) => locked.name,
    );
    const [highest] = (named.get(name) ?? []).sort((a, b) =>
      valid(a.version) && valid(b.version) ? rcompare(a.version, b.version) : 0,
    );
    return highest;
  };

  return {
    resolve(name, from) {
      const owner = from ? fieldsOf(field(lock, from.id)) : own;
      return wantedBy(owner, name) ?? wantedBy(own, name) ?? hoisted(name);
    },
    ambient() {
      const names = [...entries.keys()].flatMap((descriptor) => splitName(descriptor, '@')?.name ?? []);
      return [...new Set(names.filter((name) => name.startsWith('@types/')))];
    },
  };
}

/** Whether most dependencies of a workspace are in the lock file: version 1 does not list workspaces. */
function isLocked(manifest: Fields, entries: ReadonlyMap<string, unknown>): boolean {
  const wanted = dependencyFields.flatMap((list) => Object.entries(fieldsOf(manifest[list])));
  const found = wanted.filter(
    ([name, range]) => entries.has(`${name}@${range}`) || entries.has(`${name}@npm:${range}`),
  );
  return found.length > 0 && 2 * found.length >= wanted.length;
}

async function parseClassic(text: string): Promise<Fields> {
  const { parseSyml } = await import('@yarnpkg/parsers');
  return parsed(() => parseSyml(text));
}

function located(key: string, entry: Fields): LockedPackage {
  const [first = ''] = key.split(', ', 1);
  const asked = splitName(first, '@');
  // Later versions: `name@npm:1.0.0`, `name@workspace:packages/name` or `name@patch:…`.
  const resolution = splitName(textOf(entry['resolution']) ?? '', '@');
  const alias = /^npm:((?:@[^/@]+\/)?[^/@]+)@/.exec(asked?.rest ?? '')?.[1];
  const name = resolution?.name ?? alias ?? asked?.name ?? first;
  const version = textOf(entry['version']) ?? '';
  const integrity = textOf(entry['integrity']);
  const found = { id: key, name, version, ...(integrity !== undefined && { integrity }) };
  if (resolution?.rest.startsWith('workspace:')) return { ...found, ...fromRepository };
  const isOfRegistry = resolution === undefined || /^(?:npm|patch):/.test(resolution.rest);
  return withSource(found, textOf(entry['resolved']), isOfRegistry);
}

/** In later versions, the entry of the project with all its dependencies, with resolved catalogs. */
function workspaceOf(lock: Fields, { manifest, above }: LockSubject): Fields {
  const isThis = (entry: unknown): boolean => {
    const resolution = splitName(textOf(fieldsOf(entry)['resolution']) ?? '', '@');
    const folder = resolution?.rest.startsWith('workspace:') ? resolution.rest.slice('workspace:'.length) : undefined;
    if (folder === undefined) return false;
    return above === 0 ? folder === '.' : folder.split('/').length === above && resolution?.name === manifest['name'];
  };
  const found = fieldsOf(Object.values(lock).find(isThis));
  const lists = dependencyFields.map((list) => [list, { ...fieldsOf(manifest[list]), ...fieldsOf(found[list]) }]);
  return Object.fromEntries(lists);
}
