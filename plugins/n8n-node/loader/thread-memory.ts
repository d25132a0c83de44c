import type { LoadOutput } from './load-output.ts';

/** Memory that the thread of a project's code shares with its judge; only its first module ever holds it. */
export interface ThreadMemory {
  state: Int32Array<SharedArrayBuffer>;
  bytes: Uint8Array<SharedArrayBuffer>;
}

/** Times that the thread's event loop is asked whether it still turns, after all was loaded. */
export const beats = 3;

/** Places in `state`. */
export const places = {
  /** The length of the report once it is there, in bytes; -1 when it does not fit. */
  report: 0,
  /** Bytes of the descriptions, behind which the report is. */
  described: 1,
  /** First of the places by which the judge asks, and of those by which the thread answers. */
  ask: 2,
  answer: 2 + beats,
};

/** Answers of the thread: that its loop turns, and that the language was changed since. */
export const answers = { turns: 1, changed: 2 };

/** What a thread writes down in the end, in JSON. */
export interface ThreadReport {
  /** Without descriptions. */
  output: LoadOutput;
  /** Where they are: each the JSON of a file's index, and of its node or credential. */
  described: { start: number; end: number }[];
}

const stateSize = 64;
/** Bytes of all descriptions, and of what else there is to report. */
export const describedLimit = 24 * 1024 * 1024;
const reportLimit = 4 * 1024 * 1024;

export const newMemory = (): SharedArrayBuffer => new SharedArrayBuffer(stateSize + describedLimit + reportLimit);

export function viewOf(memory: SharedArrayBuffer): ThreadMemory {
  return { state: new Int32Array(memory, 0, stateSize / 4), bytes: new Uint8Array(memory, stateSize) };
}
