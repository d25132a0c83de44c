import { codeOf } from '../kernel/errors.ts';

/** Codes for exhausted resources of the machine: descriptors, processes, memory, disk space. */
const codes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT']);

/** The same as programs print them: strerror(3). */
const messages = [
  ...['Too many open files', 'Cannot allocate memory', 'Resource temporarily unavailable', 'Cannot fork'],
  ...['No space left on device', 'Disk quota exceeded'],
];

/** A program of the system failed for lack of resources. */
export class MachineError extends Error {}

/** Whether an error, or one of its causes, is a lack of resources: the project is not blamed and not charged. */
export function isMachineError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof MachineError) return true;
    if (codes.has(codeOf(cause) ?? '')) return true;
  }
  return false;
}

/** Whether a program of the system reports a lack of resources. Not for output that a project can influence. */
export function reportsMachineError(output: string): boolean {
  return messages.some((message) => output.includes(message));
}
