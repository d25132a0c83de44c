import type { SandboxPlace } from '../../kernel/sandbox.ts';

// Loaded in the child before anything else: it imports nothing at run time.

/** The child's descriptor for its one message. Not standard output: that is the project's to write to. */
export const resultDescriptor = 3;

/** The first byte that a child writes there, before any code of the project can run: what comes later is the project's doing. */
export const up = 0x2b;

/** Bytes that begin a message. The child's bootstrap is told them before any code of the project is loaded. */
export const nonceLength = 32;

/** Of children that others come before: a third of the processor where they want it. nice(1) */
export const niceness = 5;

/** What is told of an error that a program threw. */
export function thrownMessage(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, 65_536);
}

/** What the bootstrap is asked to do: on standard input, after the nonce, as JSON. */
export interface Order {
  /** URL of the program, as the child sees it. */
  program: string;
  place: SandboxPlace;
  input: unknown;
  /** Whether others may have the processor first. */
  background?: boolean;
  /** Where compiled code is to be found, or in a rehearsal to be put. */
  compileCache?: { folder: string; fill: boolean };
}
