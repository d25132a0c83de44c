import type { ProjectFiles } from '../../../kernel/project-files.ts';
import type { BuiltFiles } from './built-files.ts';
import type { ProjectLayout } from './project-layout.ts';

/** Bytes of one file and of all files; files that nodes read during load are small. */
const fileLimit = 256 * 1024;
const totalLimit = 4 * 1024 * 1024;

/** Text files only: pictures do not affect the load of a node. */
const copyable = /\.(?:json|svg|[cm]?js|html?|css|txt|md|ya?ml|graphql|gql|sql|xml|csv|hbs|ejs|tpl)$/i;

/**
 * The files that the build copies to its output folder: by its commands, JSON by tsconfig, and if a command is not
 * understood, all files that it may copy.
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

/** All files, at the paths that compiled files would have. */
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
