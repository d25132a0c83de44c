import type { ShapeName } from '../generate-project.ts';

/** One line of the table: something measured, held against a bound. */
export interface Row {
  /** What `npm run bench -- <name>` takes. */
  name: string;
  /** What is measured, as the table says it. */
  what: string;
  measure(bench: Bench): Promise<Measurement>;
}

/** What a row has to measure with. All of it is removed when the row is done. */
export interface Bench {
  /** The folder of a generated project; the same for all rows, so not to be changed. */
  project(shape: ShapeName): Promise<string>;
  /** An empty folder. */
  folder(): Promise<string>;
}

/** What came out. Columns of the table that do not apply to a row are left out. */
export interface Measurement {
  ours: Cost;
  /** What it is held against, and what that cost in the same minutes. */
  against?: { what: string; cost: Cost };
  /** The figure that the bound is about: `0.41 ×`, `2.3 runs/s`. */
  figure: string;
  /** `≤ 0.5 ×`. */
  bound: string;
  met: boolean;
}

/** What a run took, as a whole: the process and all that it started. What was not measured is not there. */
export interface Cost {
  /** Milliseconds from start to end. */
  wall?: number | undefined;
  /** Milliseconds of processor time. */
  cpu?: number | undefined;
  /** MiB in use by the whole tree of processes when it was most. */
  memory?: number | undefined;
}

/** A run that was timed. */
export interface Timed extends Cost {
  wall: number;
}
