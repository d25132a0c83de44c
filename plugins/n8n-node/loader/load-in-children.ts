import PQueue from 'p-queue';
import type { ServiceContext } from '../../../kernel/check.ts';
import type { SandboxOutcome } from '../../../kernel/sandbox.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { compiledRehearsal } from '../sandbox/warm-up-project.ts';
import { loadOutput, packedLoadOutput } from './guards.ts';
import type { LoadInput } from './load-input.ts';
import type { FileOutput, LoadOutput, LoadProblem } from './load-output.ts';
import { unpackOutput } from './pack-output.ts';

/** What all children of one package are told. */
export interface LoadOrder extends Omit<LoadInput, 'declared' | 'limits' | 'last'> {
  /** Compiled and copied files, laid over the project; undefined where there is nothing to lay. */
  overlay: Readonly<Record<string, string>> | undefined;
}

type Declared = LoadInput['declared'];

/** Files in one child: nearly all packages need one; a thousand nodes don't fit into its memory and time. */
const batchSize = 200;
const concurrency = 2;
/** Children at most; each file of its own when one file after the other ends its process. */
const childLimit = 60;
/** Milliseconds for one file, and for all of one child; the child's own limit, in seconds, is wider than that. */
const limits = { file: 4000, all: 12_000, beat: { wall: 7000, processor: 2000 } };
const firstTimeout = 25;
const againTimeout = 10;
/** For files that had too little of a processor, once. */
const starvedLimits = { file: 16_000, all: 40_000, beat: { wall: 15_000, processor: 2000 } };
const starvedTimeout = 60;

/**
 * Loads files in as few children as will do. When a child gives no answer, the half that is to blame is looked for
 * until it is one file.
 * @returns an output for each file that was come to; the rest ran out of time or children
 */
export async function loadInChildren(
  { sandbox, signal }: Pick<ServiceContext, 'sandbox' | 'signal'>,
  { overlay, ...order }: LoadOrder,
  declared: Declared,
): Promise<LoadOutput> {
  const queue = new PQueue({ concurrency });
  const files: FileOutput[] = [];
  const standIns = new Set<string>();
  let children = 0;
  const run = (batch: Declared, timeout: number) => {
    children += 1;
    const last = timeout === starvedTimeout;
    const input: LoadInput = { ...order, declared: batch, limits: last ? starvedLimits : limits, last };
    const program = siblingModule(import.meta.url, 'load-program');
    const laid = overlay && { overlay };
    const job = { program, input, rehearsal, profile: 'untrusted' as const, ...laid, timeout, signal };
    return queue.add(() => sandbox.run(job));
  };
  /** A child that loads nothing: what goes wrong with it is no fault of the project. */
  let control: Promise<SandboxOutcome> | undefined;

  const load = async (batch: Declared, timeout: number): Promise<void> => {
    const [first, ...rest] = batch;
    if (!first || children >= childLimit || signal.aborted) return;
    const outcome = await run(batch, timeout);
    const output = outcome.kind === 'done' ? read(outcome.result, batch) : undefined;
    const stuck = outcome.kind === 'done' ? stuckIn(outcome.result) : undefined;
    if (stuck !== undefined && rest.length === 0) {
      files.push({ index: first.index, standIns: [], problem: { kind: 'timeout', n8n: stuck } });
    } else if (output) {
      files.push(...output.files);
      for (const name of output.standIns) standIns.add(name);
      const answered = new Set(output.files.map(({ index }) => index));
      const rest = batch.filter(({ index }) => !answered.has(index));
      if (output.starved && timeout !== starvedTimeout) await load(rest, starvedTimeout);
    } else if (rest.length > 0) {
      const half = Math.ceil(batch.length / 2);
      await Promise.all([load(batch.slice(0, half), againTimeout), load(batch.slice(half), againTimeout)]);
    } else {
      control ??= run([], firstTimeout);
      const { kind, ...why } = await control;
      if (kind !== 'done') throw new Error(`the sandbox does not work: ${'reason' in why ? why.reason : kind}`);
      files.push({ index: first.index, standIns: [], problem: problemOf(outcome) });
    }
  };

  const batches = Array.from({ length: Math.ceil(declared.length / batchSize) }, (_, index) =>
    declared.slice(index * batchSize, (index + 1) * batchSize),
  );
  await Promise.all(batches.map((batch) => load(batch, firstTimeout)));
  return { files, standIns: [...standIns] };
}

function rehearsal() {
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
    rehearsal: true,
    limits,
  };
  return { input, overlay: compiledRehearsal };
}

/** What the judge of a thread says that does not go on. */
const stuckIn = (result: unknown) => (packedLoadOutput.is(result) ? result.stuck : undefined);

/** An answer that is none, or speaks of files that it was not asked about, counts as no answer. */
function read(result: unknown, batch: Declared): LoadOutput | undefined {
  if (!packedLoadOutput.is(result) || result.stuck !== undefined) return undefined;
  try {
    const output = unpackOutput(result);
    const asked = new Set(batch.map(({ index }) => index));
    const answers = loadOutput.is(output) && output.files.every(({ index }) => asked.has(index));
    return answers ? output : undefined;
  } catch {
    return undefined;
  }
}

/** What a child that gave no answer says about the one file that it loaded. */
function problemOf(outcome: SandboxOutcome): LoadProblem {
  switch (outcome.kind) {
    case 'timeout':
      return { kind: 'timeout', n8n: `it did not end within ${outcome.seconds} s` };
    case 'ended':
      return { kind: 'exited', n8n: outcome.reason };
    case 'threw':
      return { kind: 'exited', n8n: outcome.message };
    case 'done':
      return { kind: 'exited', n8n: 'its result was not understood' };
  }
}
