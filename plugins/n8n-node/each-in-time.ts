import { createContext, Script } from 'node:vm';

/** Milliseconds that one watchdog is for: to set one up takes as long as to load a node or to lint a short file. */
const turn = 200;

/**
 * Does synchronous work on one item after the other, in this very thread; it can be stopped wherever it is, in whatever
 * loop.
 * @param limits.each milliseconds for an item
 * @param limits.all milliseconds for all of them; what is not begun by then is left
 * @param late called with an item that took longer, after its work was stopped in the middle, and with V8's error;
 * says whether the others still get their turn
 */
export function eachInTime<Item>(
  items: Iterable<Item>,
  limits: { each: number; all: number },
  { work, late }: { work: (item: Item) => void; late: (item: Item, error: unknown) => 'go on' | 'stop' },
): void {
  const rest = items[Symbol.iterator]();
  const end = performance.now() + limits.all;
  let current: IteratorResult<Item, unknown> = rest.next();
  const some = () => {
    for (const start = performance.now(); !current.done && performance.now() - start < turn; current = rest.next()) {
      work(current.value);
    }
  };
  const script = new Script('some()');
  const context = createContext({ some });
  while (!current.done) {
    const left = end - performance.now();
    if (left < 1) return;
    try {
      script.runInContext(context, { timeout: Math.ceil(Math.min(limits.each + turn, left)) });
    } catch (error) {
      // It is an error of the context that was stopped.
      const { code } = Object(error);
      if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (late(current.value, error) === 'stop') return;
      current = rest.next();
    }
  }
}
