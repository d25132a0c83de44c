import { locateInJson, type ProjectFiles } from '../../../../kernel/project-files.ts';
import { isUnreadConfiguration } from '../../packing/build-output.ts';
import { inputs } from '../../typescript/compiler-locations.ts';
import { type ProjectLayout, whyNothingEmitted } from '../../typescript/project-layout.ts';

/** Why the build produces nothing from a source, and the location of the setting. */
export interface Uncompiled {
  why: string;
  at?: { file: string; line?: number; column?: number };
}

/** Undefined if the build may produce something from it. */
export type NotCompiled = (source: string) => Uncompiled | undefined;

/** Scripts that are searched for imports of a source. */
const maxSearchedBytes = 20 * 1024 * 1024;

/**
 * Finds sources that the build script leaves out, or from which it emits nothing.
 * @param suspects the sources to look at
 */
export async function notCompiled(
  project: ProjectLayout,
  suspects: readonly string[],
  files: ProjectFiles,
): Promise<NotCompiled> {
  const { build, compiler, tsconfig } = project;
  const never = () => undefined;
  if (build.unknownStep !== undefined || build.unclearCopy !== undefined) return never;
  if (build.main === undefined || suspects.length === 0) return never;
  if (compiler === undefined && suspects.every(isTypeScript))
    return (source) =>
      isTypeScript(source) ? { why: `the script "${build.main}" in package.json compiles nothing` } : undefined;
  if (tsconfig.path === undefined && compiler && !/\.[cm]?tsx?\b|-p\b|--project|-b\b|--build/.test(compiler.shown))
    return files.mayHave('tsconfig.json')
      ? never
      : (source) => (isTypeScript(source) ? { why: `tsconfig.json for "${compiler.shown}" is missing` } : undefined);
  if (tsconfig.path === undefined || tsconfig.faults.length > 0 || tsconfig.hasReferences) return never;
  if (isUnreadConfiguration(project)) return never;
  const option = compiler && whyNothingEmitted(compiler, tsconfig);
  if (option !== undefined) {
    const { path } = tsconfig;
    const effect = option === 'noEmit' ? 'disables all output of tsc' : 'makes tsc emit declaration files only';
    const text = await files.read(path);
    // The option may be in a configuration that this one extends.
    const location = text.includes(`"${option}"`) ? locateInJson(text, ['compilerOptions', option]) : undefined;
    return () => ({ why: `"${option}" in ${path} ${effect}`, at: { file: path, ...location } });
  }
  const named = inputs(project, files);
  const left = named === undefined ? [] : suspects.filter((source) => isTypeScript(source) && !named.has(source));
  if (!named || left.length === 0 || namesUnseenFiles(tsconfig, files)) return never;
  const others = [...named].filter((path) => !path.endsWith('.json'));
  const imported = await importedNames(left, others, files);
  const certain = new Set(left.filter((source) => imported?.has(nameOf(source)) === false));
  const field = tsconfig.include || !tsconfig.files ? (tsconfig.include ? '"include"' : '"exclude"') : '"files"';
  return (source) =>
    certain.has(source)
      ? { why: `its source is left out by ${field} of ${tsconfig.path} and not imported by any file` }
      : undefined;
}

/** Whether a configuration includes files that were not uploaded, which may import excluded files. */
function namesUnseenFiles(
  { include = [], files: named = [] }: ProjectLayout['tsconfig'],
  files: ProjectFiles,
): boolean {
  const folders = new Set(files.list().map((path) => path.split('/')[0]));
  const isSeen = (glob: string) => {
    const [first = ''] = glob.replace(/^\.\//, '').split('/');
    // These folders are always uploaded whole.
    return /^(?:src|nodes|credentials)$/.test(first) || /[*?]/.test(first) || folders.has(first);
  };
  return !include.every(isSeen) || !named.every((path) => files.exists(path));
}

const isTypeScript = (path: string) => /\.[cm]?tsx?$/.test(path);
const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.[cm]?tsx?$/, '');

/** The names of sources that other files seem to import; undefined if there is too much text to search. */
async function importedNames(
  sources: readonly string[],
  others: readonly string[],
  files: ProjectFiles,
): Promise<ReadonlySet<string> | undefined> {
  const names = new Set(sources.map(nameOf));
  const found = new Set<string>();
  let read = 0;
  for (const path of others) {
    const text = await files.read(path);
    read += text.length;
    if (read > maxSearchedBytes) return undefined;
    for (const [, name = ''] of text.matchAll(/[/'"`]([\w.-]{1,200}?)(?:\.[cm]?[jt]sx?)?['"`]/g))
      if (names.has(name)) found.add(name);
  }
  return found;
}
