import { dirname, join } from 'node:path/posix';
import type { Service } from '../../../kernel/check.ts';
import type { FileLookup, Follow } from '../../../kernel/follow.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { followN8nNode } from './follow.ts';

/** Characters of all scripts together. */
const maxCharacters = 100_000_000;

/** The scripts of a project, and what each file refers to. */
interface ScriptReach {
  texts: ReadonlyMap<string, string>;
  follow: Follow;
}

/** Shared by everything that follows imports. Undefined for a project that is too large. */
export const scriptReach: Service<ScriptReach | undefined> = {
  name: 'references of files',
  async create({ files }) {
    const texts = await textsOf(files);
    return texts && { texts, follow: followN8nNode(reachOf(files, texts)) };
  },
};

async function textsOf(files: ProjectFiles): Promise<ReadonlyMap<string, string> | undefined> {
  const texts = new Map<string, string>();
  let left = maxCharacters;
  for (const path of files.list()) {
    if (!/\.([cm]?[jt]sx?|json)$/.test(path) || /(^|\/)(node_modules|package-lock\.json)/.test(path)) continue;
    const text = await files.read(path);
    left -= text.length;
    if (left < 0) return undefined;
    texts.set(path, text);
  }
  return texts;
}

function reachOf(files: ProjectFiles, texts: ReadonlyMap<string, string>): FileLookup {
  const byFolder = Map.groupBy(files.list(), (path) => dirname(path));
  const folderOf = (folder: string) => join('.', folder).replace(/\/$/, '');
  return {
    exists: (path) => files.exists(path),
    files: (folder) => (byFolder.get(folderOf(folder)) ?? []).map((path) => path.slice(path.lastIndexOf('/') + 1)),
    folders: () => [],
    read: (path) => texts.get(path),
  };
}
