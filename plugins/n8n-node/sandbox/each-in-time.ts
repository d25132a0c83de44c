import { createContext, Script } from 'node:vm';

// Taken before any work, which may be code of a project, can replace them.
const clock = performance.now.bind(performance);
const processorTime = process.threadCpuUsage.bind(process);

/** Milliseconds that one watchdog is for: to set one up takes as long as to load a node or to lint a short file. */
const turn = 200;

/**
 * Does synchronous work on one item after the other, in this very thread; it can be stopped wherever it is, in whatever
 * loop.
 * @param limits.each milliseconds for an item
 * @param limits.all milliseconds for all of them; what is not begun by then is left
 * @param late called with an item that took longer, after its work was stopped in the middle, with V8's error, and with
 * whether it was starved: it had a processor for less than half of its time, because others had it; says whether the
 * others still get their turn
 */
export function eachInTime<Item>(
  items: Iterable<Item>,
  limits: { each: number; all: number },
  {
    work,
    late,
  }: { work: (item: Item) => void; late: (item: Item, error: unknown, starved: boolean) => 'go on' | 'stop' },
): void {
  const rest = items[Symbol.iterator]();
  const end = clock() + limits.all;
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
  while (!current.done) {
    const left = end - clock();
    if (left < 1) return;
    try {
      script.runInContext(context, { timeout: Math.ceil(Math.min(limits.each + turn, left)) });
    } catch (error) {
      // It is an error of the context that was stopped.
      const { code } = Object(error);
      if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (late(current.value, error, isStarved(begun)) === 'stop') return;
      current = rest.next();
    }
  }
}

/** Milliseconds, of the clock and of a processor for this thread. */
interface Times {
  clock: number;
  processor: number;
}

/** Now: what `isStarved` is asked with later. */
export function times(): Times {
  const { user, system } = processorTime();
  return { clock: clock(), processor: (user + system) / 1000 };
}

/** Whether this thread has had a processor for less than half of the time since then. */
export function isStarved(since: Times): boolean {
  const now = times();
  return now.processor - since.processor < (now.clock - since.clock) / 2;
}
