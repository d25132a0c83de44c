import { lstatSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { reasonOf, serviceError } from '../../kernel/errors.ts';
import { checkFiles } from './template/check-files.ts';
import { extensionFiles } from './template/extension-files.ts';
import { packageFiles, pluginModule } from './template/package-files.ts';
import { proofFiles } from './template/proof-files.ts';

interface NewPlugin {
  /** Name of the plugin, its package, project type and folder. */
  name: string;
  /** Project type to add a check to, instead of an own one. */
  type?: string | undefined;
  /** Parent folder. */
  parent: string;
  /** Version of `verify-service` that the package requires. */
  version: string;
  /** Reserved names. */
  taken: readonly string[];
}

/** Characters; npm's limit (https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name) minus the longest code. */
const maxNameLength = 100;

/**
 * Creates the package of a new plugin in a new folder.
 * @returns the absolute folder and the paths in it
 * @throws {ServiceError} INVALID_PLUGIN_NAME, FOLDER_NOT_EMPTY, UNWRITABLE_PATH
 */
export async function createPlugin({ name, type, parent, version, taken }: NewPlugin) {
  const reason = nameError(name, taken);
  if (reason !== undefined) throw serviceError('INVALID_PLUGIN_NAME', { name, reason });
  const folder = resolve(parent, name);
  const files = pluginFiles({ name, type, range: `^${version}` });
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw serviceError('UNWRITABLE_PATH', { path: folder, reason: 'it is a symbolic link' });
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0) throw serviceError('FOLDER_NOT_EMPTY', { folder });
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      // Does not overwrite files that were created in the meantime.
      await writeFile(join(folder, path), text, { flag: 'wx' });
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'EEXIST') throw serviceError('FOLDER_NOT_EMPTY', { folder }, { cause: error });
    throw serviceError('UNWRITABLE_PATH', { path: folder, reason: reasonOf(error) }, { cause: error });
  }
  return { folder, paths: [...files.keys()] };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function nameError(name: string, taken: readonly string[]): string | undefined {
  if (name.length > maxNameLength) return `longer than ${maxNameLength} characters`;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return 'only lowercase letters, digits and single hyphens are allowed';
  return taken.includes(name) ? 'the name is reserved' : undefined;
}

/**
 * Returns the files of a new plugin package by path.
 * @param values.name name of the plugin, its package and its project type
 * @param values.type project type to add a check to, instead of an own one
 * @param values.range range of `verify-service` versions for npm
 */
function pluginFiles(values: { name: string; type?: string | undefined; range: string }): Map<string, string> {
  const { name, type, range } = values;
  const fill = (text: string) =>
    text
      .replaceAll('{{name}}', name)
      .replaceAll('{{type}}', type ?? name)
      .replaceAll('{{range}}', range);
  const own = type === undefined ? { ...pluginModule, ...checkFiles, ...proofFiles } : extensionFiles;
  const files = { ...packageFiles, ...own };
  return new Map(Object.entries(files).map(([path, text]) => [fill(path), fill(text)]));
}
