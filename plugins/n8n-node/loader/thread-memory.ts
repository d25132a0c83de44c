import type { LoadOutput } from './load-output.ts';

/** Memory that the thread of a project's code shares with its judge; only its first module can access it. */
export interface ThreadMemory {
  state: Int32Array<SharedArrayBuffer>;
  bytes: Uint8Array<SharedArrayBuffer>;
}

/** How often the event loop of the thread is checked after loading. */
export const beats = 3;

/** Indexes in `state`. */
export const places = {
  /** Bytes of the finished report; -1 when it does not fit. */
  report: 0,
  /** Bytes of the descriptions, which are followed by the report. */
  described: 1,
  /** First indexes for the requests of the judge, and for the answers of the thread. */
  ask: 2,
  answer: 2 + beats,
};

/** Answers of the thread: the event loop runs, and built-in objects were changed since. */
export const answers = { turns: 1, changed: 2 };

/** The report of a thread, as JSON. */
export interface ThreadReport {
  /** Without descriptions. */
  output: LoadOutput;
  /** Positions of the descriptions: each is the JSON of a file's index and its node or credential. */
  described: { start: number; end: number }[];
}

const stateSize = 64;
/** Bytes of all descriptions, and of the rest of the report. */
export const describedLimit = 24 * 1024 * 1024;
const reportLimit = 4 * 1024 * 1024;

export const newMemory = (): SharedArrayBuffer => new SharedArrayBuffer(stateSize + describedLimit + reportLimit);

export function viewOf(memory: SharedArrayBuffer): ThreadMemory {
  return { state: new Int32Array(memory, 0, stateSize / 4), bytes: new Uint8Array(memory, stateSize) };
}
