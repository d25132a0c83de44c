import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { GlobMatcher, UnknownGlob } from '../checks/structure/glob.ts';
import type { ProjectLayout } from './project-layout.ts';

/** Bytes of one file and of all; what a node reads while it is loaded is small. */
const fileLimit = 256 * 1024;
const totalLimit = 4 * 1024 * 1024;

/** Texts only: a picture decides nothing while a node is loaded. */
const copyable = /\.(?:json|svg|[cm]?js|html?|css|txt|md|ya?ml|graphql|gql|sql|xml|csv|hbs|ejs|tpl)$/i;

/**
 * The files that the build puts into its output folder as they are: what n8n's own build copies, the JSON that
 * tsconfig includes, and, where another copying command is part of the build, everything that could be meant.
 * @returns texts by the path in the output folder
 */
export async function copiedFiles(project: ProjectLayout, files: ProjectFiles): Promise<Record<string, string>> {
  const { rootDir, outDir } = project.layout;
  const prefix = rootDir === '' ? '' : `${rootDir}/`;
  const isCopied = copyRule(project);
  const copied: Record<string, string> = {};
  let total = 0;
  for (const path of files.list()) {
    if (!path.startsWith(prefix) || !copyable.test(path) || !isCopied(path)) continue;
    if (/(?:^|\/)node_modules\//.test(path) || (outDir !== '' && path.startsWith(`${outDir}/`))) continue;
    const text = await files.read(path);
    if (text.length > fileLimit || total + text.length > totalLimit) continue;
    total += text.length;
    copied[`${outDir === '' ? '' : `${outDir}/`}${path.slice(prefix.length)}`] = text;
  }
  return copied;
}

function copyRule({ build, tsconfig, layout }: ProjectLayout): (path: string) => boolean {
  const javascript = layout.declared.some(({ source }) => source !== undefined && /\.[cm]?jsx?$/.test(source));
  if (build.copies || build.unknownStep !== undefined || javascript) return () => true;
  const withJson = tsconfig.compilerOptions['resolveJsonModule'] === true;
  const isIncluded = inputRule(tsconfig.include ?? ['**/*']);
  return (path) => {
    if (/\.svg$|(?:^|\/)__schema__\/.*\.json$/.test(path)) return true;
    return withJson && path.endsWith('.json') && isIncluded(path);
  };
}

/** What tsconfig's `include` names; everything when it can't be told. */
function inputRule(include: readonly string[]): (path: string) => boolean {
  const matcher = new GlobMatcher();
  return (path) => {
    try {
      return include.some((glob) => matcher.matches(glob, path) || matcher.matches(`${glob}/**/*`, path));
    } catch (error) {
      if (error instanceof UnknownGlob) return true;
      throw error;
    }
  };
}
