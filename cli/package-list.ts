import { resolve } from 'node:path';
import { reasonOf, usageError } from '../kernel/errors.ts';
import { parsePackageReference } from '../runner/source/package-reference.ts';
import { unreadable } from '../runner/source/readable-file.ts';
import { readRegularFile } from '../runner/source/regular-file.ts';

/** Packages in a list: what one batch takes. */
const maxPackages = 1_000;
/** Bytes of the file. */
const maxBytes = 1024 * 1024;

/**
 * Reads references of published packages from a file, one a line. Empty lines, lines that start with `#` and repeated
 * packages do not count.
 * @throws {ServiceError} UNREADABLE_PATH, INVALID_USAGE for a line that is no reference, or too many of them
 */
export function readPackageList(file: string): string[] {
  const invalid = (reason: string) => usageError(`${file}${reason}`);
  const text = readText(file);
  if (text === undefined) throw invalid(` is larger than ${maxBytes} bytes; split it`);
  const packages = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    const reference = line.trim();
    if (reference === '' || reference.startsWith('#')) continue;
    try {
      parsePackageReference(reference);
    } catch (error) {
      throw invalid(`:${index + 1}: ${reasonOf(error)}`);
    }
    packages.add(reference);
  }
  if (packages.size === 0) throw invalid(' lists no packages');
  if (packages.size > maxPackages)
    throw invalid(` lists ${packages.size} packages; split it into lists of ${maxPackages}`);
  return [...packages];
}

function readText(file: string): string | undefined {
  try {
    return readRegularFile(resolve(file), maxBytes)
      ?.toString('utf8')
      .replace(/^\ufeff/, '');
  } catch (error) {
    throw unreadable(file, error);
  }
}
