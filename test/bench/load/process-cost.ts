import { readdirSync, readFileSync } from 'node:fs';

/** Of /proc/<pid>/stat, on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/** What a process and all that it has started have taken so far. */
export interface ProcessCost {
  /** Seconds of processor time, of those of its children that have ended, too. */
  cpu: number;
  /** Bytes in memory of the process itself. */
  memory: number;
}

/** @throws {Error} where there is no /proc */
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

/** Undefined for a process that has ended meanwhile. */
function statOf(pid: string): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything. After it: state, parent, …, and from the 12th on the four times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) };
  } catch {
    return undefined;
  }
}

/** The process that started another one. */
export function parentOf(pid: number): number {
  const { parent } = statOf(String(pid)) ?? {};
  if (parent === undefined) throw new Error(`there is no process ${pid}`);
  return parent;
}
