import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import type { SandboxOutcome } from '../../kernel/sandbox.ts';
import { output } from './limits.ts';
import { readMessage } from './message.ts';
import { nonceLength, type Order } from './order.ts';
import { OutputTail } from './output-tail.ts';

/** How to start a child: nothing of it comes from the project. */
export interface Command {
  /** Absolute: the child has no PATH. */
  file: string;
  args: readonly string[];
  /** Unprivileged user to become first, and its group; ourselves when absent. */
  uid?: number | undefined;
}

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

/** Milliseconds that a dead child's descriptors are read for: a process that outlived it may hold them open. */
const drain = 100;

/**
 * Runs one child to its end: order in, message out, every limit watched from this side. Its process group is killed
 * before this settles, whatever the child did.
 */
export async function runChild(command: Command, run: ChildRun): Promise<SandboxOutcome> {
  const tail = new OutputTail(output.kept);
  const end = run.signal?.aborted ? cancelled : await watch(command, run, tail);
  return { ...end, output: tail.toString() };
}

async function watch(command: Command, run: ChildRun, tail: OutputTail): Promise<End> {
  const nonce = randomBytes(nonceLength);
  const child = start(command);
  if (child.pid === undefined) {
    const { originalMessage, shortMessage } = await child;
    return { kind: 'ended', reason: `it could not be started: ${originalMessage ?? shortMessage}` };
  }
  const exit = once(child.nodeChildProcess, 'exit');

  // The first reason to stop wins; what the kill itself brings about comes too late to count.
  const { promise: stopped, resolve: stop } = Promise.withResolvers<End>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      tail.push(chunk);
      if (tail.total > output.cap) stop({ kind: 'ended', reason: `it printed more than ${output.cap} bytes` });
    });
  }
  const [, , , channel] = child.stdio;
  collect(channel, run.resultLimit).then((bytes) => {
    if (bytes === undefined) return stop({ kind: 'ended', reason: `its result is over ${run.resultLimit} bytes` });
    if (bytes.length > 0) stop(readMessage(bytes, nonce) ?? { kind: 'ended', reason: 'its result could not be read' });
  });
  const timer = setTimeout(() => stop({ kind: 'timeout', seconds: run.timeout }), run.timeout * 1000);
  const abort = () => stop(cancelled);
  run.signal?.addEventListener('abort', abort, { once: true });
  ended(exit, [child.stdout, child.stderr, channel]).then(stop);

  child.stdin.on('error', () => {}); // it died before it had read its order: the exit says so
  child.stdin.end(Buffer.concat([nonce, Buffer.from(JSON.stringify(run.order))]));
  try {
    return await stopped;
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', abort);
    child.kill('SIGKILL');
    await exit;
    // A process that left the group, which only a trusted tool could start, must not hold these open.
    for (const stream of [child.stdout, child.stderr, channel]) stream.destroy();
    await child;
  }
}

function start({ file, args, uid }: Command) {
  return execa(file, args, {
    env: {},
    extendEnv: false,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    encoding: 'buffer',
    buffer: false,
    reject: false,
    killDescendants: true,
    forceKillAfterDelay: false,
    ...(uid !== undefined && { uid, gid: uid }),
  });
}

/** All bytes of a stream; undefined when there are more than `limit`. */
async function collect(stream: Readable, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** How a child ended of itself, once what it had written is read. */
async function ended(exit: Promise<unknown[]>, streams: readonly Readable[]): Promise<End> {
  const [exitCode, signal] = await exit;
  const closed = Promise.all(streams.map((stream) => stream.closed || once(stream, 'close')));
  await Promise.race([closed, delay(drain, undefined, { ref: false })]);
  if (typeof signal === 'string') return { kind: 'ended', reason: `it was killed by ${signal}`, signal };
  const code = typeof exitCode === 'number' ? exitCode : 1;
  return { kind: 'ended', reason: `it exited with ${code} and gave no result`, exitCode: code };
}
