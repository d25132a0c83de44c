import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Loading } from '../n8n/n8n-shapes.ts';
import { eachInTime, isStarved, times, timesSince } from '../sandbox/each-in-time.ts';
import { loadCredential } from './credential-file.ts';
import { refuseExits } from './exit-call.ts';
import { takeLanguage } from './language.ts';
import type { LoadInput, ThreadInput } from './load-input.ts';
import type { FileOutput, LoadOutput } from './load-output.ts';
import { ruleModules } from './module-resolution.ts';
import { loadNode } from './node-file.ts';
import { watchSideEffects } from './side-effects.ts';
import { problemOf } from './thrown.ts';

type Declared = LoadInput['declared'][number];
type Loaded = Pick<FileOutput, 'node' | 'credential'>;

/** Loads the files of a package. */
export interface LoadTask {
  /** @param keep takes the description of a file, and returns the rest */
  load(keep: (file: FileOutput) => FileOutput): LoadOutput;
  /** See language.ts. */
  restore(): string[];
}

/** Loads nodes and credentials the way n8n does, each separately, so that all problems are found. */
export function prepareLoading(
  { project: folder, kit }: Pick<ThreadInput, 'project' | 'kit'>,
  input: LoadInput,
  closeDoors: (refuse: (what: string) => Error) => void,
): LoadTask {
  const project = realpathSync(folder);
  // The usual ten frames may all belong to Node.js when a module is not found.
  Error.stackTraceLimit = 50;
  const { standInsFor, hostModules, installedHost, unshipped, limits, brief = false, last = false } = input;
  const watch = watchSideEffects(project);
  const modules = ruleModules({ root: project, kit, standInsFor, hostModules, installedHost, unshipped }, watch);
  const validates = existsSync(join(kit, validation));
  const loading: Loading = { root: project, version: input.version, host: modules.host, brief, validates };
  const exits = refuseExits();
  let refused: string[] = [];
  closeDoors((what) => {
    refused = [...refused, what].slice(0, maxRefused);
    return new Error(`${what} is not available`);
  });
  // Before the first line of the project; watching files is part of it.
  watch.builtin('fs');
  const language = takeLanguage();
  // Filled, so that setters on its prototype have no effect.
  const files: (FileOutput | undefined)[] = Array.from(input.declared, () => undefined);

  const outputOf = ({ index, path }: Declared, loaded: Loaded | undefined, thrown?: unknown): FileOutput => {
    const tampering = [...language.restore().map((what) => `${what} modified`), ...refused];
    refused = [];
    const engine = tampering.map((what) => ({ kind: 'engine' as const, what, place: path }));
    const sideEffects = [...engine, ...watch.take()].slice(0, 50);
    const seen = {
      index,
      standIns: modules.usedBy(resolve(project, path)),
      ...(sideEffects.length > 0 && { sideEffects }),
    };
    // An exit may have been caught by its caller.
    if (loaded && !exits.call) return { ...seen, ...loaded };
    return { ...seen, problem: problemOf(exits.call ?? thrown, { project, path }) };
  };
  const load = (declared: Declared): FileOutput => {
    const { list, path } = declared;
    exits.forget();
    let loaded: Loaded | undefined;
    let thrown: unknown;
    try {
      loaded = list === 'nodes' ? { node: loadNode(path, loading) } : { credential: loadCredential(path, loading) };
    } catch (error) {
      thrown = error;
    }
    return outputOf(declared, loaded, thrown);
  };

  // Errors of callbacks do not decide whether a file loads.
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});

  return {
    restore: language.restore,
    load(keep) {
      let at = 0;
      const begun = times();
      eachInTime(
        input.declared,
        { each: limits.file, all: limits.all },
        {
          work(declared) {
            const output = load(declared);
            files[at] = keep(output);
            at += 1;
          },
          late(declared, error, spent) {
            const output = outputOf(declared, undefined, error);
            if (output.problem?.kind === 'timeout' && spent.processor < limits.computed) output.problem.starved = true;
            if (last || !isStarved(spent)) files[at] = output;
            at += 1;
            return 'go on';
          },
        },
      );
      language.restore();
      const done = files.filter((file) => file !== undefined);
      return { files: done, standIns: modules.replaced(), starved: isStarved(timesSince(begun)) };
    },
  };
}

/** What n8n-core rejects descriptions with; earlier releases accept them. */
const validation = 'node_modules/n8n-core/dist/nodes-loader/validate-node-description.js';

/** Reported refused calls per file. */
const maxRefused = 20;
