/** What was tried of other values of parameters, for the operations of one unit. */
export interface TriedVariants {
  /** Runs that may still be compared, and variants that may still be run in all ways. */
  left: { compared: number; traced: number };
  /** Values of parameters that all operations have, such as the way of authentication. */
  shared: Set<string>;
}

export const noVariants = (): TriedVariants => ({ left: { compared: 400, traced: 60 }, shared: new Set() });
