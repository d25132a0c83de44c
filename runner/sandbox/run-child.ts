import { randomBytes } from 'node:crypto';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { output } from './limits.ts';
import { messageIn, readMessage } from './message.ts';
import { nonceLength, type Order, resultDescriptor } from './order.ts';
import { OutputTail } from './output-tail.ts';
import { readAll } from './read-all.ts';
import { type Command, type StartedChild, startChild } from './started-child.ts';

export interface ChildRun {
  order: Order;
  /** Bytes of the message at most. */
  resultLimit: number;
  /** Seconds, in which waiting for a processor that others have does not count, up to three times as many. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** The same with the order as it is written to the child: JSON. */
type WrittenRun = Omit<ChildRun, 'order'> & { order: Uint8Array };

/** How a child ended, its message still unread. */
type ChildEnd = {
  output: string;
} & Unread;

type Unread = End | { kind: 'message'; bytes: Uint8Array };

/** An outcome without `output`, kind by kind. */
type End = SandboxOutcome extends infer Outcome ? (Outcome extends unknown ? Omit<Outcome, 'output'> : never) : never;

/** What comes of what was cancelled before it began. */
const cancelled = { kind: 'ended', reason: 'it was cancelled', output: '' } as const;
const unread: End = { kind: 'ended', reason: 'its result could not be read' };

/**
 * Runs one child to its end: order in, message out, every limit watched from this side. All its processes are killed
 * before this settles, whatever they did.
 */
export async function runChild(command: Command, { order, ...run }: ChildRun): Promise<SandboxOutcome> {
  if (run.signal?.aborted) return cancelled;
  const end = await endOfChild(command, { ...run, order: Buffer.from(JSON.stringify(order)) });
  return end.kind === 'message' ? { output: end.output, ...(readMessage(end.bytes) ?? unread) } : end;
}

async function endOfChild(command: Command, run: WrittenRun): Promise<ChildEnd> {
  const nonce = randomBytes(nonceLength);
  const child = await startChild(command, Buffer.concat([nonce, run.order]));
  const { tail, tooMuch } = printedBy(child);
  const answer = message(child, nonce, run.resultLimit);
  const end = await firstToCome(child, run, [answer, tooMuch]).finally(() => child.kill());
  return { ...end, output: tail.toString() };
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
  run: Pick<WrittenRun, 'timeout' | 'signal'>,
  others: readonly Promise<Unread | undefined>[],
): Promise<Unread> {
  // The first reason to stop wins; what the kill itself brings about comes too late to count.
  const { promise: stopped, resolve: stop, reject: fail } = Promise.withResolvers<Unread>();
  const clock = afterItsTime(child, run.timeout, () => stop({ kind: 'timeout', seconds: run.timeout }));
  const abort = () => stop(cancelled);
  run.signal?.addEventListener('abort', abort, { once: true });
  if (run.signal?.aborted) abort();
  for (const other of others) other.then((end) => end && stop(end), fail);
  child.ended().then((end) => stop({ kind: 'ended', ...described(end) }), fail);
  try {
    return await stopped;
  } finally {
    clock.abort();
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

/** What came on the result's descriptor when it is closed: undefined for nothing at all. */
async function message(child: StartedChild, nonce: Uint8Array, limit: number): Promise<Unread | undefined> {
  const written = await readAll(child.descriptor(resultDescriptor), limit);
  if (written === undefined) return { kind: 'ended', reason: `its result is over ${limit} bytes` };
  if (written.length === 0) return undefined;
  const bytes = messageIn(written, nonce);
  return bytes ? { kind: 'message', bytes } : unread;
}

/** What Node exits with when nothing is left to do but what is awaited never came. */
const unsettled = 13;

function described(end: Awaited<ReturnType<StartedChild['ended']>>) {
  if ('signal' in end) return { reason: `it was killed by ${end.signal}`, signal: end.signal };
  const why = end.exitCode === unsettled ? 'it waited for what never came' : `it exited with ${end.exitCode}`;
  return { reason: `${why} and gave no result`, exitCode: end.exitCode };
}
