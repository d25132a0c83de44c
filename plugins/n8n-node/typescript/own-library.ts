import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lt } from 'semver';
import type { Diagnostic } from './compile-output.ts';

/**
 * Makes TypeScript use the libraries (`Array`, `Promise`, `fetch`) of another version. Each library is a package that is
 * resolved from the folder of the configuration.
 * https://www.typescriptlang.org/tsconfig/#libReplacement
 * @param typescript folder of the other version
 * @param scratch folder of the configuration
 * @returns whether that version has such libraries
 */
export function replaceLibrary(typescript: string, scratch: string): boolean {
  const libraries = librariesIn(join(typescript, 'lib'));
  // Created for another part of the project.
  if (existsSync(join(scratch, 'node_modules/@typescript'))) return true;
  for (const file of libraries) {
    const [name = '', ...rest] = file.slice('lib.'.length, -'.d.ts'.length).split('.');
    const folder = join(scratch, 'node_modules/@typescript', `lib-${name}`);
    const link = join(folder, `${rest.length === 0 ? 'index' : rest.join('-')}.d.ts`);
    mkdirSync(dirname(link), { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `@typescript/lib-${name}`, version: '1.0.0' }));
    symlinkSync(join(typescript, 'lib', file), link);
  }
  return libraries.length > 0;
}

/**
 * Type parameters that these have since TypeScript 5.6. Without them, it takes nothing in the libraries of earlier versions
 * for iterable.
 * https://www.typescriptlang.org/docs/handbook/release-notes/typescript-5-6.html#iterator-helper-methods
 */
const iterators = ['Iterable', 'IterableIterator', 'AsyncIterable', 'AsyncIterableIterator']
  .map((name) => `interface ${name}<T, TReturn = any, TNext = any> {}\n`)
  .join('');

/**
 * Writes the declarations that the libraries of another version lack.
 * @param version exact version
 * @param scratch where TypeScript can read them
 * @returns files to compile with the project
 */
export function missingDeclarations(version: string, scratch: string): string[] {
  if (!lt(version, '5.6.0-0')) return [];
  const file = join(scratch, 'iterators.d.ts');
  writeFileSync(file, iterators);
  return [file];
}

function librariesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^lib\.[\w.]+\.d\.ts$/.test(name));
  } catch {
    return [];
  }
}

/**
 * Errors with another code in earlier versions: of 4.9 and 5.0, about values that may be null or unknown and unknown
 * members.
 */
const renamed = new Set([2353, 2820, 2882, 18046, 18047, 18048, 18049, 18050]);

/**
 * The codes of all errors of a version of TypeScript, to ignore errors that only later versions report. Undefined if its
 * package does not contain them.
 * @param typescript its folder
 */
export function knownCodes(typescript: string): ReadonlySet<number> | undefined {
  const messages = join(typescript, 'lib/de/diagnosticMessages.generated.json');
  if (!existsSync(messages)) return undefined;
  const codes = readFileSync(messages, 'utf8').matchAll(/_(\d{4,5})"\s*:/g);
  const known = new Set([...codes].map(([, code]) => Number(code)));
  return known.size > 1_000 ? new Set([...known, ...renamed]) : undefined;
}

/**
 * Whether the project's version of TypeScript accepts what ours reports.
 * - Before 5.0, values that may be numbers can be compared:
 *   https://www.typescriptlang.org/docs/handbook/release-notes/typescript-5-0.html#forbidden-implicit-coercions-in-relational-operators
 * - Before 7.0, an interface with declarations in several files that contradicts what it extends is reported at another of
 *   them: with `skipLibCheck` not at all, where the one that extends is in a package.
 * @param version exact version
 * @param read the text of a file of the project from a line and a column on
 */
export function isAcceptedBy(
  version: string,
  diagnostic: Diagnostic,
  read: (file: string, line: number, column: number) => string,
): boolean {
  const { code, message, file, line, column } = diagnostic;
  if (code === 2430 && lt(version, '7.0.0-0') && file !== undefined)
    return !/^[^{]{0,1000}\sextends\s/.test(read(file, line ?? 1, column ?? 1));
  const types = /^Operator '[<>]=?' cannot be applied to types '(.+)' and '(.+)'/.exec(message);
  if (code !== 2365 || !types || !lt(version, '5.0.0-0')) return false;
  // Types that can be compared have something in common.
  const [one = [], other = []] = types.slice(1).map((type) => type.split(' | '));
  return one.some((type) => other.includes(type));
}
