import { createContext, Script } from 'node:vm';

// Saved before code of a project can replace them.
const clock = performance.now.bind(performance);
const processorTime = process.threadCpuUsage.bind(process);

/** Milliseconds per watchdog: creating one takes as long as loading a node or linting a short file. */
const turn = 200;

/**
 * Processes items synchronously in this thread, with time limits that also stop endless loops.
 * @param limits.each milliseconds for an item
 * @param limits.all milliseconds for all items; the rest is skipped
 * @param late called for an item that was stopped, with V8's error and the milliseconds that it took. Returns whether to
 * continue
 */
export function eachInTime<Item>(
  items: Iterable<Item>,
  limits: { each: number; all: number },
  { work, late }: { work: (item: Item) => void; late: (item: Item, error: unknown, spent: Times) => 'go on' | 'stop' },
): void {
  const rest = items[Symbol.iterator]();
  let current: IteratorResult<Item, unknown> = rest.next();
  let begun = times();
  const some = () => {
    for (const start = clock(); !current.done && clock() - start < turn; current = rest.next()) {
      begun = times();
      work(current.value);
    }
  };
  const script = new Script("'use strict'; some()");
  const context = createContext({ some });
  // On a busy machine, creating the context may take as long as the work.
  const end = clock() + limits.all;
  while (!current.done) {
    const left = end - clock();
    if (left < 1) return;
    try {
      script.runInContext(context, { timeout: Math.ceil(Math.min(limits.each + turn, left)) });
    } catch (error) {
      // The error belongs to the context that was stopped.
      const { code } = Object(error);
      if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (late(current.value, error, timesSince(begun)) === 'stop') return;
      current = rest.next();
    }
  }
}

/** Milliseconds: wall-clock time, and processor time of this thread. */
export interface Times {
  clock: number;
  processor: number;
}

/** The current times, for `timesSince`. */
export function times(): Times {
  const { user, system } = processorTime();
  return { clock: clock(), processor: (user + system) / 1000 };
}

export function timesSince(begun: Times): Times {
  const now = times();
  return { clock: now.clock - begun.clock, processor: now.processor - begun.processor };
}

/** Whether a thread had a processor for less than half of that time. */
export const isStarved = (spent: Times): boolean => spent.processor < spent.clock / 2;
