import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isSlot } from './user-slots.ts';

/** The first module of every sandboxed process and of every judge; see bootstrap-program.ts and judge/judge-program.ts. */
const mainModules = /\/(?:bootstrap|judge)-program\.[jt]s$/;

/** Killing a process turns its children into orphans: search again. */
const maxRounds = 3;

/**
 * Kills sandboxed processes whose parent was killed. Nearly all of them end by themselves; a bubblewrap whose other half dies
 * during the start waits for ever.
 * @returns the number of killed processes
 */
export async function killOrphans(): Promise<number> {
  // If PID 1 is Node.js, as in a container without an init process, its children are not orphans.
  if (process.platform !== 'linux' || process.pid === 1 || (await isNode('/proc/1/exe'))) return 0;
  let killed = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const orphans = await Promise.all(ids.map(async (id) => ((await isOrphan(`/proc/${id}`)) ? Number(id) : 0)));
    const found = orphans.filter((id) => id !== 0 && kill(id)).length;
    if (found === 0) break;
    killed += found;
  }
  return killed;
}

async function isOrphan(folder: string): Promise<boolean> {
  try {
    const command = (await readFile(`${folder}/cmdline`, 'utf8')).split('\0');
    if (!command.some((argument) => mainModules.test(argument))) return false;
    // The program name before it, in parentheses, may contain anything.
    const status = await readFile(`${folder}/stat`, 'utf8');
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const { uid } = await stat(folder);
    const own = process.getuid?.();
    return state !== 'Z' && parent === '1' && (uid === own || (own === 0 && isSlot(uid)));
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

async function isNode(link: string): Promise<boolean> {
  const path = await readlink(link).catch(() => '');
  return path === process.execPath || /^node\b/.test(basename(path));
}

function kill(id: number): boolean {
  try {
    return process.kill(id, 'SIGKILL');
  } catch {
    return false;
  }
}
