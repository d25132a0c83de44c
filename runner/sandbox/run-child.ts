import { randomBytes } from 'node:crypto';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { output } from './limits.ts';
import { messageIn, readMessage } from './message.ts';
import { type KeptOrder, nonceLength, type Order, resultDescriptor } from './order.ts';
import { OutputTail } from './output-tail.ts';
import { readAll } from './read-all.ts';
import { type Command, type StartedChild, startChild } from './started-child.ts';

export interface ChildRun {
  order: Order | KeptOrder;
  /** Bytes of the message at most. */
  resultLimit: number;
  /** Seconds of wall time. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** The same with the order as it is written to the child: JSON. */
export type WrittenRun = Omit<ChildRun, 'order'> & { order: Uint8Array };

/** How a child ended, its message still unread. */
export type ChildEnd = {
  output: string;
  /** Set when it did not end, and may be asked again. */
  stays?: boolean;
} & Unread;

export type Unread = End | { kind: 'message'; bytes: Uint8Array };

/** An outcome without `output`, kind by kind. */
type End = SandboxOutcome extends infer Outcome ? (Outcome extends unknown ? Omit<Outcome, 'output'> : never) : never;

/** What comes of what was cancelled before it began. */
export const cancelled = { kind: 'ended', reason: 'it was cancelled', output: '' } as const;
const unread: End = { kind: 'ended', reason: 'its result could not be read' };

/**
 * Runs one child to its end: order in, message out, every limit watched from this side. All its processes are killed
 * before this settles, whatever they did.
 * @param start does that, here or in another process of ours
 */
export function runChild(
  command: Command,
  run: ChildRun,
  start: (command: Command, run: WrittenRun) => Promise<ChildEnd> = endOfChild,
): Promise<SandboxOutcome> {
  return outcomeOf(run, (written) => start(command, written));
}

/** What came of an order; `ask` gives it to a child. */
export async function outcomeOf(
  { order, ...run }: ChildRun,
  ask: (run: WrittenRun) => Promise<ChildEnd>,
): Promise<SandboxOutcome> {
  if (run.signal?.aborted) return cancelled;
  const end = await ask({ ...run, order: Buffer.from(JSON.stringify(order)) });
  return end.kind === 'message' ? { output: end.output, ...(readMessage(end.bytes) ?? unread) } : end;
}

export async function endOfChild(command: Command, run: WrittenRun): Promise<ChildEnd> {
  const nonce = randomBytes(nonceLength);
  const child = await startChild(command, Buffer.concat([nonce, run.order]));
  const { tail, tooMuch } = printedBy(child);
  const answer = message(child, nonce, run.resultLimit);
  const end = await firstToCome(child, run, [answer, tooMuch]).finally(() => child.kill());
  return { ...end, output: tail.toString() };
}

/** What a child prints, and that it is too much, as soon as it is. */
export function printedBy(child: StartedChild): { tail: OutputTail; tooMuch: Promise<Unread> } {
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
export async function firstToCome(
  child: StartedChild,
  run: Pick<WrittenRun, 'timeout' | 'signal'>,
  others: readonly Promise<Unread | undefined>[],
): Promise<Unread> {
  // The first reason to stop wins; what the kill itself brings about comes too late to count. What may still come from a
  // child that is kept must not hold an answer for as long.
  const { promise: stopped, resolve, reject } = Promise.withResolvers<Unread>();
  let settle: { resolve: typeof resolve; reject: typeof reject } | undefined = { resolve, reject };
  const stop = (end: Unread) => settle?.resolve(end);
  const fail = (error: unknown) => settle?.reject(error);
  const timer = setTimeout(() => stop({ kind: 'timeout', seconds: run.timeout }), run.timeout * 1000);
  const abort = () => stop(cancelled);
  run.signal?.addEventListener('abort', abort, { once: true });
  if (run.signal?.aborted) abort();
  for (const other of others) other.then((end) => end && stop(end), fail);
  child.ended().then((end) => stop({ kind: 'ended', ...described(end) }), fail);
  try {
    return await stopped;
  } finally {
    settle = undefined;
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', abort);
  }
}

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
