import { Script } from 'node:vm';
import type { LintFinding } from './lint-output.ts';

/** The name under which the code below finds what it is to run. */
const slot = Symbol.for('service.lint-here');
const script = new Script(`globalThis[Symbol.for('service.lint-here')]()`);

/**
 * Lints a file in this very thread, which spares the start of another one.
 * @param seconds that it may take
 * @returns undefined when it took longer; then the linter was stopped in the middle and must not be used again
 */
export function lintHere(
  lint: (file: string) => LintFinding[],
  file: string,
  seconds: number,
): LintFinding[] | undefined {
  let findings: LintFinding[] | undefined;
  Object.defineProperty(globalThis, slot, {
    configurable: true,
    value: () => {
      findings = lint(file);
    },
  });
  try {
    script.runInThisContext({ timeout: seconds * 1000 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')) throw error;
  } finally {
    Reflect.deleteProperty(globalThis, slot);
  }
  return findings;
}
