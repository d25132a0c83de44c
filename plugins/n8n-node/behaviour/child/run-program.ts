import { getCompileCacheDir } from 'node:module';
import type { Worker } from 'node:worker_threads';
import type { PrepareSandboxProgram, SandboxFolders, SandboxProgram } from '../../../../kernel/sandbox.ts';
import { siblingModule } from '../../../../kernel/sibling-module.ts';
import { stopwatch } from '../../../../kernel/stopwatch.ts';
import { busy, startWatchedThread, threadFailure } from '../../sandbox/watched-thread.ts';
import type { RunInput, ThreadPlace } from '../plan/run-input.ts';
import { notRun, timeLimit } from '../trace/ending.ts';
import type { OperationTrace, RunOutput } from '../trace/trace.ts';

/** Threads that one child starts: each operation that ends or stops its thread costs the engine's import. */
const maxThreads = 6;
/** Of how many of its limits a run may say nothing: it ends by itself unless the thread is blocked. */
const stallFactor = 2;
/** Milliseconds of a processor to load the engine. */
const maxStart = 10_000;

type Message = { ready: true } | { begun: number } | { trace: OperationTrace } | { done: true };

/** A thread that loads the engine while this one waits for the input, and hears nothing. */
let prepared: Worker | undefined;
export const prepare: PrepareSandboxProgram = (place) => {
  prepared = startThread(place);
};

function startThread({ project, kit }: SandboxFolders): Worker {
  if (kit === undefined) throw new Error('n8n is not there');
  const given: ThreadPlace = { project, kit, compileCache: getCompileCacheDir() };
  return startWatchedThread(siblingModule(import.meta.url, 'run-worker'), given);
}

/** Runs operations in a thread, and goes on with a new one where an operation ended or stopped it. */
const runProgram: SandboxProgram<RunInput, RunOutput> = async (place, input) => {
  process.chdir(place.project);
  const traces: OperationTrace[] = [];
  let left = [...input.operations];
  const all = stopwatch();
  const isLate = () => all.isPast({ wall: input.limits.clock, processor: input.limits.all });
  for (let thread = 0; thread < maxThreads && (left.length > 0 || input.warmUp); thread++) {
    const started = prepared ?? startThread(place);
    prepared = undefined;
    const given = { ...input, operations: left };
    const { done, ready, at, why } = await runThread(started, given, (trace) => traces.push(trace), isLate);
    if (done) break;
    if (!ready) return { traces, failed: why };
    const seen = new Set(traces.map(({ index }) => index));
    const culprit =
      left.find(({ index }) => index === at && !seen.has(index)) ?? left.find(({ index }) => !seen.has(index));
    if (!culprit) break;
    traces.push(notRun(culprit.index, why));
    seen.add(culprit.index);
    left = left.filter(({ index }) => !seen.has(index));
    if (isLate()) break;
  }
  const seen = new Set(traces.map(({ index }) => index));
  const unrun = isLate() ? timeLimit : `${maxThreads} other operations ended their process, or did not end`;
  for (const { index } of left) if (!seen.has(index) && !input.warmUp) traces.push(notRun(index, unrun));
  return { traces };
};
export default runProgram;

interface Ended {
  done: boolean;
  /** Whether the engine was loaded: before that, no code of the package ran. */
  ready: boolean;
  /** The operation that was running. */
  at?: number;
  why: string;
}

function runThread(
  thread: Worker,
  input: RunInput,
  keep: (trace: OperationTrace) => void,
  isLate: () => boolean,
): Promise<Ended> {
  let at: number | undefined;
  let ready = false;
  let silence = stopwatch();
  return new Promise<Ended>((resolve) => {
    const end = (done: boolean, why: string) => resolve({ done, ready, why, ...(at !== undefined && { at }) });
    const watch = setInterval(() => {
      const processor = ready ? input.limits.operation * stallFactor : maxStart;
      if (isLate()) end(false, timeLimit);
      else if (silence.isPast({ wall: processor * busy, processor })) end(false, 'it does not end');
    }, 200);
    thread.on('message', (message: Message) => {
      silence = stopwatch();
      if ('ready' in message) ready = true;
      else if ('done' in message) end(true, '');
      else if ('trace' in message) keep(message.trace);
      else at = message.begun;
    });
    thread.once('error', (error) => end(false, threadFailure(error)));
    thread.once('exit', (code) => {
      clearInterval(watch);
      end(false, `it ends its process with code ${code}`);
    });
    thread.postMessage(input);
  }).finally(() => thread.terminate());
}
