import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InitializeParams } from 'vscode-languageserver/node';
import { isInside } from '../../runner/source/inside.ts';
import { pathInWorkspace, pathOfUri } from '../workspace.ts';

/** Returns the folders that an editor has open; that of the server if it names none. */
export function foldersOf({ workspaceFolders, rootUri }: InitializeParams, fallback: string): string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
  const folders = uris.flatMap((uri) => pathOfUri(uri) ?? []);
  return folders.length > 0 ? folders : [fallback];
}

/**
 * Returns the folder of the project that a file belongs to: the nearest with a package.json, in the workspace. Undefined if
 * there is none, or the file is installed.
 * @throws {ServiceError} OUTSIDE_WORKSPACE, UNREADABLE_PATH
 */
export function projectOf(path: string, workspace: readonly string[]): string | undefined {
  pathInWorkspace(path, workspace);
  if (/[/\\]node_modules[/\\]/.test(path)) return undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!workspace.some((root) => isInside(root, folder))) return undefined;
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
