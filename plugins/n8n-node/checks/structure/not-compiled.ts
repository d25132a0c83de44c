import type { Manifest } from '../../../../kernel/check.ts';
import { locateInJson, type ProjectFiles } from '../../../../kernel/project-files.ts';
import { type BuildScript, unclearCopyOf } from '../../build-script/build-script.ts';
import { folderOfPattern } from '../../follow/configurations.ts';
import type { ManifestSubject } from '../../project/manifest/manifest-subject.ts';
import { inputs } from '../../typescript/compiler-locations.ts';
import { isUnreadConfiguration, type ProjectLayout, whyNothingEmitted } from '../../typescript/project-layout.ts';
import { bundledEntries } from './bundled-entries.ts';

/** Why the build produces nothing from a source, and the location of the setting. */
export interface Uncompiled {
  why: string;
  at?: { file: string; line?: number; column?: number };
  /** The author may compile by hand. */
  severity?: 'warning';
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
  { files, manifest }: Pick<ManifestSubject, 'files' | 'manifest'>,
): Promise<NotCompiled> {
  const { build, compiler, tsconfig } = project;
  const never = () => undefined;
  if (suspects.length === 0) return never;
  if (build.unknownStep !== undefined) return (await leftByBundler(manifest, suspects, files)) ?? never;
  if (unclearCopyOf(build, ['.js']) !== undefined) return never;
  if (build.main === undefined) return (await mayBeBuiltOtherwise(build, files)) ? never : withoutScript(files);
  if (compiler === undefined && suspects.every(isTypeScript))
    return (source) =>
      isTypeScript(source) ? { why: `the script "${build.main}" in package.json compiles nothing` } : undefined;
  if (tsconfig.path === undefined && compiler && !/\.[cm]?tsx?\b|-p\b|--project|-b\b|--build/.test(compiler.shown))
    return files.mayHave('tsconfig.json') || files.listAbove().some((path) => path.endsWith('/tsconfig.json'))
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

/** Undefined if it is unknown what a bundler builds, or if it builds none of the suspects: they may have another source. */
async function leftByBundler(
  manifest: Manifest,
  suspects: readonly string[],
  files: ProjectFiles,
): Promise<NotCompiled | undefined> {
  const entries = await bundledEntries(manifest, files);
  if (!entries || !suspects.some((source) => entries.sources.has(source))) return undefined;
  const { file, line, sources } = entries;
  return (source) =>
    sources.has(source) || !isTypeScript(source)
      ? undefined
      : { why: `${file} has no entry ${source}`, at: { file, line } };
}

async function withoutScript(files: ProjectFiles): Promise<NotCompiled> {
  const at = { file: 'package.json', ...locateInJson(await files.read('package.json'), ['scripts']) };
  const why = 'no script in package.json compiles its source';
  const workflows = files.list().filter((path) => path.startsWith('.github/workflows/'));
  for (const path of workflows) {
    // The workflow fails before it publishes.
    if (!/\b(?:npm|pnpm|yarn|bun) run build\b/.test(await files.read(path))) continue;
    return (source) => (isTypeScript(source) ? { why: `${why}, and ${path} runs "build"`, at } : undefined);
  }
  return (source) => (isTypeScript(source) ? { why, at, severity: 'warning' } : undefined);
}

/** Configurations of build tools, not of linters and test runners. */
const builders = /^(?:project\.json|[Mm]akefile|justfile|(?!eslint|prettier|jest|vitest)[^/]+\.config\.[cm]?[jt]s)$/;

/** Whether the repository, a workflow or a build tool may build the project without a script in package.json. */
async function mayBeBuiltOtherwise(build: BuildScript, files: ProjectFiles): Promise<boolean> {
  if (build.otherScript !== undefined) return true;
  const above = files.listAbove();
  if (above.some((path) => !path.includes('.github/'))) return true;
  if (files.list().some((path) => builders.test(path))) return true;
  for (const path of [...files.list(), ...above]) {
    const steps = path.includes('.github/') ? await files.read(path) : '';
    // Scripts in package.json do not build it.
    const own = steps.replaceAll(/\b(?:npm|pnpm|yarn|bun)(?: run)? [\w:-]+/g, '');
    if (/\b(?:tsc|tsgo|tsup|esbuild|n8n-node|make)\b/.test(own)) return true;
  }
  return false;
}

/** Whether a configuration includes files that were not uploaded, which may import excluded files. */
function namesUnseenFiles(
  { include = [], files: named = [] }: ProjectLayout['tsconfig'],
  files: ProjectFiles,
): boolean {
  const folders = new Set(files.list().map((path) => path.split('/')[0]));
  const isSeen = (glob: string) => {
    const path = glob.replace(/^\.\//, '');
    const [first = ''] = path.split('/');
    // These folders are always uploaded whole.
    if (/^(?:src|nodes|credentials)$/.test(first) || /[*?]/.test(first) || folders.has(first)) return true;
    return !files.mayHave(folderOfPattern(path));
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
