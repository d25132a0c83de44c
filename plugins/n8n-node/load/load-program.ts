import { resolve } from 'node:path';
import { createContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { SandboxPlace, SandboxProgram } from '../../../kernel/sandbox.ts';
import type { DeclarationList } from '../manifest-fields.ts';
import { loadCredential } from './credential-file.ts';
import { refuseExits } from './exit-attempt.ts';
import type { FileOutput, LoadProblem, PackedLoadOutput } from './load-output.ts';
import { loadHost, ruleModules } from './module-resolution.ts';
import type { Loading } from './n8n-shapes.ts';
import { loadNode } from './node-file.ts';
import { problemOf } from './thrown.ts';

export interface LoadInput {
  version: unknown;
  /** In the order in which n8n loads them. `path` as package.json has it. */
  declared: readonly { index: number; list: DeclarationList; path: string }[];
  /** Packages that n8n would install or has itself, and that are not here. */
  standInsFor: readonly string[];
  /** Milliseconds that one file may take. */
  fileLimit: number;
}

/** Loads nodes and credentials the way n8n does, each for itself, so that every one's problem is seen. */
const loadProgram: SandboxProgram<LoadInput, PackedLoadOutput> = ({ project }: SandboxPlace, input) => {
  const modules = ruleModules({ root: project, standInsFor: input.standInsFor });
  const loading: Loading = { root: project, version: input.version, host: loadHost };
  const exits = refuseExits();
  // What a file leaves behind for later is not what decides whether it loads.
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});

  const files = input.declared.map(({ index, list, path }): FileOutput => {
    exits.forget();
    const outcome = timed(input.fileLimit, () => {
      if (list === 'nodes') return { node: loadNode(path, loading) };
      return { credential: loadCredential(path, loading) };
    });
    const standIns = modules.usedBy(resolve(project, path));
    const thrown = 'thrown' in outcome ? outcome.thrown : exits.attempt;
    if (thrown === undefined && 'value' in outcome) return { index, ...outcome.value, standIns };
    const problem: LoadProblem = problemOf(exits.attempt ?? thrown, { project, path });
    return { index, problem, standIns };
  });
  const json = JSON.stringify({ files, standIns: [...modules.replaced] });
  return { packed: gzipSync(json).toString('base64') };
};
export default loadProgram;

/** Runs code that can be stopped wherever it is, in whatever loop. */
function timed<T>(timeout: number, work: () => T): { value: T } | { thrown: unknown } {
  try {
    return { value: new Script('work()').runInContext(createContext({ work }), { timeout }) };
  } catch (thrown) {
    return { thrown };
  }
}
