import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isSlot } from './user-slots.ts';

/** The first module of every child and of every judge; see bootstrap-program.ts and judge/judge-program.ts. */
const bootstrap = /\/(?:bootstrap|judge)-program\.[jt]s$/;

/** Rounds of looking: when one process of a child is gone, what it had started has the first process for a parent. */
const rounds = 3;

/**
 * Ends children of processes of ours that were killed. Nearly all end with them; bubblewrap that loses its other half
 * while it starts waits for it for ever.
 * @returns how many processes were ended
 */
export async function endAbandoned(): Promise<number> {
  // Where a Node.js is the first process, as in a container without an init, the children of it live.
  if (process.platform !== 'linux' || process.pid === 1 || (await isNode('/proc/1/exe'))) return 0;
  let ended = 0;
  for (let round = 0; round < rounds; round += 1) {
    const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const abandoned = await Promise.all(ids.map(async (id) => ((await isAbandoned(`/proc/${id}`)) ? Number(id) : 0)));
    const found = abandoned.filter((id) => id !== 0 && end(id)).length;
    if (found === 0) break;
    ended += found;
  }
  return ended;
}

async function isAbandoned(folder: string): Promise<boolean> {
  try {
    const command = (await readFile(`${folder}/cmdline`, 'utf8')).split('\0');
    if (!command.some((argument) => bootstrap.test(argument))) return false;
    // The name of the program comes before it in brackets, and may hold anything.
    const status = await readFile(`${folder}/stat`, 'utf8');
    const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const { uid } = await stat(folder);
    const own = process.getuid?.();
    return state !== 'Z' && parent === '1' && (uid === own || (own === 0 && isSlot(uid)));
  } catch {
    // It ended meanwhile, or is none of ours.
    return false;
  }
}

async function isNode(link: string): Promise<boolean> {
  const path = await readlink(link).catch(() => '');
  return path === process.execPath || /^node\b/.test(basename(path));
}

function end(id: number): boolean {
  try {
    return process.kill(id, 'SIGKILL');
  } catch {
    return false;
  }
}
