import { relative } from 'node:path/posix';
import type { ProjectFiles } from '../../../../kernel/project-files.ts';
import { normalize } from '../../project/project-path.ts';
import type { CompiledProject } from '../../typescript/compiled-project.ts';
import type { TypeFault } from './types-against.ts';

/** A member that an object of n8n does not have: at runtime, n8n provides what these interfaces declare and no more. */
const member = /^TS(?:2339|2551): Property '(\w+)' does not exist on type '[^']*\bI\w*Functions(?:Base)?\b/;
/** A value that n8n-workflow does not export. */
const value = /^TS(?:2305|2614|2693|2724): .*?'(?!"n8n-workflow")(\w+)'/;

/**
 * Whether an error is about a value that the code needs at runtime and that does not exist: then the code fails. Changed
 * types alone have no effect at runtime.
 */
export async function isGone(fault: TypeFault, project: CompiledProject, files: ProjectFiles): Promise<boolean> {
  const called = member.exec(fault.message)?.[1];
  if (called !== undefined) {
    const line = (await files.read(fault.file)).split(/\r\n|\n|\r/)[fault.line - 1] ?? '';
    return line.slice(fault.column - 1).startsWith(`${called}(`);
  }
  const used = value.exec(fault.message)?.[1];
  if (used === undefined) return false;
  const { outDir, rootDir } = project.layout;
  const script = relative(rootDir, fault.file).replace(/\.([cm]?)tsx?$/, '.$1js');
  const text = project.compiled?.files[normalize(`${outDir}/${script}`)] ?? '';
  // An inlined const enum does not need n8n-workflow.
  return new RegExp(`\\bn8n_workflow_\\d+\\.${used}\\b`).test(text);
}
