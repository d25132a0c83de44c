import { dirname, isAbsolute, relative } from 'node:path/posix';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { ServiceContext } from '../../../kernel/check.ts';
import { jsonEdit, jsonKeyEdit } from '../../../kernel/json-edit.ts';
import type { PackageFiles, Packages } from '../../../kernel/packages.ts';
import { jsonLocator, type Position, type ProjectFiles, positionAt } from '../../../kernel/project-files.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { packageOfSpecifier } from '../project/package-of-specifier.ts';
import { join, normalize } from '../project/project-path.ts';
import { optionFault } from './known-options.ts';
import { rejectedOptions, type WrongOption } from './rejected-options.ts';

/** A TypeScript configuration with everything that it extends. Paths are relative to the project. */
export interface Tsconfig {
  /** The path of the configuration; undefined if the project has none. */
  path: string | undefined;
  compilerOptions: Readonly<Record<string, unknown>>;
  /** The folder of the file that sets `paths`, which are relative to it if there is no `baseUrl`. */
  pathsFolder?: string;
  files?: readonly string[];
  include?: readonly string[];
  exclude?: readonly string[];
  /** Whether it, or a configuration that it extends, has project references. */
  hasReferences?: boolean;
  faults: readonly TsconfigFault[];
  /** Options that TypeScript rejects. */
  wrongOptions?: readonly WrongOption[];
}

interface TsconfigFault extends Partial<Position> {
  /** `unavailable`: a package could not be fetched, so its options are unknown. */
  kind: 'syntax' | 'extends' | 'unavailable';
  file: string;
  message: string;
  /** Of what tsc refuses. */
  severity?: 'error';
}

/** The project or the package that contains a configuration. */
interface Origin {
  /** The folder of the package as if it were installed in the project; empty for the project. */
  folder: string;
  packages: Pick<Packages, 'files'>;
  /** @param path relative to the project */
  read(path: string): Promise<string | undefined> | string | undefined;
}

interface ConfigFile {
  path: string;
  text: string;
  origin: Origin;
}

interface Reading {
  files: ProjectFiles;
  /** The folder of the first configuration. */
  configDir: string;
  faults: TsconfigFault[];
  wrongOptions: WrongOption[];
  /** For each option, the file that sets its value. */
  setIn: Map<string, string>;
  /** Number of configurations read so far. */
  count: number;
}

/** Characters of a configuration; real ones have a few thousand. */
const sizeLimit = 1024 * 1024;
/** Configurations to read; one that is extended twice counts twice. */
const countLimit = 32;
const pathOptions = ['outDir', 'rootDir', 'baseUrl', 'declarationDir'];

/**
 * Reads a project's TypeScript configuration and what it extends, inside the project or in a package.
 * https://www.typescriptlang.org/tsconfig/#extends
 */
export async function readTsconfig(
  { files, packages }: Pick<ServiceContext, 'files' | 'packages'>,
  path: string,
): Promise<Tsconfig> {
  const reading: Reading = {
    files,
    configDir: dirname(path),
    faults: [],
    wrongOptions: [],
    setIn: new Map(),
    count: 0,
  };
  const { faults, wrongOptions, setIn } = reading;
  if (!files.exists(path)) return { path: undefined, compilerOptions: {}, faults };
  const read = async (wanted: string) => (files.exists(wanted) ? files.read(wanted) : undefined);
  const origin = { folder: '', packages, read };
  const text = await files.read(path);
  const merged = await readChain({ path, text, origin }, reading, []);
  if (faults.length === 0) wrongOptions.push(...rejectedOptions(merged.compilerOptions, { path, text, setIn }));
  return { ...merged, path, faults, ...(wrongOptions.length > 0 && { wrongOptions }) };
}

type Chain = Omit<Tsconfig, 'path' | 'faults' | 'wrongOptions'>;

async function readChain(file: ConfigFile, reading: Reading, below: readonly string[]): Promise<Chain> {
  reading.count += 1;
  const { path, text } = file;
  const config = parseConfig(file, reading);
  if (file.origin.folder === '') noteWrongOptions(config, file, reading);
  let merged: Chain = { compilerOptions: {} };
  for (const base of [config?.['extends']].flat().filter((value) => typeof value === 'string')) {
    const target =
      reading.count < countLimit
        ? await findBase(base, file, reading.files)
        : notRead('too many configurations extend each other');
    const isCircular = 'text' in target && [...below, path].includes(target.path);
    if ('text' in target && !isCircular) {
      const inherited = await readChain(target, reading, [...below, path]);
      merged = {
        ...merged,
        ...inherited,
        compilerOptions: { ...merged.compilerOptions, ...inherited.compilerOptions },
      };
      continue;
    }
    const { kind, reason } = 'text' in target ? notRead('it extends itself') : target;
    const position = positionAt(text, Math.max(0, text.indexOf(JSON.stringify(base))));
    const message = `"${base}" is not read: ${reason}`;
    addFault({ kind, message, ...position, ...(isCircular && { severity: 'error' }) }, file, reading);
  }
  const own = rebased(config ?? {}, dirname(path), reading.configDir);
  for (const option of Object.keys(own.compilerOptions)) reading.setIn.set(option, path);
  return { ...merged, ...own, compilerOptions: { ...merged.compilerOptions, ...own.compilerOptions } };
}

interface NotRead {
  kind: 'extends' | 'unavailable';
  reason: string;
}

const notRead = (reason: string, kind: NotRead['kind'] = 'extends'): NotRead => ({ kind, reason });

/** Finds the configuration that another one extends. */
async function findBase(
  base: string,
  { path, origin }: ConfigFile,
  files: ProjectFiles,
): Promise<ConfigFile | NotRead> {
  if (/^\.{1,2}(?:\/|$)/.test(base)) {
    const stem = normalize(join(dirname(path), base));
    const found = await firstOf([stem, `${stem}.json`, `${stem}/tsconfig.json`], origin);
    if (found) return found;
    const installed = /(?:^|\/)node_modules\/(.+)$/.exec(stem)?.[1];
    if (installed !== undefined && origin.folder === '') return findInstalled(installed, origin);
    return notRead(origin.folder === '' && files.mayHave(stem) ? 'it was not uploaded' : 'the file does not exist');
  }
  const name = packageOfSpecifier(base);
  return name === undefined ? notRead('it is outside the project') : findInPackage(base, name, origin);
}

/** Finds a file by its path in node_modules, where there may also be packages that package.json does not name. */
async function findInstalled(path: string, origin: Origin): Promise<ConfigFile | NotRead> {
  const name = packageOfSpecifier(path);
  if (name === undefined || path.includes('/node_modules/')) return notRead('it is not in the project', 'unavailable');
  const found = await findInPackage(path, name, origin);
  return 'text' in found ? found : notRead(found.reason, 'unavailable');
}

async function findInPackage(base: string, name: string, origin: Origin): Promise<ConfigFile | NotRead> {
  const opened = await origin.packages.files(name);
  if ('kind' in opened) return notRead(opened.reason, opened.kind === 'unknown' ? 'extends' : 'unavailable');
  const folder = `node_modules/${name}`;
  const read = (wanted: string) => opened.read(relative(folder, wanted));
  const stem = normalize(join('node_modules', base));
  const candidates = base === name ? [mainOf(opened, folder)] : [stem, `${stem}.json`, `${stem}/tsconfig.json`];
  const found = await firstOf(candidates, { folder, packages: opened, read });
  return found ?? notRead(`${name} has no such file`);
}

async function firstOf(paths: readonly string[], origin: Origin): Promise<ConfigFile | undefined> {
  for (const path of paths) {
    const text = await origin.read(path);
    if (text !== undefined) return { path, text, origin };
  }
  return undefined;
}

/** The field `tsconfig` of a manifest names a package's configuration. */
function mainOf({ read }: PackageFiles, folder: string): string {
  const main = recordOf(parse(read('package.json')?.slice(0, sizeLimit) ?? '{}'))?.['tsconfig'];
  return normalize(join(folder, typeof main === 'string' ? main : 'tsconfig.json'));
}

/** Adds a fault, unless it is in a package, where the author cannot fix it: its options are unknown. */
function addFault(
  fault: Omit<TsconfigFault, 'file'>,
  { path, origin }: Pick<ConfigFile, 'path' | 'origin'>,
  { faults }: Reading,
): void {
  const { kind, message } = fault;
  // Two configurations may extend the same one.
  const isKnown = faults.some((one) => one.file === path && one.message === message && one.line === fault.line);
  if (isKnown || faults.length >= countLimit) return;
  if (origin.folder === '') faults.push({ ...fault, file: path });
  else
    faults.push({
      kind: 'unavailable',
      message: kind === 'syntax' ? `"${path}" is not read: ${message}` : message,
      file: path,
    });
}

function parseConfig(file: ConfigFile, reading: Reading): Readonly<Record<string, unknown>> | undefined {
  const { text } = file;
  const addSyntaxFault = (message: string, position?: Position) =>
    addFault({ kind: 'syntax', message, ...position }, file, reading);
  if (text.length > sizeLimit) {
    addSyntaxFault('the file is too large');
    return undefined;
  }
  const errors: ParseError[] = [];
  let parsed: unknown;
  try {
    parsed = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch {
    // The stack of the parser overflows.
    addSyntaxFault('the file is nested too deeply');
    return undefined;
  }
  const [first] = errors;
  if (first) {
    const words = printParseErrorCode(first.error).replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
    addSyntaxFault(words, positionAt(text, first.offset));
    return undefined;
  }
  return recordOf(parsed);
}

function noteWrongOptions(
  config: Readonly<Record<string, unknown>> | undefined,
  { path, text, origin }: ConfigFile,
  { wrongOptions }: Reading,
): void {
  const locate = jsonLocator(text);
  for (const [name, value] of Object.entries(recordOf(config?.['compilerOptions']) ?? {})) {
    const fault = optionFault(name, value);
    if (fault === undefined || wrongOptions.length >= countLimit) continue;
    const { message, right } = fault;
    const place = ['compilerOptions', name];
    const at = locate(place) ?? { line: 1, column: 1 };
    if (wrongOptions.some((one) => one.file === path && one.message === message)) continue;
    // Files of packages are not the author's.
    const isOwn = origin.folder === '';
    const edit =
      right && isOwn && ('name' in right ? jsonKeyEdit(text, place, right.name) : jsonEdit(text, place, right.value));
    wrongOptions.push({ file: path, message, ...at, ...(edit && { edit }) });
  }
}

/** The relevant parts of a configuration, with paths relative to the project. */
function rebased(config: Readonly<Record<string, unknown>>, folder: string, configDir: string): Chain {
  // https://www.typescriptlang.org/docs/handbook/release-notes/typescript-5-5.html#the-configdir-template-variable-for-configuration-files
  const template = `$${'{configDir}'}`;
  const rebase = (path: string) => {
    if (path.startsWith(template)) return normalize(join(configDir, path.slice(template.length)));
    return isAbsolute(path) ? path : normalize(join(folder, path));
  };
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

/** The texts of a list; undefined for what is no list. */
export const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
