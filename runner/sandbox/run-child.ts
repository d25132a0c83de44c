import { randomBytes } from 'node:crypto';
import { serviceError } from '../../kernel/errors.ts';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { MachineFault } from '../machine-fault.ts';
import type { Held } from '../process-tree.ts';
import { type Limits, output } from './limits.ts';
import { messageIn, readMessage } from './message.ts';
import { nonceLength, type Order, resultDescriptor } from './order.ts';
import { OutputTail } from './output-tail.ts';
import { readAll } from './read-all.ts';
import { type Command, type StartedChild, startChild } from './started-child.ts';

export interface ChildRun {
  order: Order;
  limits: Pick<Limits, 'result' | 'memory' | 'resources'>;
  /** Seconds, in which waiting for a processor that others have does not count, up to three times as many. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** The same with the order as it is written to the child: JSON. */
type WrittenRun = Omit<ChildRun, 'order'> & { order: Uint8Array };

/** How a child ended, its message still unread. */
type ChildEnd = {
  output: string;
  /** What went wrong with it that no project has a part in: it did not come as far as code of ours, or was killed. */
  fault?: string;
} & Unread;

type Unread = (End & { fault?: string }) | { kind: 'message'; bytes: Uint8Array };

/** An outcome without `output`, kind by kind. */
type End = SandboxOutcome extends infer Outcome ? (Outcome extends unknown ? Omit<Outcome, 'output'> : never) : never;

/** What comes of what was cancelled before it began. */
const cancelled = { kind: 'ended', reason: 'it was cancelled', output: '' } as const;
const unread: End = { kind: 'ended', reason: 'its result could not be read' };

/**
 * Runs one child to its end: order in, message out, every limit watched from this side. All its processes are killed
 * before this settles, whatever they did. One that did not come up, or that somebody else killed, is run again, once.
 * @throws {ServiceError} RUNNER_ERROR when the child did not come up, or who made it was killed: nothing of a project had
 * a part in that
 */
export async function runChild(command: Command, { order, ...run }: ChildRun): Promise<SandboxOutcome> {
  const written = { ...run, order: Buffer.from(JSON.stringify(order)) };
  const isOver = () => run.signal?.aborted === true;
  if (isOver()) return cancelled;
  const first = await endOfChild(command, written);
  const again = !isOver() && (first.fault !== undefined || ('signal' in first && first.signal === 'SIGKILL'));
  const { fault, ...end } = again ? await endOfChild(command, written) : first;
  if (isOver() && end.kind !== 'message') return { ...cancelled, output: end.output };
  if (fault !== undefined)
    throw serviceError('RUNNER_ERROR', { reason: `A sandbox ${fault}` }, { cause: lastLine(end.output) });
  return end.kind === 'message' ? { output: end.output, ...(readMessage(end.bytes) ?? unread) } : end;
}

/**
 * Whether a program that is none of ours comes up and ends well; else what it said.
 * @throws {MachineFault} when it did not come to say anything in its time
 */
export async function tryCommand(command: Command, run: Omit<ChildRun, 'order'>): Promise<string | undefined> {
  const end = await endOfChild(command, { ...run, order: Buffer.alloc(0) });
  if (end.kind === 'ended' && end.exitCode === 0) return undefined;
  if (end.kind === 'timeout') throw new MachineFault(`a program did not come up within ${end.seconds} s`);
  return lastLine(end.output) || reasonOf(end);
}

/** What bubblewrap and Node.js say last names paths of the host: only why is passed on. */
function notUp(end: Unread, output: string): string {
  const why = lastLine(output).split(': ').at(-1) || reasonOf(end);
  return `did not come up (${why.slice(0, 100)})`;
}

const reasonOf = (end: Unread) =>
  'reason' in end ? end.reason : end.kind === 'timeout' ? `not within ${end.seconds} s` : end.kind;
const lastLine = (output: string) => output.trim().split('\n').at(-1) ?? '';

async function endOfChild(command: Command, run: WrittenRun): Promise<ChildEnd> {
  const nonce = randomBytes(nonceLength);
  const child = await startChild(command, Buffer.concat([nonce, run.order]));
  const { tail, tooMuch } = printedBy(child);
  let up = false;
  const answer = message(child, nonce, run.limits.result, () => {
    up = true;
  });
  const end = await firstToCome(child, run, [answer, tooMuch]).finally(() => child.kill());
  const printed = tail.toString();
  const fault = up ? 'fault' in end && end.fault : notUp(end, printed);
  return { ...end, ...(fault && { fault }), output: printed };
}

/** What a child prints, and that it is too much, as soon as it is. */
function printedBy(child: StartedChild): { tail: OutputTail; tooMuch: Promise<Unread> } {
  const tail = new OutputTail(output.kept);
  const { promise: tooMuch, resolve } = Promise.withResolvers<Unread>();
  for (const stream of child.printed) {
    stream.on('data', (chunk: Buffer) => {
      tail.push(chunk);
      if (tail.total > output.cap) resolve({ kind: 'ended', reason: `it printed more than ${output.cap} bytes` });
    });
  }
  return { tail, tooMuch };
}

/**
 * The answer of a child, or why there will be none: what comes first, be it its end, the end of its time or a cancel. It
 * may still run then.
 * @param others its answer, undefined for none at all, and other reasons to stop
 */
async function firstToCome(
  child: StartedChild,
  run: Pick<WrittenRun, 'timeout' | 'signal' | 'limits'>,
  others: readonly Promise<Unread | undefined>[],
): Promise<Unread> {
  // The first reason to stop wins; what the kill itself brings about comes too late to count.
  const { promise: stopped, resolve: stop, reject: fail } = Promise.withResolvers<Unread>();
  const clock = afterItsTime(child, run.timeout, () => stop({ kind: 'timeout', seconds: run.timeout }));
  const abort = () => stop(cancelled);
  const watch = watchChild(child, run.limits.memory, stop);
  run.signal?.addEventListener('abort', abort, { once: true });
  if (run.signal?.aborted) abort();
  for (const other of others) other.then((end) => end && stop(end), fail);
  child
    .ended()
    .then((end) => stop({ kind: 'ended', ...described(end, watch.held, run.limits) }))
    .catch(fail);
  try {
    return await stopped;
  } finally {
    clock.abort();
    watch.end();
    run.signal?.removeEventListener('abort', abort);
  }
}

/** How often the time of a child may be prolonged by as much again: a machine that is busier than that is out of order. */
const mostProlonged = 3;

/**
 * Calls when a child has had its time. On a busy machine that is later: a limit is for what the child does, and no
 * finding may depend on who else is at work.
 * @param seconds the time
 * @returns aborted, it never calls
 */
function afterItsTime(child: StartedChild, seconds: number, over: () => void): AbortController {
  const clock = new AbortController();
  const started = performance.now();
  const most = mostProlonged * seconds * 1000;
  const look = async () => {
    const waited = Math.min(most, await child.processorWait().catch(() => 0));
    if (clock.signal.aborted) return;
    const left = seconds * 1000 + waited - (performance.now() - started);
    if (left <= 0) over();
    else timer = setTimeout(look, Math.max(shortestWait, left));
  };
  let timer = setTimeout(look, seconds * 1000);
  clock.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return clock;
}

/** Milliseconds between two looks at how long a child has waited. */
const shortestWait = 50;

/** Milliseconds between two looks at what a child holds; in one of them a processor fills some 200 MiB. */
const watchStep = 100;
const MiB = 1024 * 1024;

/** Looks after what no limit of the system counts: the memory of all processes of a child together. */
function watchChild(child: StartedChild, limit: number, stop: (end: End) => void): { held: Held; end(): void } {
  const watch = { held: { memory: 0, processor: 0 }, end: () => clearInterval(timer) };
  const timer = setInterval(() => {
    watch.held = child.held();
    if (watch.held.memory > limit) stop({ kind: 'ended', reason: `it took more than ${limit / MiB} MiB of memory` });
  }, watchStep);
  return watch;
}

/**
 * What came on the result's descriptor when it is closed: undefined for nothing at all, but that it came up.
 * @param isUp called when it did
 */
async function message(
  child: StartedChild,
  nonce: Uint8Array,
  limit: number,
  isUp: () => void,
): Promise<Unread | undefined> {
  const written = await readAll(child.descriptor(resultDescriptor), limit, isUp);
  if (written === undefined) return { kind: 'ended', reason: `its result is over ${limit} bytes` };
  if (written.length <= 1) return undefined;
  const bytes = messageIn(written, nonce);
  return bytes ? { kind: 'message', bytes } : unread;
}

/** What Node exits with when nothing is left to do but what is awaited never came. */
const unsettled = 13;

/** @param held what it held when it was last looked at: the kernel kills with the same signal who has had its time */
function described(
  end: Awaited<ReturnType<StartedChild['ended']>>,
  { processor }: Held,
  { resources: { cpu } }: Pick<Limits, 'resources'>,
) {
  if ('lost' in end) return { reason: 'it was killed', fault: 'was killed' };
  if ('signal' in end && end.signal === 'SIGKILL' && processor > cpu / 2)
    return { reason: `it had its ${cpu} s of processor time` };
  if ('signal' in end) return { reason: `it was killed by ${end.signal}`, signal: end.signal };
  const why = end.exitCode === unsettled ? 'it waited for what never came' : `it exited with ${end.exitCode}`;
  return { reason: `${why} and gave no result`, exitCode: end.exitCode };
}
