import npa from 'npm-package-arg';
import { serviceError } from '../../kernel/errors.ts';

/** A reference to a published package. */
export interface PackageReference {
  /** `name` or `@scope/name`. */
  name: string;
  /** An exact version, a range or a dist-tag; `latest` when the reference names none. */
  wanted: string;
  kind: 'version' | 'range' | 'tag';
}

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name */
const maxName = 214;
const maxReference = 512;

/**
 * Parses `name` or `@scope/name`, optionally with `@` and a version, range or dist-tag. Other specifiers of npm are rejected:
 * Git and other URLs, files, folders and aliases.
 * @throws {ServiceError} PATH_NOT_SUPPORTED for a path, INVALID_PACKAGE_REF otherwise
 */
export function parsePackageReference(reference: string): PackageReference {
  if (looksLikePath(reference)) throw serviceError('PATH_NOT_SUPPORTED', { path: reference, folder: reference });
  const fault = faultOf(reference);
  if (fault) throw refused(reference, fault);
  const { type, name, fetchSpec } = parsed(reference);
  if (type !== 'version' && type !== 'range' && type !== 'tag') {
    throw refused(reference, refusals[type] ?? 'it does not name a package in a registry');
  }
  if (!name || name.length > maxName || /(^|[@/])[.-]/.test(name)) {
    throw refused(reference, 'its name is not a valid package name');
  }
  // npm parses a name alone as any version, and then installs `latest`.
  if (!reference.includes('@', 1)) return { name, wanted: 'latest', kind: 'tag' };
  return { name, wanted: fetchSpec ?? '*', kind: type };
}

function parsed(reference: string): npa.Result {
  try {
    // The result must not depend on the current folder.
    return npa(reference, '/');
  } catch (error) {
    throw refused(reference, 'its name or version is not valid', error);
  }
}

/** Whether the user probably means a file or folder. */
function looksLikePath(reference: string): boolean {
  if (/^(\.|~|\/|[A-Za-z]:[\\/])/.test(reference) || /^[^:@]*\\/.test(reference)) return true;
  return /^[^@:][^@:]*\//.test(reference) || /^[^@:]+\.(tgz|tar|tar\.gz)$/.test(reference);
}

function faultOf(reference: string): string | undefined {
  if (reference === '') return 'it is empty';
  if (reference.length > maxReference) return `it is longer than ${maxReference} characters`;
  if (reference !== reference.trim()) return 'it starts or ends with a space';
  if (/[^\x20-\x7e]/.test(reference)) return 'it contains an invalid character';
  // `name@$VERSION` with nothing in VERSION; npm takes it for any version.
  if (reference.endsWith('@')) return 'it has no version after @';
  return undefined;
}

const refusals: Readonly<Record<string, string>> = {
  git: 'it names a Git repository',
  remote: 'it is a URL',
  file: 'it names a file',
  directory: 'it names a folder',
  alias: 'it is an alias',
};

function refused(reference: string, reason: string, cause?: unknown) {
  const ref = reference.length > 100 ? `${reference.slice(0, 100)}…` : reference;
  return serviceError('INVALID_PACKAGE_REF', { ref, reason }, { cause });
}
