import { Script } from 'node:vm';

/** The name under which the code below finds what it is to run. */
const slot = Symbol.for('service.lint-here');
const script = new Script(`globalThis[Symbol.for('service.lint-here')]()`);

/** Milliseconds that one watchdog is for: to set one up takes as long as to lint a short file. */
const turn = 200;

/**
 * Lints files in this very thread, which spares the start of another one.
 * @param lint lints one file
 * @param seconds that each of them may take
 * @returns the file that took longer, if there is one; then the linter was stopped in the middle and must not be used again
 */
export function lintHere(lint: (file: string) => void, files: Iterator<string>, seconds: number): string | undefined {
  let current: string | undefined;
  let ended = false;
  Object.defineProperty(globalThis, slot, {
    configurable: true,
    value: () => {
      for (const start = performance.now(); performance.now() - start < turn; ) {
        const { value, done } = files.next();
        if (done) {
          ended = true;
          return;
        }
        current = value;
        lint(value);
      }
    },
  });
  try {
    while (!ended) script.runInThisContext({ timeout: seconds * 1000 + turn });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')) throw error;
    return current;
  } finally {
    Reflect.deleteProperty(globalThis, slot);
  }
  return undefined;
}
