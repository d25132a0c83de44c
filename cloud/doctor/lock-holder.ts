import { readFile, stat } from 'node:fs/promises';

/**
 * The id of the process that holds a lock on a file; undefined when no process does, or outside Linux.
 * https://man7.org/linux/man-pages/man5/proc_locks.5.html
 */
export async function lockHolder(path: string): Promise<number | undefined> {
  try {
    const [{ ino }, locks] = await Promise.all([stat(path), readFile('/proc/locks', 'utf8')]);
    const line = locks.split('\n').find((text) => text.includes(` WRITE `) && text.includes(`:${ino} `));
    const id = Number(line?.trim().split(/\s+/)[4]);
    return id > 0 ? id : undefined;
  } catch {
    return undefined;
  }
}
