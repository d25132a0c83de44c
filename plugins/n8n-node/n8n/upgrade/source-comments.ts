import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A comment that names the files of a package on which our code is based: `Source: n8n-core 2.41, dist/a.js and
 * dist/b.js`. A path that ends in `/` is a folder. The version is the minor version with which our code was last
 * compared.
 */
export interface SourceComment {
  /** Path of our file, relative to the repository, with `/`. */
  file: string;
  package: string;
  /** Major and minor version. */
  version: string;
  paths: readonly string[];
}

/** The folder with such comments, relative to the repository. */
const folder = 'plugins/n8n-node';
const path = String.raw`[\w@.-]+/[\w@./-]*\w/?`;
const comment = new RegExp(
  String.raw`\bSource: (@?[a-z][\w./-]*) (\d+\.\d+), (${path}(?:(?:,| and)[\s*/]+${path})*)`,
  'g',
);

/**
 * Finds the comments of the plugin.
 * @param root folder of the repository
 */
export async function sourceComments(root: string): Promise<SourceComment[]> {
  const found: SourceComment[] = [];
  // Excludes the example above.
  for await (const match of glob('**/*.ts', { cwd: join(root, folder), exclude: ['n8n/upgrade/**'] })) {
    const file = `${folder}/${match.replaceAll('\\', '/')}`;
    found.push(...commentsIn(file, await readFile(join(root, file), 'utf8')));
  }
  return found.sort((one, other) => (one.file < other.file ? -1 : 1));
}

export function commentsIn(file: string, text: string): SourceComment[] {
  return [...text.matchAll(comment)].map(([, name = '', version = '', paths = '']) => ({
    file,
    package: name,
    version,
    paths: paths.split(/(?:,| and)[\s*/]+/),
  }));
}

/** Updates the version in the comments about a package. */
export function withSourceVersion(text: string, { package: name, version }: SourceComment, after: string): string {
  return text.replaceAll(`Source: ${name} ${version},`, `Source: ${name} ${after},`);
}
