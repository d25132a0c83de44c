import { randomBytes } from 'node:crypto';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { output } from './limits.ts';
import { readMessage } from './message.ts';
import { nonceLength, type Order, resultDescriptor } from './order.ts';
import { OutputTail } from './output-tail.ts';
import { readAll } from './read-all.ts';
import { type Command, type StartedChild, startChild } from './started-child.ts';

export interface ChildRun {
  order: Order;
  /** Bytes of the message at most. */
  resultLimit: number;
  /** Seconds of wall time. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** An outcome without `output`, kind by kind. */
type End = SandboxOutcome extends infer Outcome ? (Outcome extends unknown ? Omit<Outcome, 'output'> : never) : never;

const cancelled: End = { kind: 'ended', reason: 'it was cancelled' };

/**
 * Runs one child to its end: order in, message out, every limit watched from this side. All its processes are killed
 * before this settles, whatever they did.
 */
export async function runChild(command: Command, run: ChildRun): Promise<SandboxOutcome> {
  const tail = new OutputTail(output.kept);
  const end = run.signal?.aborted ? cancelled : await watch(command, run, tail);
  return { ...end, output: tail.toString() };
}

async function watch(command: Command, run: ChildRun, tail: OutputTail): Promise<End> {
  const nonce = randomBytes(nonceLength);
  const child = await startChild(command, Buffer.concat([nonce, Buffer.from(JSON.stringify(run.order))]));
  // The first reason to stop wins; what the kill itself brings about comes too late to count.
  const { promise: stopped, resolve: stop, reject: fail } = Promise.withResolvers<End>();
  const timer = setTimeout(() => stop({ kind: 'timeout', seconds: run.timeout }), run.timeout * 1000);
  const abort = () => stop(cancelled);
  run.signal?.addEventListener('abort', abort, { once: true });
  for (const stream of child.printed) {
    stream.on('data', (chunk: Buffer) => {
      tail.push(chunk);
      if (tail.total > output.cap) stop({ kind: 'ended', reason: `it printed more than ${output.cap} bytes` });
    });
  }
  message(child, nonce, run.resultLimit).then((end) => end && stop(end), fail);
  child.ended().then((end) => stop({ kind: 'ended', ...described(end) }), fail);
  try {
    return await stopped;
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', abort);
    await child.kill();
  }
}

/** What came on the result's descriptor when it is closed: undefined for nothing at all. */
async function message(child: StartedChild, nonce: Uint8Array, limit: number): Promise<End | undefined> {
  const bytes = await readAll(child.descriptor(resultDescriptor), limit);
  if (bytes === undefined) return { kind: 'ended', reason: `its result is over ${limit} bytes` };
  if (bytes.length === 0) return undefined;
  return readMessage(bytes, nonce) ?? { kind: 'ended', reason: 'its result could not be read' };
}

/** What Node exits with when nothing is left to do but what is awaited never came. */
const unsettled = 13;

function described(end: Awaited<ReturnType<StartedChild['ended']>>) {
  if ('signal' in end) return { reason: `it was killed by ${end.signal}`, signal: end.signal };
  const why = end.exitCode === unsettled ? 'it waited for what never came' : `it exited with ${end.exitCode}`;
  return { reason: `${why} and gave no result`, exitCode: end.exitCode };
}
