import { dirname, join } from 'node:path/posix';
import type { Service } from '../../../kernel/check.ts';
import type { Reach } from '../../../kernel/follow.ts';
import type { ProjectFiles } from '../../../kernel/project-files.ts';
import { followN8nNode } from './follow.ts';

/** Characters of all scripts that are scanned. */
const mostText = 100_000_000;

/** Modules that are loaded by a name which the source does not spell out. */
const computed =
  /\brequire\(\s*(?!['"`)]|\s)|\bimport\(\s*(?!['"`)]|\s|\/\*)|\b(require|import)\(\s*`[^`]*\$\{|\brequire\.context\b|\bimport\.meta\.glob\b/;

/**
 * The files of a project that package.json leads to: declared nodes and credentials, what they import, what scripts name.
 * Undefined where that can't be told, for a module that is loaded by a computed name.
 */
export const reachedFiles: Service<ReadonlySet<string> | undefined> = {
  name: 'which files the declared ones lead to',
  async create({ files }) {
    const texts = await textsOf(files);
    if (!texts) return undefined;
    const follow = followN8nNode(reachOf(files, texts));
    const reached = new Set(['package.json']);
    // A set that grows while it is gone through is gone through to its new end.
    for (const path of reached) {
      if (/\.[cm]?[jt]sx?$/.test(path) && computed.test(texts.get(path) ?? '')) return undefined;
      for (const lead of follow(path)) if (files.exists(lead.path)) reached.add(lead.path);
    }
    return reached;
  },
};

async function textsOf(files: ProjectFiles): Promise<ReadonlyMap<string, string> | undefined> {
  const texts = new Map<string, string>();
  let left = mostText;
  for (const path of files.list()) {
    if (!/\.([cm]?[jt]sx?|json)$/.test(path) || /(^|\/)(node_modules|package-lock\.json)/.test(path)) continue;
    const text = await files.read(path);
    left -= text.length;
    if (left < 0) return undefined;
    texts.set(path, text);
  }
  return texts;
}

function reachOf(files: ProjectFiles, texts: ReadonlyMap<string, string>): Reach {
  const byFolder = Map.groupBy(files.list(), (path) => dirname(path));
  const folderOf = (folder: string) => join('.', folder).replace(/\/$/, '');
  return {
    exists: (path) => files.exists(path),
    files: (folder) => (byFolder.get(folderOf(folder)) ?? []).map((path) => path.slice(path.lastIndexOf('/') + 1)),
    folders: () => [],
    read: (path) => texts.get(path),
  };
}
