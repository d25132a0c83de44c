import type { SandboxFolders } from '../../kernel/sandbox.ts';

// Loaded first in every sandboxed process: imports types only.

/** The descriptor for the message; code of the project may write to standard output. */
export const resultDescriptor = 3;

/** Written first: from then on, code of the project may run and is to blame for a crash. */
export const readyByte = 0x2b;

/** Bytes of the secret prefix of a message. The bootstrap module reads it before any code of the project is loaded. */
export const nonceLength = 32;

/** For programs in the background: a third of the processor under load. nice(1) */
export const niceness = 5;

/** The message of an error that a program threw. */
export function thrownMessage(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, 65_536);
}

/** The request to the bootstrap module: a line of JSON on standard input, after the nonce. The input of the program follows. */
export interface ChildRequest {
  /** URL of the program inside of the sandbox. */
  program: string;
  place: SandboxFolders;
  /** Whether to lower the priority. */
  background?: boolean;
  /** The compile cache to use or, in a warm-up, to fill. */
  compileCache?: { folder: string; fill: boolean };
}
