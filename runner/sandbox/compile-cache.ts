import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, join } from 'node:path';
import PQueue from 'p-queue';
import { digestOf } from '../../kernel/digest.ts';
import type { SandboxJob } from '../../kernel/sandbox.ts';
import { makeFolder } from '../make-folder.ts';
import { cacheFolder, isOurs } from '../user-folders.ts';
import { reachableByAll, readableByAll } from './readable-by-all.ts';
import { startedAsRoot } from './user-slots.ts';

/** Warms up the program of a job, with write access to a folder; returns whether it succeeded. */
type WarmUp = (job: SandboxJob, folder: string) => Promise<boolean>;

/** Versions of service whose caches are kept. */
const maxVersions = 3;

/**
 * Compile caches of Node.js for our sandboxed programs, one folder each, so that they start faster. Node.js compares them
 * with the sources. Programs see them read-only. They are written by warm-ups, which see no project and run only our own
 * code, on our own examples.
 * https://nodejs.org/docs/latest-v24.x/api/module.html#module-compile-cache
 */
export class CompileCache {
  /** Absolute. */
  readonly folder: string;
  readonly #wanted = new Map<string, SandboxJob>();

  /** @param folder of this version of service, not writable for other users */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** The cache of a job's program; undefined when it has not been warmed up yet or has no warm-up. */
  folderFor(job: SandboxJob): string | undefined {
    if (!job.warmUp) return undefined;
    const folder = join(this.folder, basename(job.program.pathname).replace(/\.[jt]s$/, ''));
    if (existsSync(folder)) return folder;
    this.#wanted.set(folder, job);
    return undefined;
  }

  /** Warms up the programs that ran without a cache. Failures are ignored. */
  async fill(warmUp: WarmUp): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    if (wanted.length === 0) return;
    const queue = new PQueue({ concurrency: 2 });
    await Promise.all(wanted.map(([folder, job]) => queue.add(() => this.#create(folder, job, warmUp))));
    await this.#removeOldVersions();
  }

  async #create(folder: string, job: SandboxJob, warmUp: WarmUp): Promise<void> {
    const draft = `${folder}.${randomUUID()}`;
    try {
      await mkdir(draft, { recursive: true });
      if (!(await warmUp(job, draft))) return;
      await takeOwnership(draft);
      await rename(draft, folder);
    } catch {
      // The disk is full, or another process was faster. Programs also work without a cache.
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  async #removeOldVersions(): Promise<void> {
    const above = join(this.folder, '..');
    const names = await readdir(above).catch(() => []);
    const dated = await Promise.all(
      names.map(async (name) => ({ name, time: (await lstat(join(above, name))).mtimeMs })),
    );
    const old = dated.sort((a, b) => b.time - a.time).slice(maxVersions);
    await Promise.all(old.map(({ name }) => rm(join(above, name), { recursive: true, force: true })));
  }
}

/** Opens the cache of this user; undefined when no folder is usable. */
export async function openCompileCache(environment: NodeJS.ProcessEnv): Promise<CompileCache | undefined> {
  const parents = [cacheFolder(environment), startedAsRoot() ? '/var/cache/service' : undefined];
  for (const parent of parents) {
    if (parent === undefined) continue;
    const folder = join(parent, 'programs', version());
    if (await isUsable(folder)) return new CompileCache(folder);
  }
  return undefined;
}

/** Identifies the versions of service, its dependencies and Node.js. Node.js itself checks that sources are unchanged. */
function version(): string {
  const manifest = findPackageJSON(import.meta.url);
  const text = manifest === undefined ? '' : readFileSync(manifest, 'utf8');
  return digestOf(`${text} ${process.version} ${process.arch}`).slice(0, 16);
}

/** Creates a folder that only we can write to and sandboxed processes can reach; false when that is not possible. */
async function isUsable(folder: string): Promise<boolean> {
  try {
    makeFolder(folder, 0o755);
    if (!isOurs(await lstat(folder))) return false;
    return !startedAsRoot() || (reachableByAll(folder) && readableByAll(folder));
  } catch {
    return false;
  }
}

/** Takes over what a sandboxed process of another user wrote. */
async function takeOwnership(folder: string): Promise<void> {
  if (!startedAsRoot()) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !entry.isFile()) throw new Error(`${path} is not a regular file`);
    await chown(path, 0, 0);
    await chmod(path, entry.isDirectory() ? 0o755 : 0o644);
  }
  await chown(folder, 0, 0);
  await chmod(folder, 0o755);
}
