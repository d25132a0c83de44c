import type { LoadProblem } from './load-output.ts';
import { textOf } from './plain-data.ts';

/** An error that n8n itself throws about a file, with its message. */
export class N8nRefusal extends Error {
  readonly kind: LoadProblem['kind'];
  constructor(kind: LoadProblem['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Reads the description of an instance as n8n does, and marks errors as errors of the description. */
export function readingDescription<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof N8nRefusal ? error : new N8nRefusal('description', textOf(error), { cause: error });
  }
}
