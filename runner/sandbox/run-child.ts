import { randomBytes } from 'node:crypto';
import { serviceError } from '../../kernel/errors.ts';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { MachineError } from '../machine-error.ts';
import { type ResourceUsage, usageOf } from '../process-tree.ts';
import { type ChildRequest, nonceLength, resultDescriptor } from './child-protocol.ts';
import { type Limits, outputLimits } from './limits.ts';
import { messageIn, readMessage } from './message.ts';
import { OutputTail } from './output-tail.ts';
import { readAll } from './read-all.ts';
import { type Command, type StartedChild, startChild } from './started-child.ts';

interface ChildRun {
  request: ChildRequest;
  /** Input of the program, or a promise of it. */
  input: unknown;
  limits: Pick<Limits, 'result' | 'memory' | 'resources'>;
  /**
   * Seconds from when the input is there, not counting the time that the process waits for a processor; at most four times as
   * long in all.
   */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** With the request and the input encoded as JSON. */
type EncodedRun = Omit<ChildRun, 'request' | 'input'> & { request: Uint8Array; input: Promise<Uint8Array> };

/** How a process ended, with its message not yet parsed. */
type ChildEnd = {
  output: string;
  /** A failure that the project did not cause: the process did not start up, or was killed from outside. */
  fault?: string;
} & Unparsed;

type Unparsed = (End & { fault?: string }) | { kind: 'message'; bytes: Uint8Array };

/** `SandboxOutcome` without `output`. */
type End = SandboxOutcome extends infer Outcome ? (Outcome extends unknown ? Omit<Outcome, 'output'> : never) : never;

const cancelled = { kind: 'ended', reason: 'it was cancelled', output: '' } as const;
const invalidResult: End = { kind: 'ended', reason: 'its result could not be parsed' };

/**
 * Runs a sandboxed process: sends the request, enforces all limits, and returns the message. All its processes are killed
 * before this settles. A process that did not start up, or was killed from outside, is retried once.
 * @throws {ServiceError} RUNNER_ERROR for a failure that the project did not cause
 */
export async function runChild(command: Command, { request, input, ...run }: ChildRun): Promise<SandboxOutcome> {
  const encoded = {
    ...run,
    request: Buffer.from(`${JSON.stringify(request)}\n`),
    input: Promise.resolve(input).then((value) => Buffer.from(JSON.stringify(value ?? null))),
  };
  // Nothing waits for it in a run that is cancelled before it starts.
  encoded.input.catch(() => {});
  const isCancelled = () => run.signal?.aborted === true;
  if (isCancelled()) return cancelled;
  const first = await endOfChild(command, encoded);
  const retry = !isCancelled() && (first.fault !== undefined || ('signal' in first && first.signal === 'SIGKILL'));
  const { fault, ...end } = retry ? await endOfChild(command, encoded) : first;
  if (isCancelled() && end.kind !== 'message') return { ...cancelled, output: end.output };
  if (fault !== undefined)
    throw serviceError('RUNNER_ERROR', { reason: `A sandboxed process ${fault}` }, { cause: lastLine(end.output) });
  return end.kind === 'message' ? { output: end.output, ...(readMessage(end.bytes) ?? invalidResult) } : end;
}

/**
 * Runs a command without a message. Returns undefined if it exits with 0, else the last line of its output.
 * @throws {MachineError} on timeout
 */
export async function tryCommand(
  command: Command,
  run: Omit<ChildRun, 'request' | 'input'>,
): Promise<string | undefined> {
  const nothing = Buffer.alloc(0);
  const end = await endOfChild(command, { ...run, request: nothing, input: Promise.resolve(nothing) });
  if (end.kind === 'ended' && end.exitCode === 0) return undefined;
  if (end.kind === 'timeout') throw new MachineError(`a process did not start within ${end.seconds} s`);
  return lastLine(end.output) || reasonOf(end);
}

/** Only the end of the last line, because bubblewrap and Node.js print paths of the host before it. */
function startFault(end: Unparsed, output: string): string {
  const reason = lastLine(output).split(': ').at(-1) || reasonOf(end);
  return `did not start (${reason.slice(0, 100)})`;
}

const reasonOf = (end: Unparsed) =>
  'reason' in end ? end.reason : end.kind === 'timeout' ? `not within ${end.seconds} s` : end.kind;
const lastLine = (output: string) => output.trim().split('\n').at(-1) ?? '';

async function endOfChild(command: Command, run: EncodedRun): Promise<ChildEnd> {
  const nonce = randomBytes(nonceLength);
  const child = await startChild(command, Buffer.concat([nonce, run.request]));
  const { tail, tooMuch } = outputOf(child);
  const sent = run.input.then((input) => child.finishInput(input));
  let isReady = false;
  const result = message(child, nonce, run.limits.result, () => {
    isReady = true;
    // At once, before this process waits for its turn.
    child.applyNiceness();
  });
  const end = await firstEnd(child, run, { sent, others: [result, tooMuch] }).finally(() => child.kill());
  const output = tail.toString();
  const fault = isReady ? 'fault' in end && end.fault : startFault(end, output);
  return { ...end, ...(fault && { fault }), output };
}

/** The output of a process; `tooMuch` resolves when it exceeds the limit. */
function outputOf(child: StartedChild): { tail: OutputTail; tooMuch: Promise<Unparsed> } {
  const tail = new OutputTail(outputLimits.kept);
  const { promise: tooMuch, resolve } = Promise.withResolvers<Unparsed>();
  for (const stream of child.printed) {
    stream.on('data', (chunk: Buffer) => {
      tail.push(chunk);
      if (tail.total > outputLimits.max)
        resolve({ kind: 'ended', reason: `it printed more than ${outputLimits.max} bytes` });
    });
  }
  return { tail, tooMuch };
}

/**
 * The first of: the result, the end of the process, the time limit, another limit, a cancel. The process may still be running
 * then.
 * @param sent resolves when the input was sent, from when the time limit counts
 * @param others the result, undefined when there is none, and other reasons to stop
 */
async function firstEnd(
  child: StartedChild,
  run: Pick<EncodedRun, 'timeout' | 'signal' | 'limits'>,
  { sent, others }: { sent: Promise<void>; others: readonly Promise<Unparsed | undefined>[] },
): Promise<Unparsed> {
  // The first reason wins; the consequences of the kill come later.
  const { promise: stopped, resolve: stop, reject: fail } = Promise.withResolvers<Unparsed>();
  const timer = onTimeout(child, run.timeout, { since: sent }, () => stop({ kind: 'timeout', seconds: run.timeout }));
  sent.catch(fail);
  const abort = () => stop(cancelled);
  const monitor = monitorMemory(child, run.limits.memory, stop);
  run.signal?.addEventListener('abort', abort, { once: true });
  if (run.signal?.aborted) abort();
  for (const other of others) other.then((end) => end && stop(end), fail);
  child
    .ended()
    .then((end) => stop({ kind: 'ended', ...describeEnd(end, monitor.usage, run.limits) }))
    .catch(fail);
  try {
    return await stopped;
  } finally {
    timer.abort();
    monitor.end();
    run.signal?.removeEventListener('abort', abort);
  }
}

/** Limits the extension for waiting to this multiple of the time limit. */
const maxExtension = 3;

/**
 * Calls back when a process exceeds its time limit. Time that it waited for a processor is added to the limit, so that results
 * do not depend on other load of the machine.
 * @param since from when it counts; never if that rejects
 * @returns abort it to cancel the timer
 */
function onTimeout(
  child: StartedChild,
  seconds: number,
  { since }: { since: Promise<void> },
  callback: () => void,
): AbortController {
  const controller = new AbortController();
  let started = 0;
  let timer: NodeJS.Timeout | undefined;
  const maxWait = maxExtension * seconds * 1000;
  const check = async () => {
    const waited = Math.min(maxWait, await child.processorWait().catch(() => 0));
    if (controller.signal.aborted) return;
    const left = seconds * 1000 + waited - (performance.now() - started);
    if (left <= 0) callback();
    else timer = setTimeout(check, Math.max(minCheckInterval, left));
  };
  const begin = () => {
    if (controller.signal.aborted) return;
    started = performance.now();
    timer = setTimeout(check, seconds * 1000);
  };
  since.then(begin, () => {});
  controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return controller;
}

/** Milliseconds between checks of the waiting time. */
const minCheckInterval = 50;

/** Milliseconds between checks of the memory; a processor can fill 200 MiB within one of them. */
const memoryInterval = 100;
const MiB = 1024 * 1024;

/** Enforces the limit for the memory of all processes together, for which the system has none. */
function monitorMemory(
  child: StartedChild,
  limit: number,
  stop: (end: End) => void,
): { usage: ResourceUsage; end(): void } {
  const monitor = { usage: { memory: 0, processor: 0 }, end: () => clearInterval(timer) };
  const timer = setInterval(() => {
    const processes = child.processes();
    child.applyNiceness(processes);
    monitor.usage = usageOf(processes);
    if (monitor.usage.memory > limit) stop({ kind: 'ended', reason: `it used more than ${limit / MiB} MiB of memory` });
  }, memoryInterval);
  return monitor;
}

/**
 * Reads the message from the result descriptor; undefined when there is none after the ready byte.
 * @param onReady called at the first byte
 */
async function message(
  child: StartedChild,
  nonce: Uint8Array,
  limit: number,
  onReady: () => void,
): Promise<Unparsed | undefined> {
  const written = await readAll(child.descriptor(resultDescriptor), limit, onReady);
  if (written === undefined) return { kind: 'ended', reason: `its result is larger than ${limit} bytes` };
  if (written.length <= 1) return undefined;
  const bytes = messageIn(written, nonce);
  return bytes ? { kind: 'message', bytes } : invalidResult;
}

/** Exit code of Node for a top-level await that never settled. */
const unsettledAwait = 13;

/** @param usage at the last check: after the limit of processor time, the kernel kills with SIGKILL too */
function describeEnd(
  end: Awaited<ReturnType<StartedChild['ended']>>,
  { processor }: ResourceUsage,
  { resources: { cpu } }: Pick<Limits, 'resources'>,
) {
  if ('lost' in end) return { reason: 'it was killed', fault: 'was killed' };
  if ('signal' in end && end.signal === 'SIGKILL' && processor > cpu / 2)
    return { reason: `it used up its ${cpu} s of processor time` };
  if ('signal' in end) return { reason: `it was killed by ${end.signal}`, signal: end.signal };
  const why =
    end.exitCode === unsettledAwait
      ? 'it waited for a promise that never settled'
      : `it exited with code ${end.exitCode}`;
  return { reason: `${why} without a result`, exitCode: end.exitCode };
}
