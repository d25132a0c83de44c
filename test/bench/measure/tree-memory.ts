import { readdirSync, readFileSync } from 'node:fs';

/**
 * Current memory in MiB of a process and its descendants, counting shared memory once; undefined without /proc.
 */
export function treeMemory(root: number): number | undefined {
  const children = new Map<number, number[]>();
  try {
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      const parent = Number.isInteger(pid) ? parentOf(pid) : undefined;
      if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
    }
  } catch {
    return undefined;
  }
  let kib = 0;
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    kib += memoryOf(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return kib / 1024;
}

function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** KiB. For processes of other users, the resident set, in which shared memory counts fully. */
function memoryOf(pid: number): number {
  const proportional = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '');
  const resident = proportional ?? /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? '');
  return Number(resident?.[1] ?? 0);
}

/** Undefined for a process that has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
