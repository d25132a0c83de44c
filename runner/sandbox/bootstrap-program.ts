/**
 * The first module of every sandboxed child: takes its order from standard input, calls the program, and writes one
 * message to its own descriptor. Everything it needs after project code has run is taken into constants before, so that
 * a project that patches built-in modules changes nothing here.
 */
import { closeSync as close, readFileSync, readSync, writeSync as write } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import type { SandboxProgram } from '../../kernel/sandbox.ts';
import { niceness, nonceLength, type Order, resultDescriptor, thrownMessage, up } from './order.ts';

const writeSync = write;
const closeSync = close;
const { stringify } = JSON;
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);

writeSync(resultDescriptor, Uint8Array.of(up));

// A debugger that code of the project attaches to itself can find it; then the result is a lie, which anyone who reads it
// must reckon with anyway. Bytes outside the heap and outside Buffer's pool: neither a heap snapshot nor a fresh Buffer shows the nonce.
const nonce = new Uint8Array(nonceLength);
for (let filled = 0; filled < nonceLength; ) {
  const count = readSync(0, nonce, filled, nonceLength - filled, null);
  if (count === 0) throw new Error('The sandbox gave no order');
  filled += count;
}
const order: Order = JSON.parse(readFileSync(0, 'utf8'));

// Who was started with less than that may not take more.
if (order.background && getPriority() < niceness) setPriority(niceness);
if (order.compileCache) enableCompileCache(order.compileCache.folder);
const answer = await outcome();
// Only in a rehearsal, which runs no code of a project.
if (order.compileCache?.fill) flushCompileCache();
send(answer);

async function outcome(): Promise<string> {
  try {
    const { default: program }: { default: SandboxProgram<unknown, unknown> } = await import(order.program);
    return stringify({ kind: 'done', result: (await program(order.place, order.input)) ?? null });
  } catch (error) {
    console.error(error);
    return stringify({ kind: 'threw', message: thrownMessage(error) });
  }
}

/** Nonce and message, then the end of the descriptor; whoever waits for it ends this process. */
function send(message: string): void {
  for (const bytes of [nonce, encode(message)]) {
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(resultDescriptor, bytes, sent);
  }
  closeSync(resultDescriptor);
}
