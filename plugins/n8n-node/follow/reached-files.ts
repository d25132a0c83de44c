import type { Service, ServiceContext } from '../../../kernel/check.ts';
import { isScript } from './script-imports.ts';
import { scriptReach } from './script-reach.ts';

/** Modules that are loaded by a computed name. */
const computed =
  /\brequire\(\s*(?!['"`)]|\s)|\bimport\(\s*(?!['"`)]|\s|\/\*)|\b(require|import)\(\s*`[^`]*\$\{|\brequire\.context\b|\bimport\.meta\.glob\b/;

/**
 * The files that package.json refers to: declared nodes and credentials, their imports, files in scripts. Undefined if a
 * module is loaded by a computed name.
 */
export const reachedFiles: Service<ReadonlySet<string> | undefined> = {
  name: 'reached files',
  create: (context) => reachedFrom('package.json', context),
};

/** A file, and all that it leads to. Undefined if a module is loaded by a computed name. */
export async function reachedFrom(start: string, { files, service }: Pick<ServiceContext, 'files' | 'service'>) {
  const reach = await service(scriptReach);
  if (!reach) return undefined;
  const { texts, follow } = reach;
  const reached = new Set([start]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const path of reached) {
    if (isScript(path) && computed.test(texts.get(path) ?? '')) return undefined;
    for (const lead of follow(path)) if (files.exists(lead.path)) reached.add(lead.path);
  }
  return reached;
}
