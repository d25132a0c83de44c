import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SandboxPlace, SandboxProgram } from '../../../kernel/sandbox.ts';
import { eachInTime } from '../each-in-time.ts';
import type { DeclarationList } from '../manifest-fields.ts';
import { watchAttempts } from './attempts.ts';
import { loadCredential } from './credential-file.ts';
import { refuseExits } from './exit-attempt.ts';
import type { FileOutput, PackedLoadOutput } from './load-output.ts';
import { loadHost, ruleModules } from './module-resolution.ts';
import type { Loading } from './n8n-shapes.ts';
import { loadNode } from './node-file.ts';
import { packOutput } from './pack-output.ts';
import { problemOf } from './thrown.ts';

export interface LoadInput {
  version: unknown;
  /** In the order in which n8n loads them. `path` as package.json has it. */
  declared: readonly { index: number; list: DeclarationList; path: string }[];
  /** Packages that n8n would install, and those that it has itself; none of them is here. */
  standInsFor: readonly string[];
  hostModules: readonly string[];
  /** Files that will not be in the published package. */
  unshipped: readonly string[];
  /** The n8n-workflow that is there, by the name under which it is installed here. */
  workflow?: string | undefined;
  /** Whether only problems are asked for, and no descriptions. */
  brief?: boolean;
  /** Milliseconds that one file may take, and all together. */
  limits: { file: number; all: number };
}

type Declared = LoadInput['declared'][number];
type Loaded = Pick<FileOutput, 'node' | 'credential'>;

/** Loads nodes and credentials the way n8n does, each for itself, so that every one's problem is seen. */
const loadProgram: SandboxProgram<LoadInput, PackedLoadOutput> = (place: SandboxPlace, input) => {
  const project = realpathSync(place.project);
  // Ten frames, the usual number, may all be Node's own when a module is not found.
  Error.stackTraceLimit = 50;
  const { standInsFor, hostModules, unshipped, workflow, limits, brief = false } = input;
  const watch = watchAttempts(project);
  const modules = ruleModules({ root: project, standInsFor, hostModules, unshipped, workflow }, watch);
  const loading: Loading = { root: project, version: input.version, host: loadHost, brief };
  const exits = refuseExits();
  // What a file leaves behind for later is not what decides whether it loads.
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});

  const outputOf = ({ index, path }: Declared, loaded: Loaded | undefined, thrown?: unknown): FileOutput => {
    const standIns = modules.usedBy(resolve(project, path));
    const attempts = watch.take();
    const seen = { index, standIns, ...(attempts.length > 0 && { attempts }) };
    // An exit may have been caught by the code that asked for it.
    if (loaded && !exits.attempt) return { ...seen, ...loaded };
    return { ...seen, problem: problemOf(exits.attempt ?? thrown, { project, path }) };
  };
  const load = (declared: Declared): FileOutput => {
    const { list, path } = declared;
    exits.forget();
    try {
      const loaded =
        list === 'nodes' ? { node: loadNode(path, loading) } : { credential: loadCredential(path, loading) };
      return outputOf(declared, loaded);
    } catch (error) {
      return outputOf(declared, undefined, error);
    }
  };

  const files: FileOutput[] = [];
  eachInTime(
    input.declared,
    { each: limits.file, all: limits.all },
    {
      work: (declared) => files.push(load(declared)),
      late: (declared, error) => {
        files.push(outputOf(declared, undefined, error));
        return 'go on';
      },
    },
  );
  return packOutput({ files, standIns: modules.replaced() });
};
export default loadProgram;
