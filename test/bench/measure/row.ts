import type { ShapeName } from '../generate-project.ts';

/** A row of the table: a measurement with a bound. */
export interface Row {
  /** The argument of `npm run bench -- <name>`. */
  name: string;
  /** The first column of the table. */
  what: string;
  measure(bench: Bench): Promise<Measurement>;
}

/** Resources for a measurement, removed afterwards. */
export interface Bench {
  /** The folder of a generated project. */
  project(shape: ShapeName): Promise<string>;
  /** An empty folder. */
  folder(): Promise<string>;
}

/** A measurement. Columns that do not apply are omitted. */
export interface Measurement {
  ours: Cost;
  /** What it is compared with, and the cost of that. */
  against?: { what: string; cost: Cost };
  /** The figure to compare with the bound: `0.41 ×`, `2.3 runs/s`. */
  figure: string;
  /** `≤ 0.5 ×`. */
  bound: string;
  met: boolean;
}

/** The cost of a command, including all processes that it starts. */
export interface Cost {
  /** Milliseconds from start to end. */
  wall?: number | undefined;
  /** Milliseconds of processor time. */
  cpu?: number | undefined;
  /** Peak memory of the process tree in MiB. */
  memory?: number | undefined;
}

export interface Timed extends Cost {
  wall: number;
}
