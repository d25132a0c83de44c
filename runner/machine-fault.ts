/** What the machine has too little of, and no project decides about: descriptors, processes, memory, room. */
const codes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT']);

/** Whether an error, or what caused it, is one of the machine: it is told, and charged, as none of the project. */
export function isMachineFault(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && codes.has(cause.code)) return true;
  }
  return false;
}
