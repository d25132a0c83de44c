/** What was tried of other values of parameters, for the operations of one unit. */
export interface TriedVariants {
  /** Runs that may still be compared, and variants that may still be run in all ways. */
  left: { compared: number; traced: number };
  /** Values of parameters that all operations have, such as the way of authentication. */
  shared: Set<string>;
}

export const noVariants = (): TriedVariants => ({ left: { compared: 400, traced: 60 }, shared: new Set() });

/** Whether a value of such a parameter was not tried before; it counts as tried from now on. */
export function isFirst({ shared }: TriedVariants, parameter: string, value: unknown): boolean {
  const before = shared.size;
  return shared.add(JSON.stringify([parameter, value])).size > before;
}
