import type { ProjectFiles } from '../../../kernel/project-files.ts';
import type { BuiltFiles } from './built-files.ts';
import type { ProjectLayout } from './project-layout.ts';

/** Bytes of one file and of all; what a node reads while it is loaded is small. */
const fileLimit = 256 * 1024;
const totalLimit = 4 * 1024 * 1024;

/** Texts only: a picture decides nothing while a node is loaded. */
const copyable = /\.(?:json|svg|[cm]?js|html?|css|txt|md|ya?ml|graphql|gql|sql|xml|csv|hbs|ejs|tpl)$/i;

/**
 * The files that the build puts into its output folder as they are: what its commands copy, the JSON that tsconfig
 * includes, and, where it is not known what another command copies, everything that could be meant.
 * @returns texts by the path in the output folder
 */
export async function copiedFiles(
  project: ProjectLayout,
  built: BuiltFiles,
  files: ProjectFiles,
): Promise<Record<string, string>> {
  const copied: Record<string, string> = {};
  let total = 0;
  for (const [to, from] of [...possibleCopies(project, files), ...built.copied]) {
    if (!copyable.test(from) || Object.hasOwn(copied, to)) continue;
    const text = await files.read(from);
    if (text.length > fileLimit || total + text.length > totalLimit) continue;
    total += text.length;
    copied[to] = text;
  }
  return copied;
}

/** Every file at the place where compiled ones go, when a copy may be part of a build that is not understood. */
function possibleCopies(
  { build, compiler, layout, tsconfig }: ProjectLayout,
  files: ProjectFiles,
): [to: string, from: string][] {
  const isClear = build.main !== undefined && build.unclearCopy === undefined && build.unknownStep === undefined;
  const compiles = compiler !== undefined || tsconfig.path !== undefined;
  const javascript = layout.declared.some(({ source }) => source !== undefined && /\.[cm]?jsx?$/.test(source));
  if (isClear && (compiles || !javascript)) return [];
  const { rootDir, outDir } = layout;
  const prefix = rootDir === '' ? '' : `${rootDir}/`;
  return files
    .list()
    .filter((path) => path.startsWith(prefix) && !/(?:^|\/)node_modules\//.test(path))
    .filter((path) => outDir === '' || !path.startsWith(`${outDir}/`))
    .map((path) => [`${outDir === '' ? '' : `${outDir}/`}${path.slice(prefix.length)}`, path]);
}
