import { valid } from 'semver';
import { isRecord } from '../../../kernel/record.ts';
import { type LockedPackage, UnreadableLock } from './dependency-graph.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The value if it is an object, else an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** An own property, whatever its name. */
export function field(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The dependency fields of a manifest; the first that lists a package counts. */
export const dependencyFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const;

/** The specifier of a dependency in a manifest. */
export function wantedOf(manifest: Fields, name: string): string | undefined {
  for (const list of dependencyFields) {
    const wanted = textOf(field(fieldsOf(manifest[list]), name));
    if (wanted !== undefined) return wanted;
  }
  return undefined;
}

/** Peer dependencies that are not optional. https://docs.npmjs.com/cli/v11/configuring-npm/package-json#peerdependenciesmeta */
export function requiredPeers(manifest: Fields): Fields {
  const meta = fieldsOf(manifest['peerDependenciesMeta']);
  const peers = Object.entries(fieldsOf(manifest['peerDependencies']));
  return Object.fromEntries(peers.filter(([name]) => fieldsOf(field(meta, name))['optional'] !== true));
}

/** The dependencies that every package manager installs and writes into its lock file. */
export const lockedNames = (manifest: Fields): string[] =>
  ['dependencies', 'devDependencies'].flatMap((list) => Object.keys(fieldsOf(manifest[list])));

/** Splits `@scope/name` or `name` at the start of a text from what follows after a separator. */
export function splitName(text: string, separator: string): { name: string; rest: string } | undefined {
  const from = text.startsWith('@') ? text.indexOf('/') : 0;
  const at = from < 0 ? -1 : text.indexOf(separator, from + 1);
  return at > 0 ? { name: text.slice(0, at), rest: text.slice(at + separator.length) } : undefined;
}

/** Whether npm allows a package name; such a name cannot be another kind of path. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && /^(?:@[\w.~-]+\/)?[\w.~-]+$/.test(name) && !/(?:^|\/)\.|^node_modules$/.test(name);
}

/** Whether this is a valid package name with an exact version. */
function isExact(name: string, version: string): boolean {
  return isPackageName(name) && valid(version) === version.replace(/\+.*/s, '');
}

/** Where a workspace comes from. */
export const fromRepository = { elsewhere: 'it is a package of the same repository' };

/** Completes a package with the reason why it is not from a registry, if it is not. @param resolved its URL */
export function withSource(found: LockedPackage, resolved: string | undefined, isOfRegistry = true): LockedPackage {
  const hasOtherUrl =
    resolved !== undefined &&
    resolved !== '' &&
    (!/^https?:/.test(resolved) || (found.integrity === undefined && !resolved.includes('/-/')));
  if (isOfRegistry && isExact(found.name, found.version) && !hasOtherUrl) return found;
  return { ...found, elsewhere: 'it is not from a registry' };
}

/** Calls a parser. @throws {UnreadableLock} with the first line of the error */
export function parsed(parse: () => unknown): Fields {
  let value: unknown;
  try {
    value = parse();
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new UnreadableLock(line.slice(0, 200));
  }
  if (!isRecord(value)) throw new UnreadableLock('it is not a lock file');
  return value;
}
