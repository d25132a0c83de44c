let seen = false;

/**
 * Whether a parser ever ran out of stack in this thread. TypeScript's keeps notes of a text until it gets to its end, so
 * the thread must not see another project.
 */
export const ranOutOfStack = () => seen;

/** To be told what a parser threw. */
export function noteOverflow(error: unknown): void {
  if (error instanceof RangeError) seen = true;
}
