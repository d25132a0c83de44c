import { dirname, isAbsolute } from 'node:path/posix';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { jsonLocator, type Position, type ProjectFiles, positionAt } from '../../../kernel/project-files.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { join, normalize } from '../project/project-path.ts';
import { optionFault } from './known-options.ts';

/** A TypeScript configuration as far as it could be read without running anything. Paths are relative to the project. */
export interface Tsconfig {
  /** The file that was read first; undefined when the project has none. */
  path: string | undefined;
  compilerOptions: Readonly<Record<string, unknown>>;
  /** The folder of the file that gave `paths`: what they are relative to when there is no `baseUrl`. */
  pathsFolder?: string;
  files?: readonly string[];
  include?: readonly string[];
  exclude?: readonly string[];
  /** Whether it, or what it extends, builds other projects too. */
  hasReferences?: boolean;
  faults: readonly TsconfigFault[];
  /** Options that TypeScript rejects. */
  wrongOptions?: readonly WrongOption[];
}

export interface WrongOption extends Position {
  file: string;
  message: string;
}

export interface TsconfigFault extends Partial<Position> {
  kind: 'syntax' | 'extends';
  file: string;
  message: string;
}

interface Reading {
  files: ProjectFiles;
  faults: TsconfigFault[];
  wrongOptions: WrongOption[];
  /** Configurations read so far. */
  count: number;
}

/** Bytes; the largest configuration that people write is a few thousand. */
const sizeLimit = 1024 * 1024;
/** Configurations that are read, the same one twice counted twice. */
const countLimit = 32;
const pathOptions = ['outDir', 'rootDir', 'baseUrl', 'declarationDir'];

/**
 * Reads a project's TypeScript configuration and, inside the project only, what it extends.
 * https://www.typescriptlang.org/tsconfig/#extends
 */
export async function readTsconfig(files: ProjectFiles, path: string): Promise<Tsconfig> {
  const reading: Reading = { files, faults: [], wrongOptions: [], count: 0 };
  const { faults, wrongOptions } = reading;
  if (!files.exists(path)) return { path: undefined, compilerOptions: {}, faults };
  const merged = await readChain(path, reading, []);
  return { ...merged, path, faults, ...(wrongOptions.length > 0 && { wrongOptions }) };
}

type Chain = Omit<Tsconfig, 'path' | 'faults' | 'wrongOptions'>;

async function readChain(path: string, reading: Reading, below: readonly string[]): Promise<Chain> {
  reading.count += 1;
  const text = await reading.files.read(path);
  const config = parseConfig(path, text, reading);
  noteWrongOptions(config, { path, text }, reading);
  let merged: Chain = { compilerOptions: {} };
  for (const base of [config?.['extends']].flat().filter((value) => typeof value === 'string')) {
    const target = basePath(base, path, reading.files);
    const reason = 'unread' in target ? target.unread : below.includes(target.path) ? 'it extends itself' : undefined;
    if (reason === undefined && 'path' in target && reading.count < countLimit) {
      const inherited = await readChain(target.path, reading, [...below, path]);
      merged = {
        ...merged,
        ...inherited,
        compilerOptions: { ...merged.compilerOptions, ...inherited.compilerOptions },
      };
      continue;
    }
    if (reading.faults.length < countLimit)
      reading.faults.push({
        kind: 'extends',
        file: path,
        ...positionAt(text, Math.max(0, text.indexOf(JSON.stringify(base)))),
        message: `"${base}" is not read: ${reason ?? 'too many configurations extend each other'}`,
      });
  }
  const own = rebased(config ?? {}, dirname(path));
  return { ...merged, ...own, compilerOptions: { ...merged.compilerOptions, ...own.compilerOptions } };
}

function parseConfig(file: string, text: string, { faults }: Reading): Readonly<Record<string, unknown>> | undefined {
  if (text.length > sizeLimit) {
    faults.push({ kind: 'syntax', file, message: 'the file is too large' });
    return undefined;
  }
  const errors: ParseError[] = [];
  let parsed: unknown;
  try {
    parsed = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch {
    // Nested deeper than the parser's stack.
    faults.push({ kind: 'syntax', file, message: 'the file is nested too deeply' });
    return undefined;
  }
  const [first] = errors;
  if (first) {
    const words = printParseErrorCode(first.error).replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
    faults.push({ kind: 'syntax', file, message: words, ...positionAt(text, first.offset) });
    return undefined;
  }
  return recordOf(parsed);
}

function noteWrongOptions(
  config: Readonly<Record<string, unknown>> | undefined,
  { path, text }: { path: string; text: string },
  { wrongOptions }: Reading,
): void {
  const locate = jsonLocator(text);
  for (const [name, value] of Object.entries(recordOf(config?.['compilerOptions']) ?? {})) {
    const message = optionFault(name, value);
    if (message === undefined || wrongOptions.length >= countLimit) continue;
    const at = locate(['compilerOptions', name]) ?? { line: 1, column: 1 };
    if (!wrongOptions.some((one) => one.file === path && one.message === message))
      wrongOptions.push({ file: path, message, ...at });
  }
}

function basePath(base: string, from: string, files: ProjectFiles): { path: string } | { unread: string } {
  const relative = base.startsWith('./') || base.startsWith('../') || base === '.' || base === '..';
  if (isAbsolute(base)) return { unread: 'it is outside the project' };
  const stem = normalize(relative ? join(dirname(from), base) : join('node_modules', base));
  const path = [stem, `${stem}.json`, `${stem}/tsconfig.json`].find((candidate) => files.exists(candidate));
  if (path !== undefined) return { path };
  if (!relative) return { unread: 'the package is not installed' };
  return { unread: files.mayHave(stem) ? 'it was not uploaded' : 'the file does not exist' };
}

/** The parts of a configuration that count here, with paths made relative to the project. */
function rebased(config: Readonly<Record<string, unknown>>, folder: string): Chain {
  const rebase = (path: string) => (isAbsolute(path) ? path : normalize(join(folder, path)));
  const given = recordOf(config['compilerOptions']) ?? {};
  const compilerOptions: Record<string, unknown> = { ...given };
  for (const name of pathOptions) {
    const value = given[name];
    if (typeof value === 'string') compilerOptions[name] = rebase(value);
  }
  for (const name of ['rootDirs', 'typeRoots']) {
    if (Array.isArray(given[name])) compilerOptions[name] = texts(given[name])?.map(rebase);
  }
  const list = (name: string) => {
    const entries = texts(config[name])?.map(rebase);
    return entries && { [name]: entries };
  };
  const pathsFolder = given['paths'] === undefined ? undefined : { pathsFolder: folder };
  const references = Array.isArray(config['references']) && config['references'].length > 0;
  return {
    compilerOptions,
    ...pathsFolder,
    ...(references && { hasReferences: true }),
    ...list('files'),
    ...list('include'),
    ...list('exclude'),
  };
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}
