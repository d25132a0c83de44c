/** What the machine has too little of, and no project decides about: descriptors, processes, memory, room. */
const codes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT']);

/** The same in the words of programs: strerror(3). */
const words = [
  ...['Too many open files', 'Cannot allocate memory', 'Resource temporarily unavailable', 'Cannot fork'],
  ...['No space left on device', 'Disk quota exceeded'],
];

/** Thrown for what a program of the system said, or did not come to say. */
export class MachineFault extends Error {}

/** Whether an error, or what caused it, is one of the machine: it is told, and charged, as none of the project. */
export function isMachineFault(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof MachineFault) return true;
    if ('code' in cause && typeof cause.code === 'string' && codes.has(cause.code)) return true;
  }
  return false;
}

/** Whether a program of the system says so, to which no project had a word to say. */
export function saysMachineFault(output: string): boolean {
  return words.some((word) => output.includes(word));
}
