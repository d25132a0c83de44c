import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';

/**
 * Lets the niceness of a process count outside of its session too. Linux with autogroup divides the processors among sessions,
 * and niceness only within one: this gives the session the niceness of the process. Does nothing where there is no autogroup.
 * Users other than root may do this ten times a second on the whole machine, so call it repeatedly.
 * https://man7.org/linux/man-pages/man7/sched.7.html
 * @param id its process id
 */
export function applyNicenessToSession(id: number, niceness = nicenessOf(id)): void {
  const file = `/proc/${id}/autogroup`;
  try {
    if (niceness > 0 && !readFileSync(file, 'latin1').endsWith(` nice ${niceness}\n`))
      writeFileSync(file, `${niceness}`);
  } catch {
    // No autogroup, too early for another change, or the process has ended.
  }
}

/** 0 for a process that has ended. */
function nicenessOf(id: number): number {
  try {
    return getPriority(id);
  } catch {
    return 0;
  }
}
