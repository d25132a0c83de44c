import type { Prepared } from '../engine/prepare-node.ts';
import type { KnownValues, Shape } from '../simulated/recorder.ts';
import type { Run } from '../trace/run.ts';

/** What the simulated API answers with. */
export interface Answers {
  shapes: Map<string, Shape>;
  usual: Shape;
  /** What fields of answers are known to hold. */
  known?: KnownValues;
}

/** Values that a node takes, and answers that it understands, as far as any were found. */
export interface Learned {
  prepared: Prepared;
  answers: Answers;
  /** How it ran with them. */
  plain: Run;
  /** How it failed with several items, where it takes one. */
  several?: Run;
  /** What it requested the first time. */
  first?: Run['requests'];
  /** How it failed without optional fields, where nothing else was missing. */
  bare?: Run;
  /** The parameter of JSON that it refuses as a text, and takes as an object, with the error. */
  refusedJson?: { name: string; message: string };
  /** The field of a credential with whose default, a URL without a scheme, it fails. */
  schemeless?: { credential: string; field: string };
}
