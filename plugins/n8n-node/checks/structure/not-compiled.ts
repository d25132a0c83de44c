import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import { inputs } from '../../compile/compiler-places.ts';
import { type ProjectLayout, whyNothingEmitted } from '../../compile/project-layout.ts';
import { isUnreadConfiguration } from './build-output.ts';

/** Why the build certainly makes nothing of a source; undefined where it may. */
export type NotCompiled = (source: string) => string | undefined;

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
      isTypeScript(source) ? `the script "${build.main}" in package.json compiles nothing` : undefined;
  if (tsconfig.path === undefined || tsconfig.faults.length > 0 || tsconfig.hasReferences) return never;
  if (isUnreadConfiguration(project)) return never;
  const option = compiler && whyNothingEmitted(compiler, tsconfig);
  if (option === 'noEmit') return () => `"noEmit" in ${tsconfig.path} keeps tsc from writing any file`;
  if (option !== undefined) return () => `"${option}" in ${tsconfig.path} has tsc write declarations only`;
  const named = inputs(project, files);
  const left = named === undefined ? [] : suspects.filter((source) => isTypeScript(source) && !named.has(source));
  if (!named || left.length === 0 || namesUnseenFiles(tsconfig, files)) return never;
  const others = [...named].filter((path) => !path.endsWith('.json'));
  const imported = await importedNames(left, others, files);
  const certain = new Set(left.filter((source) => imported?.has(nameOf(source)) === false));
  const field = tsconfig.include || !tsconfig.files ? (tsconfig.include ? '"include"' : '"exclude"') : '"files"';
  return (source) =>
    certain.has(source) ? `${field} of ${tsconfig.path} leaves ${source} out, and nothing imports it` : undefined;
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
