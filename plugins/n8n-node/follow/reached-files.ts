import type { Service } from '../../../kernel/check.ts';
import { scriptReach } from './script-reach.ts';

/** Modules that are loaded by a name which the source does not spell out. */
const computed =
  /\brequire\(\s*(?!['"`)]|\s)|\bimport\(\s*(?!['"`)]|\s|\/\*)|\b(require|import)\(\s*`[^`]*\$\{|\brequire\.context\b|\bimport\.meta\.glob\b/;

/**
 * The files of a project that package.json leads to: declared nodes and credentials, what they import, what scripts name.
 * Undefined where that can't be told, for a module that is loaded by a computed name.
 */
export const reachedFiles: Service<ReadonlySet<string> | undefined> = {
  name: 'which files the declared ones lead to',
  async create({ files, service }) {
    const reach = await service(scriptReach);
    if (!reach) return undefined;
    const { texts, follow } = reach;
    const reached = new Set(['package.json']);
    // A set that grows while it is gone through is gone through to its new end.
    for (const path of reached) {
      if (/\.[cm]?[jt]sx?$/.test(path) && computed.test(texts.get(path) ?? '')) return undefined;
      for (const lead of follow(path)) if (files.exists(lead.path)) reached.add(lead.path);
    }
    return reached;
  },
};
