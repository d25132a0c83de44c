import { readdirSync, readFileSync } from 'node:fs';

/** In /proc/<pid>/stat, on all Linux platforms of Node.js. */
const ticksPerSecond = 100;

/** Resources used by a process and its descendants. */
export interface ProcessCost {
  /** Seconds of processor time, including descendants that have ended. */
  cpu: number;
  /** Resident memory of the process itself in bytes. */
  memory: number;
}

/** @throws {Error} without /proc */
export function costOf(pid: number): ProcessCost {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    const read = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (read) processes.set(Number(name), read);
  }
  let ticks = 0;
  for (const [id, process] of processes) if (descends(id, pid, processes)) ticks += process.ticks;
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpu: ticks / ticksPerSecond, memory: Number(resident) * 1024 };
}

function descends(pid: number, from: number, processes: ReadonlyMap<number, { parent: number }>): boolean {
  for (let id: number | undefined = pid; id; id = processes.get(id)?.parent) if (id === from) return true;
  return false;
}

/** Undefined for a process that has ended. */
function statOf(pid: string): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain anything. Then: state, parent, …, and from the 12th field the four times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) };
  } catch {
    return undefined;
  }
}

/** The parent process. */
export function parentOf(pid: number): number {
  const { parent } = statOf(String(pid)) ?? {};
  if (parent === undefined) throw new Error(`process ${pid} does not exist`);
  return parent;
}
