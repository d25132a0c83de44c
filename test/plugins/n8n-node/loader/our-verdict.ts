import { loadedPackage } from '../../../../plugins/n8n-node/loader/loaded-package.ts';
import type { OpenedProject } from '../project-on-disk.ts';
import type { Verdict } from './n8n-core.ts';

/** What the load check's service makes of a package, in the words of n8n: it stops at the first problem. */
export async function ourVerdict({ context, folder }: OpenedProject): Promise<Verdict> {
  const { files } = await context.service(loadedPackage);
  const failed = files.find(({ problem, unseen }) => problem || unseen);
  if (failed) {
    const error = failed.problem?.n8n ?? `Cannot find module '${failed.file ?? failed.path}'`;
    return { error: (error.split('\n')[0] ?? '').replaceAll(`${folder}/`, '').replaceAll(folder, '<package>') };
  }
  const nodes = files.flatMap(({ node }) => (node ? [node.name] : []));
  if (nodes.length === 0) return { error: 'The specified package does not contain any nodes' };
  return { nodes, credentials: [...new Set(files.flatMap(({ credential }) => (credential ? [credential.name] : [])))] };
}
