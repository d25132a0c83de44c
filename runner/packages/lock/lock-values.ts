import { valid } from 'semver';
import { UnreadableLock } from './dependency-graph.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object with fields; without any for everything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own field, whatever its name. */
export function field(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The fields in which a manifest, or what repeats it, says what it depends on; the first that names a package counts. */
export const dependencyFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const;

/** What a manifest asks for under a name. */
export function wantedOf(manifest: Fields, name: string): string | undefined {
  for (const list of dependencyFields) {
    const wanted = textOf(field(fieldsOf(manifest[list]), name));
    if (wanted !== undefined) return wanted;
  }
  return undefined;
}

/** `@scope/name` or `name` at the start of a text, and what follows it after a separator. */
export function splitName(text: string, separator: string): { name: string; rest: string } | undefined {
  const from = text.startsWith('@') ? text.indexOf('/') : 0;
  const at = from < 0 ? -1 : text.indexOf(separator, from + 1);
  return at > 0 ? { name: text.slice(0, at), rest: text.slice(at + separator.length) } : undefined;
}

/** A name under which npm has packages: nothing that could be a path of another kind. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && /^(?:@[\w.~-]+\/)?[\w.~-]+$/.test(name) && !/(?:^|\/)\.|^node_modules$/.test(name);
}

/** What can be asked of a registry: an exact version of a package that it may have. */
export function isExact(name: string, version: string): boolean {
  return isPackageName(name) && valid(version) === version.replace(/\+.*$/, '');
}

/** Why what a lock file says a package was taken from is no registry; undefined when it may be one. */
export function elsewhere(resolved: string | undefined, integrity: string | undefined): string | undefined {
  if (resolved === undefined || resolved === '') return undefined;
  if (!/^https?:/.test(resolved)) return 'it does not come from a registry';
  return integrity === undefined && !resolved.includes('/-/') ? 'it does not come from a registry' : undefined;
}

/** Calls a parser. @throws {UnreadableLock} with the first line of its complaint */
export function parsed(parse: () => unknown): Fields {
  let value: unknown;
  try {
    value = parse();
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new UnreadableLock(line.slice(0, 200));
  }
  if (!isFields(value)) throw new UnreadableLock('it is not a lock file');
  return value;
}
