import PQueue from 'p-queue';
import type { ServiceContext } from '../../../kernel/check.ts';
import { guard } from '../../../kernel/guard.ts';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { type StartedProgram, startProgram } from '../sandbox/start-program.ts';
import { whyUnfinished } from '../sandbox/why-unfinished.ts';
import type { PlannedOperation, RunInput } from './plan/run-input.ts';
import { notRun, timeLimit } from './trace/ending.ts';
import { type OperationTrace, RunOutput } from './trace/trace.ts';

const runOutput = guard(RunOutput);

/** Operations in one child, more or less. */
const batchSize = 200;
/** For fewer operations, a second child saves less time than its import of the engine takes. */
const minToShare = 80;
/** Operations that a child with the engine runs while another one loads it. */
const headStart = 40;
const concurrency = 2;
/** Milliseconds of the processor for one run of an operation, and for all of one child. */
const limits = { operation: 5000, all: 60_000 };
/** Milliseconds of the clock for all children: on a busy machine, the check tells what it knows before its own limit. */
const clock = 160_000;
/** Seconds of the clock for one child, with the time to load n8n's engine. */
const timeout = 200;

/** What the children of one package see. */
export interface EnginePlace {
  /** Folder of the kit that has n8n's engine. */
  kit: string;
  /** Compiled and copied files to lay over the project, or a promise of them; undefined where there is nothing to lay. */
  laid: SandboxJob['overlay'] | undefined;
  /** Folder of the packages that it depends on; undefined where there are none. */
  packages: string | undefined;
}

/** What all children of one package are told. */
export interface RunOrder
  extends EnginePlace,
    Pick<RunInput, 'credentials' | 'credentialValues' | 'hostCredentials' | 'responses' | 'missing'> {}

/** A child that loads n8n's engine, which takes most of a second, while it is not known yet what to run. */
export type EngineChild = StartedProgram<RunInput>;

const program = siblingModule(import.meta.url, 'child/run-program');

export const startEngine = (
  context: Pick<ServiceContext, 'sandbox' | 'signal'>,
  { kit, laid, packages }: EnginePlace,
): EngineChild =>
  startProgram(context, {
    program,
    ahead: program,
    warmUp: () => ({ input: warmUpInput }),
    profile: 'engine',
    kit,
    packages,
    ...(laid && { overlay: laid }),
    timeout,
  });

const warmUpInput: RunInput = {
  ...{
    operations: [],
    credentials: [],
    credentialValues: {},
    hostCredentials: {},
    responses: [],
    missing: {},
    hasPackages: false,
  },
  limits: { ...limits, clock },
  warmUp: true,
};

/**
 * Runs operations in the sandbox.
 * @param batches operations by child
 * @param started a child for the first batch
 * @returns traces by index, where `unrun` says why there is none of an operation; `failed`: why the engine does not start
 */
export async function runInChildren(
  context: Pick<ServiceContext, 'sandbox' | 'signal'>,
  { kit, laid, packages, ...order }: RunOrder,
  batches: readonly (readonly PlannedOperation[])[],
  started?: EngineChild,
): Promise<{ traces: Map<number, OperationTrace>; failed: string | undefined }> {
  const queue = new PQueue({ concurrency });
  const traces = new Map<number, OperationTrace>();
  let failed: string | undefined;
  const begun = performance.now();
  const run = async (batch: readonly PlannedOperation[], child?: EngineChild) => {
    if (context.signal.aborted) return;
    const left = clock - (performance.now() - begun);
    if (left <= 0) {
      for (const { index } of batch) traces.set(index, notRun(index, timeLimit));
      return;
    }
    await using engine = child ?? startEngine(context, { kit, laid, packages });
    const outcome = await engine.run({
      ...order,
      hasPackages: packages !== undefined,
      operations: batch.map(plainOperation),
      limits: { ...limits, clock: left },
    });
    const output = outcome.kind === 'done' && runOutput.is(outcome.result) ? outcome.result : undefined;
    failed ??= output?.failed;
    const asked = new Set(batch.map(({ index }) => index));
    for (const trace of output?.traces ?? []) if (asked.has(trace.index)) traces.set(trace.index, trace);
    const unrun = output || outcome.kind === 'timeout' ? timeLimit : whyUnfinished(outcome);
    for (const { index } of batch) if (!traces.has(index)) traces.set(index, notRun(index, unrun));
  };
  await Promise.all(batches.map((batch, at) => queue.add(() => run(batch, at === 0 ? started : undefined))));
  return { traces, failed };
}

/**
 * Distributes operations that stay together, so that the children end at the same time.
 * @param isStarted whether the engine of the first child has been started
 */
export function batchesOf<T extends { operations: readonly PlannedOperation[] }>(
  units: readonly T[],
  isStarted: boolean,
): T[][] {
  const total = units.reduce((sum, { operations }) => sum + operations.length, 0);
  const children = total < minToShare ? Math.min(total, 1) : Math.max(concurrency, Math.ceil(total / batchSize));
  const batches = Array.from({ length: children }, (_, at) => ({
    size: isStarted && at > 0 ? headStart : 0,
    units: [] as T[],
  }));
  for (const unit of units.toSorted((one, other) => other.operations.length - one.operations.length)) {
    const [smallest] = batches.toSorted((one, other) => one.size - other.size);
    smallest?.units.push(unit);
    if (smallest) smallest.size += unit.operations.length;
  }
  return batches.flatMap((batch) => (batch.units.length > 0 ? [batch.units] : []));
}

/** What a child is told of an operation. */
export const plainOperation = ({
  index,
  path,
  version,
  kind,
  method,
  choices,
  values,
  isFirst,
}: PlannedOperation): PlannedOperation => ({
  ...{ index, path, version, kind, choices },
  ...(method !== undefined && { method }),
  ...(values && { values }),
  ...(isFirst && { isFirst }),
});
