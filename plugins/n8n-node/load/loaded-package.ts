import { gunzipSync } from 'node:zlib';
import { Value } from 'typebox/value';
import type { Service, ServiceContext } from '../../../kernel/check.ts';
import { parseJson } from '../../../kernel/project-files.ts';
import type { SandboxOutcome } from '../../../kernel/sandbox.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { type CompiledProject, compiledProject } from '../compile/compiled-project.ts';
import { type DeclaredFile, findSources } from '../compile/source-layout.ts';
import { declarationsOf, recordOf } from '../manifest-fields.ts';
import {
  type FileOutput,
  type LoadedCredential,
  type LoadedNode,
  LoadOutput,
  type LoadProblem,
  PackedLoadOutput,
} from './load-output.ts';
import type { LoadInput } from './load-program.ts';

/** A declared file and what became of it. Descriptions and problems were said by code of the project. */
export interface LoadedFile extends DeclaredFile {
  node?: LoadedNode;
  credential?: LoadedCredential;
  problem?: LoadProblem | { kind: 'file-missing'; n8n: string };
  /** Stand-ins that it did something with: a problem may be theirs. */
  standIns: readonly string[];
}

/** A package as n8n would load it. */
export interface LoadedPackage {
  /** In the order in which n8n loads them: nodes, then credentials. */
  files: readonly LoadedFile[];
  /** Modules that n8n would have and that were replaced. */
  standIns: readonly string[];
  /** Set in project mode. */
  project: CompiledProject | undefined;
}

/** What n8n has itself and hands to packages that ask for it in peerDependencies. */
const hostModules = ['@n8n/ai-node-sdk'];
/** Milliseconds for one file; seconds for all of them. */
const fileLimit = 4000;
const runLimit = 20;
/** Bytes of the unpacked answer. */
const answerLimit = 64 * 1024 * 1024;

export const loadedPackage: Service<LoadedPackage> = {
  name: 'nodes and credentials as n8n loads them',
  async create(context) {
    const { files, manifest = {}, mode } = context;
    const project = mode === 'project' ? await context.service(compiledProject) : undefined;
    const overlay = project?.compiled?.files ?? {};
    const { declared } = project?.layout ?? findSources(declarationsOf(manifest), files, { outDir: '', rootDir: '' });
    const there = (file: string) =>
      [file, `${file}.js`, `${file}.json`, `${file}/index.js`].some((path) => path in overlay || files.exists(path));
    const loadable = declared.flatMap((entry, index) => (entry.file && there(entry.file) ? [{ ...entry, index }] : []));
    const output = await load(context, loadable, overlay);
    const byIndex = new Map(output.files.map((file) => [file.index, file]));
    return {
      project,
      standIns: output.standIns,
      files: declared.map((entry, index): LoadedFile => {
        const output = byIndex.get(index);
        if (!output) return { ...entry, standIns: [], problem: missingFile(entry) };
        const { problem, node, credential, standIns } = output;
        return { ...entry, standIns, ...(problem ? { problem } : { node, credential }) };
      }),
    };
  },
};

const missingFile = ({ path }: DeclaredFile) => ({
  kind: 'file-missing' as const,
  n8n: `Cannot find module '${path}'`,
});

interface Loadable extends DeclaredFile {
  index: number;
}

async function load(
  context: ServiceContext,
  declared: readonly Loadable[],
  overlay: Readonly<Record<string, string>>,
): Promise<LoadOutput> {
  if (declared.length === 0) return { files: [], standIns: [] };
  const { manifest = {} } = context;
  const input: LoadInput = {
    version: manifest['version'],
    declared: declared.map(({ index, list, path }) => ({ index, list, path })),
    standInsFor: [...Object.keys(recordOf(manifest['dependencies']) ?? {}), ...hostModules],
    fileLimit,
  };
  const outcome = await context.sandbox.run({
    program: siblingModule(import.meta.url, 'load-program'),
    input,
    profile: 'untrusted',
    overlay,
    timeout: runLimit,
    signal: context.signal,
  });
  const output = outcome.kind === 'done' ? unpack(outcome.result) : undefined;
  if (output) return output;
  const [first, ...rest] = declared;
  if (first && rest.length === 0) return { files: [fault(first, outcome)], standIns: [] };
  // One of them ended the process: each for itself shows which.
  const outputs = await Promise.all(declared.map((one) => load(context, [one], overlay)));
  return {
    files: outputs.flatMap(({ files }) => files),
    standIns: [...new Set(outputs.flatMap(({ standIns }) => standIns))],
  };
}

function unpack(result: unknown): LoadOutput | undefined {
  if (!Value.Check(PackedLoadOutput, result)) return undefined;
  try {
    const json = gunzipSync(Buffer.from(result.packed, 'base64'), { maxOutputLength: answerLimit }).toString();
    const output = parseJson(json);
    return Value.Check(LoadOutput, output) ? output : undefined;
  } catch {
    return undefined;
  }
}

/** What a child that gave no answer says about the one file that it loaded. */
function fault({ index }: Loadable, outcome: SandboxOutcome): FileOutput {
  switch (outcome.kind) {
    case 'timeout':
      return { index, standIns: [], problem: { kind: 'timeout', n8n: `it did not end within ${outcome.seconds} s` } };
    case 'ended':
      return { index, standIns: [], problem: { kind: 'exited', n8n: outcome.reason } };
    case 'threw':
      return { index, standIns: [], problem: { kind: 'exited', n8n: outcome.message } };
    case 'done':
      return { index, standIns: [], problem: { kind: 'exited', n8n: 'its result was not understood' } };
  }
}
