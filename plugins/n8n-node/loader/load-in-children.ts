import os from 'node:os';
import PQueue from 'p-queue';
import type { ServiceContext } from '../../../kernel/check.ts';
import { guard } from '../../../kernel/guard.ts';
import type { SandboxJob, SandboxOutcome } from '../../../kernel/sandbox.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { type StartedProgram, startProgram } from '../sandbox/start-program.ts';
import { compiledWarmUp } from '../sandbox/warm-up-project.ts';
import { whyUnfinished } from '../sandbox/why-unfinished.ts';
import type { LoadInput } from './load-input.ts';
import { type FileOutput, LoadOutput, type LoadProblem, PackedLoadOutput } from './load-output.ts';
import { unpackOutput } from './pack-output.ts';
import { isDescribed, isOmitted, withoutDescription } from './without-description.ts';

const loadOutput = guard(LoadOutput);
const packedLoadOutput = guard(PackedLoadOutput);

/** What the child processes of a package see. */
interface LoadPlace {
  /** Compiled and copied files to overlay on the project, if any. */
  laid: SandboxJob['overlay'] | undefined;
  /** Folder of the kit with n8n. */
  kit: string;
}

/** The input that all child processes of a package share. */
interface LoadOrder extends LoadPlace, Omit<LoadInput, 'declared' | 'limits' | 'last'> {}

type Declared = LoadInput['declared'];

/** Files per child. Most packages need one child; a thousand nodes exceed its memory and time. */
const batchSize = 200;
const concurrency = 2;
/** Children per package, which may crash at every file. */
const childLimit = 60;
/** Characters of all descriptions, which checks hold in memory together. */
const describedLimit = 64 * 1024 * 1024;
/** The time limit of the sandbox is longer than what all files of a child have. */
const limits: LoadInput['limits'] = { file: 4000, all: 12_000, turn: 7000, computed: 2000 };
const firstTimeout = 25;
const againTimeout = 10;
/**
 * For one retry of files that did not finish: they did not get enough processor time, or a virtual machine is slow, whose
 * processor time includes what its host gave to others.
 */
const patientLimits: LoadInput['limits'] = { file: 16_000, all: 40_000, turn: 15_000, computed: 4000 };
const patientTimeout = 60;
/** Processes that want each processor of the machine, with so many of which waiting proves nothing. */
const maxLoad = 10;
const isOverloaded = () => (os.loadavg()[0] ?? 0) > maxLoad * os.availableParallelism();
const isLate = ({ problem }: FileOutput) => problem?.kind === 'timeout';
/** Whether a file may be late only because of the machine. */
const isUnsure = (problem?: LoadProblem) => problem?.starved === true && isOverloaded();

const program = siblingModule(import.meta.url, 'load-program');

const jobIn = ({ laid, kit }: LoadPlace) => ({
  program,
  kit,
  warmUp,
  profile: 'untrusted' as const,
  ...(laid && { overlay: laid }),
});

/** Starts a child that gets its files later. */
export const startLoading = (
  context: Pick<ServiceContext, 'sandbox' | 'signal'>,
  place: LoadPlace,
): StartedProgram<LoadInput> => startProgram(context, { ...jobIn(place), ahead: program, timeout: firstTimeout });

/**
 * Loads files in as few children as possible. When a child gives no answer, bisects its files.
 * @param started the first child
 * @returns an output for each loaded file; files without one exceeded the limits of time or children
 */
export async function loadInChildren(
  { sandbox, signal }: Pick<ServiceContext, 'sandbox' | 'signal'>,
  { laid, kit, ...order }: LoadOrder,
  declared: Declared,
  started?: StartedProgram<LoadInput>,
): Promise<LoadOutput> {
  const queue = new PQueue({ concurrency });
  const files = new Map<number, FileOutput>();
  const standIns = new Set<string>();
  let children = 0;
  let room = describedLimit;
  const run = (batch: Declared, timeout: number) => {
    children += 1;
    const last = timeout === patientTimeout;
    const input: LoadInput = { ...order, declared: batch, limits: last ? patientLimits : limits, last };
    const first = children === 1 ? started : undefined;
    const job = { ...jobIn({ laid, kit }), input, timeout, signal };
    return queue.add(() => first?.run(input) ?? sandbox.run(job));
  };
  /** A child that loads nothing: if it fails too, the project is not the cause. */
  let control: Promise<SandboxOutcome> | undefined;

  const answerOf = (outcome: SandboxOutcome, batch: Declared): LoadOutput | undefined => {
    const answer = outcome.kind === 'done' ? read(outcome.result, batch) : undefined;
    room -= answer?.size ?? 0;
    return answer && room < 0
      ? { ...answer.output, files: answer.output.files.map(withoutDescription) }
      : answer?.output;
  };

  /** Retries descriptions that did not fit into an answer, with fewer files at a time. */
  const describe = async (batch: Declared, { files: answered }: LoadOutput): Promise<void> => {
    const left = new Set(answered.filter(isOmitted).map(({ index }) => index));
    if (batch.length === 1 || room < 0) return;
    const again = batch.filter(({ index }) => left.has(index));
    const most = Math.max(1, answered.filter(isDescribed).length);
    const ask = async (some: Declared) => {
      if (children >= childLimit || signal.aborted) return;
      const output = answerOf(await run(some, againTimeout), some);
      for (const { index, node, credential } of output?.files.filter(isDescribed) ?? []) {
        const known = files.get(index);
        if (known) files.set(index, { ...known, ...(node && { node }), ...(credential && { credential }) });
      }
      if (output) await describe(some, output);
    };
    await Promise.all(parts(again, most).map(ask));
  };

  const load = async (batch: Declared, timeout: number): Promise<void> => {
    const [first, ...rest] = batch;
    if (!first || children >= childLimit || signal.aborted) return;
    const outcome = await run(batch, timeout);
    const output = answerOf(outcome, batch);
    const stuck = outcome.kind === 'done' ? stuckIn(outcome.result) : undefined;
    const isLast = timeout === patientTimeout;
    if (stuck !== undefined && rest.length === 0) {
      if (!isLast) return load(batch, patientTimeout);
      const problem: LoadProblem = { kind: 'timeout', ...stuck };
      if (!isUnsure(problem)) files.set(first.index, { index: first.index, standIns: [], problem });
    } else if (output) {
      const late = new Set(isLast ? [] : output.files.filter(isLate).map(({ index }) => index));
      for (const file of output.files)
        if (!late.has(file.index) && !isUnsure(file.problem)) files.set(file.index, file);
      for (const name of output.standIns) standIns.add(name);
      const answered = new Set(output.files.map(({ index }) => index));
      const again = batch.filter(({ index }) => late.has(index) || (output.starved && !answered.has(index)));
      await Promise.all([!isLast && load(again, patientTimeout), describe(batch, output)]);
    } else if (rest.length > 0) {
      const half = Math.ceil(batch.length / 2);
      await Promise.all([load(batch.slice(0, half), againTimeout), load(batch.slice(half), againTimeout)]);
    } else {
      control ??= run([], firstTimeout);
      const { kind, ...why } = await control;
      if (kind !== 'done') throw new Error(`sandbox failed: ${'reason' in why ? why.reason : kind}`);
      files.set(first.index, { index: first.index, standIns: [], problem: problemOf(outcome) });
    }
  };

  await Promise.all(parts(declared, batchSize).map((batch) => load(batch, firstTimeout)));
  return { files: [...files.values()], standIns: [...standIns] };
}

/** Splits files into batches. */
function parts(declared: Declared, size: number): Declared[] {
  return Array.from({ length: Math.ceil(declared.length / size) }, (_, index) =>
    declared.slice(index * size, (index + 1) * size),
  );
}

function warmUp() {
  const input: LoadInput = {
    version: '1.0.0',
    declared: [
      { index: 0, list: 'nodes', path: 'dist/nodes/Example/Example.node.js' },
      { index: 1, list: 'credentials', path: 'dist/credentials/ExampleApi.credentials.js' },
    ],
    standInsFor: [],
    hostModules: [],
    installedHost: [],
    unshipped: [],
    warmUp: true,
    limits,
  };
  return { input, overlay: compiledWarmUp };
}

/** The reason why the thread of a child was stuck, if it was. */
const stuckIn = (result: unknown) => (packedLoadOutput.is(result) ? result.stuck : undefined);

/** Returns undefined for an invalid answer and for one with other files. */
function read(result: unknown, batch: Declared): { output: LoadOutput; size: number } | undefined {
  if (!packedLoadOutput.is(result) || result.stuck !== undefined) return undefined;
  try {
    const { output, size } = unpackOutput(result);
    const asked = new Set(batch.map(({ index }) => index));
    const answers = loadOutput.is(output) && output.files.every(({ index }) => asked.has(index));
    return answers ? { output, size } : undefined;
  } catch {
    return undefined;
  }
}

/** The problem of the only file of a child that gave no answer. */
function problemOf(outcome: SandboxOutcome): LoadProblem {
  return { kind: outcome.kind === 'timeout' ? 'timeout' : 'exited', n8n: whyUnfinished(outcome) };
}
