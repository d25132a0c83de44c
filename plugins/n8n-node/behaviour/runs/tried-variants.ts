/** What was tried of other values of parameters, for the operations of one unit. */
export interface TriedVariants {
  /** Runs that may still be compared, and variants that may still be run in all ways. */
  left: { compared: number; traced: number };
  /** Runs of what is refused that may still be tried with other values, by what it is refused with. */
  others: Map<string, number>;
  /** Values of parameters that all operations have, such as the way of authentication. */
  shared: Set<string>;
}

export const noVariants = (): TriedVariants => ({
  left: { compared: 400, traced: 60 },
  others: new Map(),
  shared: new Set(),
});

/** Whether a value of such a parameter was not tried before; it counts as tried from now on. */
export function isFirst({ shared }: TriedVariants, parameter: string, value: unknown): boolean {
  const before = shared.size;
  return shared.add(JSON.stringify([parameter, value])).size > before;
}
