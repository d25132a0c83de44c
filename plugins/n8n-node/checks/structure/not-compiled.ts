import { locateInJson, type ProjectFiles } from '../../../../kernel/project-files.ts';
import { isUnreadConfiguration } from '../../packing/build-output.ts';
import { inputs } from '../../typescript/compiler-locations.ts';
import { type ProjectLayout, whyNothingEmitted } from '../../typescript/project-layout.ts';

/** Why the build makes nothing of a source, and where it says so. */
export interface Uncompiled {
  why: string;
  at?: { file: string; line?: number; column?: number };
}

/** Undefined where the build may make something of it. */
export type NotCompiled = (source: string) => Uncompiled | undefined;

/** Bytes of scripts that are looked through for who imports a source. */
const most = 20 * 1024 * 1024;

/**
 * Says of sources that the build script leaves out, or compiles to nothing.
 * @param suspects the sources that are asked about
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
      : (source) => (isTypeScript(source) ? { why: `there is no tsconfig.json for "${compiler.shown}"` } : undefined);
  if (tsconfig.path === undefined || tsconfig.faults.length > 0 || tsconfig.hasReferences) return never;
  if (isUnreadConfiguration(project)) return never;
  const option = compiler && whyNothingEmitted(compiler, tsconfig);
  if (option !== undefined) {
    const { path } = tsconfig;
    const does = option === 'noEmit' ? 'keeps tsc from writing any file' : 'has tsc write declarations only';
    const text = await files.read(path);
    // It may stand in a configuration that this one extends.
    const place = text.includes(`"${option}"`) ? locateInJson(text, ['compilerOptions', option]) : undefined;
    return () => ({ why: `"${option}" in ${path} ${does}`, at: { file: path, ...place } });
  }
  const named = inputs(project, files);
  const left = named === undefined ? [] : suspects.filter((source) => isTypeScript(source) && !named.has(source));
  if (!named || left.length === 0 || namesUnseenFiles(tsconfig, files)) return never;
  const others = [...named].filter((path) => !path.endsWith('.json'));
  const imported = await importedNames(left, others, files);
  const certain = new Set(left.filter((source) => imported?.has(nameOf(source)) === false));
  const field = tsconfig.include || !tsconfig.files ? (tsconfig.include ? '"include"' : '"exclude"') : '"files"';
  return (source) =>
    certain.has(source) ? { why: `${field} of ${tsconfig.path} leaves it out, and nothing imports it` } : undefined;
}

/** Whether a configuration names files that were not sent, and may import what it leaves out. */
function namesUnseenFiles(
  { include = [], files: named = [] }: ProjectLayout['tsconfig'],
  files: ProjectFiles,
): boolean {
  const folders = new Set(files.list().map((path) => path.split('/')[0]));
  const isSeen = (glob: string) => {
    const [first = ''] = glob.replace(/^\.\//, '').split('/');
    // Of these all that there is was sent.
    return /^(?:src|nodes|credentials)$/.test(first) || /[*?]/.test(first) || folders.has(first);
  };
  return !include.every(isSeen) || !named.every((path) => files.exists(path));
}

const isTypeScript = (path: string) => /\.[cm]?tsx?$/.test(path);
const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.[cm]?tsx?$/, '');

/** Which of some sources the text of another one seems to name; undefined when there is too much text. */
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
    if (read > most) return undefined;
    for (const [, name = ''] of text.matchAll(/[/'"`]([\w.-]{1,200}?)(?:\.[cm]?[jt]sx?)?['"`]/g))
      if (names.has(name)) found.add(name);
  }
  return found;
}
