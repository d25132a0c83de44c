import { readdirSync, readFileSync } from 'node:fs';

/** A process, told apart from a later one with the same number by when it started. */
export interface Process {
  id: number;
  parent: number;
  started: string;
  user: number;
  command: string;
}

/** Every process that a process started, and theirs. Linux. */
export function descendantsOf(id: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? []);
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.id)]);
  return below(id);
}

/** Whether a process still runs, or waits to be buried. */
export function isAlive({ id, started }: Process): boolean {
  return look(id)?.started === started;
}

function look(id: number): Process | undefined {
  try {
    // pid (name) state ppid … starttime is the 22nd field; the name may hold anything.
    const [, ...fields] = readFileSync(`/proc/${id}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
    const [state, parent, ...rest] = (fields.at(-1) ?? '').split(' ');
    if (state === 'Z') return undefined;
    const user = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { id, parent: Number(parent), started: rest[17] ?? '', user: Number(user), command };
  } catch {
    return undefined;
  }
}
