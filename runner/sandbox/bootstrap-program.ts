/**
 * The first module of every sandboxed process: reads a request from standard input, calls the program, and writes one
 * message to its own descriptor. What it needs after code of the project has run is saved in constants before, so that
 * patched built-in modules do not affect it.
 */
import { closeSync as close, readFileSync, readSync, writeSync as write } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { constants, getPriority, setPriority } from 'node:os';
import type { PrepareSandboxProgram, SandboxProgram } from '../../kernel/sandbox.ts';
import {
  type ChildRequest,
  niceness,
  nonceLength,
  readyByte,
  resultDescriptor,
  thrownMessage,
} from './child-protocol.ts';

const writeSync = write;
const closeSync = close;
const { stringify } = JSON;
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);

writeSync(resultDescriptor, Uint8Array.of(readyByte));

// Outside of the heap and of Buffer's pool, so that neither a heap snapshot nor a new Buffer reveals the nonce. Code of the
// project can still find it with a debugger and forge a result, which readers of results must expect anyway.
const nonce = new Uint8Array(nonceLength);
readInto(nonce);
const request: ChildRequest = JSON.parse(readLine());

if (request.background) setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
if (request.compileCache) enableCompileCache(request.compileCache.folder);
const message = await outcome();
// Only in a warm-up, which runs no code of a project.
if (request.compileCache?.fill) flushCompileCache();
send(message);

interface ProgramModule {
  default: SandboxProgram<unknown, unknown>;
  prepare?: PrepareSandboxProgram;
}

/** Fills the bytes from standard input. */
function readInto(bytes: Uint8Array): void {
  for (let filled = 0; filled < bytes.length; ) {
    const count = readSync(0, bytes, filled, bytes.length - filled, null);
    if (count === 0) throw new Error('The request is missing on standard input');
    filled += count;
  }
}

/** Byte by byte: what follows may be sent later. */
function readLine(): string {
  const line: number[] = [];
  const byte = new Uint8Array(1);
  for (readInto(byte); byte[0] !== 0x0a; readInto(byte)) line.push(Number(byte[0]));
  return new TextDecoder().decode(Uint8Array.from(line));
}

async function outcome(): Promise<string> {
  try {
    const { default: program, prepare }: ProgramModule = await import(request.program);
    await prepare?.(request.place);
    const input: unknown = JSON.parse(readFileSync(0, 'utf8'));
    return stringify({ kind: 'done', result: (await program(request.place, input)) ?? null });
  } catch (error) {
    console.error(error);
    return stringify({ kind: 'threw', message: thrownMessage(error) });
  }
}

/** Writes nonce and message and closes the descriptor, upon which the parent kills this process. */
function send(message: string): void {
  for (const bytes of [nonce, encode(message)]) {
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(resultDescriptor, bytes, sent);
  }
  closeSync(resultDescriptor);
}
