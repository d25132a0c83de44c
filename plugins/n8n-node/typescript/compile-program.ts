import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SandboxFolders, SandboxProgram } from '../../../kernel/sandbox.ts';
import { commandLine } from './command-line.ts';
import type { CompileInput } from './compile-input.ts';
import type { CompileOutput, Diagnostic } from './compile-output.ts';
import { isAcceptedBy, knownCodes, missingDeclarations, replaceLibrary } from './own-library.ts';
import { isWhole, partSize, partsOf } from './parts.ts';
import { outputFolder, readOutput, slashed } from './read-output.ts';
import { writeSentryTypes } from './sentry-types.ts';
import { selectTypes } from './types-versions.ts';
import { missingModule, parseDiagnostics } from './typescript-output.ts';

/** Characters of all compiled files, or of their source maps. */
const filesLimit = 16 * 1024 * 1024;

/**
 * Type-checks and compiles a project's sources with TypeScript 7: in one run, or a large project in parts.
 */
const compileProgram: SandboxProgram<CompileInput, CompileOutput> = async (place, input) => {
  const parts = partsOf(input.roots, Math.ceil(input.size / partSize));
  const inParts = parts.length > 1 ? await compileParts(place, input, parts) : undefined;
  return result(place, input, inParts ?? [await compile(place, input, { size: input.size, name: 'whole' })]);
};
export default compileProgram;

/** The result of a run of TypeScript. */
interface Compiled {
  stdout: string;
  cut: boolean;
  failure?: string;
  buildInfo: string | undefined;
  /** Absolute paths of the files that it read. */
  read(): readonly string[];
}

/** Compiles one part after the other; undefined when the parts may differ from the whole or would take more work. */
async function compileParts(
  place: SandboxFolders,
  input: CompileInput,
  parts: readonly (readonly string[])[],
): Promise<Compiled[] | undefined> {
  const size = input.size / parts.length;
  const before = input.from?.buildInfos ?? [];
  const compiled: Compiled[] = [];
  for (const [index, roots] of parts.entries()) {
    const from = input.from && { buildInfos: before.length === parts.length ? before.slice(index, index + 1) : [] };
    const part = await compile(place, { ...input, roots, ...(from && { from }) }, { size, name: String(index) });
    if (part.cut || part.failure !== undefined) return undefined;
    compiled.push(part);
    if (sizeIn(place.project, part.read()) > 2 * size) return undefined;
  }
  return isWhole(compiled.map(({ read }) => read())) ? compiled : undefined;
}

/** @param part.size bytes of scripts that it reads */
async function compile(
  place: SandboxFolders,
  input: CompileInput,
  { size, name }: { size: number; name: string },
): Promise<Compiled> {
  const config = join(place.scratch, `tsconfig.${name}.json`);
  const buildInfo = join(place.scratch, `${name}.tsbuildinfo`);
  writeFileSync(config, JSON.stringify(configuration(place, input, buildInfo)));
  const [before] = input.from?.buildInfos ?? [];
  if (before !== undefined) writeFileSync(buildInfo, before);
  const ended = await commandLine(config, place, size);
  let files: readonly string[] | undefined;
  const read = () => {
    files ??= filesListed(ended.stdout);
    return files;
  };
  return { ...ended, buildInfo: existsSync(buildInfo) ? readFileSync(buildInfo, 'utf8') : undefined, read };
}

/** Absolute paths of the files that were read, as `listFiles` prints them. */
function filesListed(stdout: string): string[] {
  return stdout.split('\n').filter((line) => line.startsWith('/') && existsSync(line));
}

/** Bytes of the files that are in a folder. */
function sizeIn(folder: string, paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (path.startsWith(`${folder}/`) ? statSync(path).size : 0), 0);
}

async function result(place: SandboxFolders, input: CompileInput, compiled: Compiled[]): Promise<CompileOutput> {
  const failure = compiled.find((one) => one.failure !== undefined)?.failure;
  if (failure !== undefined) return { diagnostics: [], files: {}, failure };
  const cut = compiled.some((one) => one.cut);
  const above = `${place.project}/`;
  const sources = () => (cut ? filesIn(place.project) : sourcesIn(compiled, above));
  const printed = parseDiagnostics(compiled.map(({ stdout }) => withoutFolders(stdout, place)).join('\n'));
  const { ownLibrary } = input;
  const known = ownLibrary ? knownCodes(join(dirname(place.project), 'node_modules/typescript')) : undefined;
  const foreseen = printed
    .filter((one) => !known || known.has(one.code))
    .filter((one) => !ownLibrary || !isAcceptedBy(ownLibrary, one, (...at) => textFrom(place.project, ...at)));
  const diagnostics = (await judged(once(foreseen), place, input, sources)).slice(0, 5000);
  const files = readOutput(place, input);
  if (sizeOf(files) > filesLimit) {
    const unhanded = `the compiled files are larger than ${filesLimit / 1024 / 1024} MiB`;
    return { diagnostics, files: {}, unhanded };
  }
  const buildInfos = compiled.flatMap(({ buildInfo }) => buildInfo ?? []);
  const leavesState = input.from && !cut && buildInfos.length === compiled.length;
  return { diagnostics, files, ...(leavesState && { state: { sources: sources(), buildInfos } }) };
}

/** The text of a file of the project from a line and a column on; empty for other files. */
function textFrom(project: string, file: string, line: number, column: number): string {
  const path = join(project, file);
  const lines = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(line - 1)
    : [];
  return lines.join('\n').slice(column - 1);
}

/**
 * Removes the sandbox's folders from file names in errors: they differ between processes. Other text may start like one.
 */
function withoutFolders(printed: string, { project, scratch }: SandboxFolders): string {
  const named = new RegExp(`(^|File '|import\\("|')${project.replace(/[^\w/]/g, '\\$&')}/([^'"\n]*)`, 'gm');
  const inProject = (whole: string, before: string, path: string) =>
    before !== "'" || existsSync(join(project, path)) ? before + path : whole;
  return printed.replace(named, inProject).replaceAll(`import("${scratch}/`, 'import("');
}

/** The files of the project that were read. */
function sourcesIn(compiled: readonly Compiled[], above: string): string[] {
  const listed = new Set(compiled.flatMap(({ read }) => read()));
  return [...listed].flatMap((path) => (path.startsWith(above) ? [path.slice(above.length)] : []));
}

/** A file that several parts import is checked in each of them. */
function once(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** The files of the project without its dependencies. */
function filesIn(project: string): string[] {
  const entries = readdirSync(project, { recursive: true, withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isFile() ? [slashed(relative(project, join(entry.parentPath, entry.name)))] : []))
    .filter((path) => !path.includes('node_modules'));
}

/** Marks errors that missing modules may cause; loads the parser only if there are any. */
async function judged(
  diagnostics: Diagnostic[],
  { project }: SandboxFolders,
  { paths, incomplete }: CompileInput,
  sources: () => readonly string[],
): Promise<Diagnostic[]> {
  const isAll = incomplete.length === 0 && diagnostics.every((diagnostic) => missingModule(diagnostic) === undefined);
  if (isAll || diagnostics.length === 0) return diagnostics;
  const { markFallout } = await import('./missing-module-errors/missing-module-errors.ts');
  return markFallout(diagnostics, {
    paths: sources().filter((path) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path)),
    read: (path) => readFileSync(join(project, path), 'utf8'),
    aliases: paths,
    incomplete,
  });
}

function sizeOf(texts: Readonly<Record<string, string>>): number {
  return Object.values(texts).reduce((sum, text) => sum + text.length, 0);
}

/** What a project's own version of TypeScript sees. @param packages the folder `node_modules` */
function asOwnVersion(version: string, packages: string, scratch: string) {
  return {
    files: missingDeclarations(version, scratch),
    typeRoots: [selectTypes(join(packages, '@types'), version, scratch)].filter((root) => root !== undefined),
    libReplacement: replaceLibrary(join(packages, 'typescript'), scratch),
  };
}
const notOwn: ReturnType<typeof asOwnVersion> = { files: [], typeRoots: [], libReplacement: false };

/** The tsconfig.json with which TypeScript runs. */
function configuration({ project, scratch }: SandboxFolders, input: CompileInput, buildInfo: string) {
  const absolute = (path: string) => join(project, path);
  const packages = join(dirname(project), 'node_modules');
  const own = input.ownLibrary === undefined ? notOwn : asOwnVersion(input.ownLibrary, packages, scratch);
  return {
    files: [...input.roots.map(absolute), ...own.files],
    compilerOptions: {
      ...input.options,
      rootDir: absolute(input.rootDir),
      outDir: outputFolder(scratch),
      sourceMap: input.emit === 'source maps',
      ...(input.from && { incremental: true, tsBuildInfoFile: buildInfo }),
      listFiles: true,
      skipLibCheck: true,
      noCheck: !input.check,
      noEmit: input.emit === 'nothing',
      noErrorTruncation: false,
      types: input.types,
      // A name that is not below `@types` is the name of a package, or of a file in one.
      typeRoots: [...own.typeRoots, join(packages, '@types'), packages, ...input.typeRoots.map(absolute)].filter(
        existsSync,
      ),
      libReplacement: own.libReplacement,
      paths: {
        ...(!input.wholeSentry && writeSentryTypes(scratch)),
        ...Object.fromEntries(
          Object.entries(input.paths).map(([pattern, targets]) => [pattern, targets.map(absolute)]),
        ),
      },
    },
  };
}
