import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, join } from 'node:path';
import PQueue from 'p-queue';
import type { SandboxJob } from '../../kernel/sandbox.ts';
import { makeFolder } from '../make-folder.ts';
import { cacheFolder } from '../user-folders.ts';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { startedAsRoot } from './user-slots.ts';

/** Runs the rehearsal of a job in a child that may write to a folder; whether it came to its end. */
export type Rehearse = (job: SandboxJob, folder: string) => Promise<boolean>;

/** Versions of ours that keep theirs. */
const kept = 3;

/**
 * The machine code and bytecode of our programs, so that children need not compile what they run: a folder for each
 * program, in the format of Node.js, which compares it with the sources. Children see it read-only. It is written by
 * children that see no project and so run nothing but code of ours, over examples of ours.
 * https://nodejs.org/docs/latest-v24.x/api/module.html#module-compile-cache
 */
export class CompileCache {
  /** Absolute. */
  readonly folder: string;
  readonly #wanted = new Map<string, SandboxJob>();

  /** @param folder of this version of ours, which nobody else may write to */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Where the code of a job's program is; undefined when it has not been rehearsed yet, or never is. */
  folderFor(job: SandboxJob): string | undefined {
    if (!job.rehearsal) return undefined;
    const folder = join(this.folder, basename(job.program.pathname).replace(/\.[jt]s$/, ''));
    if (existsSync(folder)) return folder;
    this.#wanted.set(folder, job);
    return undefined;
  }

  /** Rehearses the programs that were run and are not here yet. What fails is left for another time. */
  async fill(rehearse: Rehearse): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    if (wanted.length === 0) return;
    const queue = new PQueue({ concurrency: 2 });
    await Promise.all(wanted.map(([folder, job]) => queue.add(() => this.#make(folder, job, rehearse))));
    await this.#forget();
  }

  async #make(folder: string, job: SandboxJob, rehearse: Rehearse): Promise<void> {
    const making = `${folder}.${randomUUID()}`;
    try {
      await mkdir(making, { recursive: true });
      if (!(await rehearse(job, making))) return;
      await takeBack(making);
      await rename(making, folder);
    } catch {
      // No room, or another process was faster: without it all works as well, only slower.
    } finally {
      await rm(making, { recursive: true, force: true });
    }
  }

  /** Removes what older versions left. */
  async #forget(): Promise<void> {
    const above = join(this.folder, '..');
    const names = await readdir(above).catch(() => []);
    const dated = await Promise.all(
      names.map(async (name) => ({ name, time: (await lstat(join(above, name))).mtimeMs })),
    );
    const old = dated.sort((a, b) => b.time - a.time).slice(kept);
    await Promise.all(old.map(({ name }) => rm(join(above, name), { recursive: true, force: true })));
  }
}

/** The cache of this user; undefined where there is no place for one. */
export async function openCompileCache(environment: NodeJS.ProcessEnv): Promise<CompileCache | undefined> {
  const places = [cacheFolder(environment), startedAsRoot() ? '/var/cache/service' : undefined];
  for (const place of places) {
    if (place === undefined) continue;
    const folder = join(place, 'programs', version());
    if (await isUsable(folder)) return new CompileCache(folder);
  }
  return undefined;
}

/** Of us, of what we use, and of Node.js. Whether sources are as they were, Node.js itself asks. */
function version(): string {
  const manifest = findPackageJSON(import.meta.url);
  const text = manifest === undefined ? '' : readFileSync(manifest, 'utf8');
  return createHash('sha256').update(`${text} ${process.version} ${process.arch}`).digest('hex').slice(0, 16);
}

const writableByOthers = 0o022;

/** Makes a folder that we alone may write to and children can get to; false where that is not possible. */
async function isUsable(folder: string): Promise<boolean> {
  try {
    makeFolder(folder, 0o755);
    const { uid, mode } = await lstat(folder);
    if (uid !== process.getuid?.() || (mode & writableByOthers) !== 0) return false;
    return !startedAsRoot() || (reachableByAll(folder) && readableByAll(folder));
  } catch {
    return false;
  }
}

/** What a child wrote becomes ours, where it was another user. */
async function takeBack(folder: string): Promise<void> {
  if (!startedAsRoot()) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !entry.isFile()) throw new Error(`${path} is no file`);
    await chown(path, 0, 0);
    await chmod(path, entry.isDirectory() ? 0o755 : 0o644);
  }
  await chown(folder, 0, 0);
  await chmod(folder, 0o755);
}
