import type { EventEmitter } from 'node:events';
import { existsSync, statfsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, ServiceError, serviceError } from '../../kernel/errors.ts';
import type { KitSource } from '../../kernel/kits.ts';
import { waitForLock } from '../file-lock.ts';
import { makeFolder } from '../make-folder.ts';
import { removeStaleFolders } from '../remove-stale-folders.ts';
import { allowedOrigins, registryAgent, retries } from '../source/registry-access.ts';
import { registryAddress } from '../source/registry-address.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { findKit } from './installed-kits.ts';
import { type KitLock, lockOf } from './kit-lock.ts';
import { changedContent, changedFile, recordKit } from './kit-record.ts';
import { faultOfFolder, kitsFolder } from './kits-folder.ts';

interface InstallOptions {
  environment?: NodeJS.ProcessEnv;
  /** Base URL of the registry; npm's configured one when absent. */
  registry?: string;
  /** Whether the contents of an installed kit are compared, and not only sizes and times of its files. */
  thorough?: boolean;
  /** Called before the download, with the reason if a kit is there that is no good. */
  onStart?(installing: { kit: KitSource; folder: string; lock: KitLock; reason?: string }): void;
  /** Called with the number of packages that are there, as they come. */
  onPackage?(done: number): void;
  signal?: AbortSignal;
}

/** Milliseconds without an answer of the registry. */
const stallTimeout = 30_000;

/**
 * Installs a kit unless it is installed and unchanged: into a folder of its own that is renamed once it is complete. When several
 * processes want it, one installs it.
 * @returns its folder
 * @throws {ServiceError} KIT_UNAVAILABLE, KIT_FOLDER_UNUSABLE, NO_HOME_FOLDER
 */
export async function installKit(kit: KitSource, options: InstallOptions = {}): Promise<string> {
  const { environment = process.env, signal } = options;
  const parent = kitsFolder(environment);
  const lock = lockOf(kit);
  const folder = join(parent, lock.folder);
  const look = async () => {
    const found = findKit(kit, environment);
    const changed = found && (options.thorough ? await changedContent(found) : changedFile(found));
    return { found, changed };
  };
  const before = await look();
  if (before.found !== undefined && before.changed === undefined) return before.found;
  try {
    prepareFolder(parent);
    using _turn = await waitForLock(join(parent, `${lock.folder}.lock`), signal);
    const now = await look();
    if (now.found !== undefined && now.changed === undefined) return now.found;
    if (environment['SERVICE_OFFLINE'])
      throw serviceError('KIT_UNAVAILABLE', { kit: kit.name, reason: 'SERVICE_OFFLINE is set' });
    const reason = now.changed === undefined ? {} : { reason: `${now.changed} was changed` };
    options.onStart?.({ kit, folder, lock, ...reason });
    await removeStaleFolders([parent]);
    const draft = await makeTemporaryFolder({ prefix: 'service-kit', parent });
    const ended = new AbortController();
    try {
      const made = join(draft.path, 'made');
      await mkdir(made, 0o755);
      await fill({ folder: made, cache: join(draft.path, 'cache') }, lock, {
        ...options,
        environment,
        signal: AbortSignal.any(signal ? [ended.signal, signal] : [ended.signal]),
      });
      await recordKit(made);
      if (existsSync(folder)) await rename(folder, join(draft.path, 'old'));
      await rename(made, folder);
    } catch (error) {
      signal?.throwIfAborted();
      // Before there is room again.
      throw kitFailure(error, kit.name, parent);
    } finally {
      // One package failed; npm's library is still busy with others.
      ended.abort();
      for (const name of ['made', 'old', 'cache'])
        await rm(join(draft.path, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      await draft.remove();
    }
    return folder;
  } catch (error) {
    signal?.throwIfAborted();
    throw kitFailure(error, kit.name, parent);
  }
}

/** Makes the folder of all kits. @throws {ServiceError} KIT_FOLDER_UNUSABLE */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder, 0o755);
  } catch (error) {
    throw serviceError('KIT_FOLDER_UNUSABLE', { folder, reason: reasonOf(error) }, { cause: error });
  }
  const fault = faultOfFolder(folder);
  if (fault !== undefined) throw serviceError('KIT_FOLDER_UNUSABLE', { folder, reason: fault });
}

/** Installs the packages of a lock file, as `npm ci --ignore-scripts` does. */
async function fill(
  place: { folder: string; cache: string },
  { manifest, lock }: KitLock,
  options: Pick<InstallOptions, 'registry' | 'environment' | 'signal' | 'onPackage'>,
): Promise<void> {
  await writeFile(join(place.folder, 'package.json'), manifest);
  await writeFile(join(place.folder, 'package-lock.json'), lock);
  const arborist = await arboristIn(place, options);
  await arborist.loadVirtual();
  // https://github.com/npm/proggy; the last one counts what there could have been.
  const onProgress = (_key: string, { name, value, done }: { name: string; value: number; done: boolean }) => {
    if (name === 'reify' && !done) options.onPackage?.(value);
  };
  const events: EventEmitter = process;
  events.on('progress', onProgress);
  try {
    await arborist.reify({ save: false });
  } finally {
    events.off('progress', onProgress);
  }
}

/**
 * npm's library for a folder: it asks the registry alone and runs no scripts.
 * @param options.lockOnly whether only the lock file is written
 * @param options.untrusted whether packages may name others by git, path or URL, which are then refused; peers are left out
 */
export async function arboristIn(
  { folder, cache }: { folder: string; cache: string },
  {
    registry,
    environment,
    signal,
    lockOnly = false,
    untrusted = false,
  }: Pick<InstallOptions, 'registry' | 'environment' | 'signal'> & { lockOnly?: boolean; untrusted?: boolean },
) {
  const url = registryAddress(registry, environment);
  const { default: Arborist } = await import('@npmcli/arborist');
  return new Arborist({
    path: folder,
    cache,
    registry: url.href,
    replaceRegistryHost: 'always',
    ignoreScripts: true,
    packageLockOnly: lockOnly,
    ...(untrusted && { ...onlyRegistry, legacyPeerDeps: true }),
    audit: false,
    ...(signal && { signal }),
    binLinks: false,
    agent: await registryAgent(allowedOrigins(url)),
    timeout: stallTimeout,
    ...retries,
  });
}

/** https://docs.npmjs.com/cli/v11/using-npm/config */
const onlyRegistry = { allowGit: 'none', allowRemote: 'none', allowFile: 'none', allowDirectory: 'none' };

/** Bytes without which nothing can be installed, whatever error that shows as. */
const minFree = 8 * 1024 * 1024;

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < minFree;
  } catch {
    return false;
  }
}

const noRoom = new Set(['ENOSPC', 'EDQUOT']);
const noAccess = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ERR_SQLITE_ERROR']);

/** An error of installing a kit. @param folder of all kits */
export function kitFailure(error: unknown, kit: string, folder: string): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code } = Object(error);
  if (noRoom.has(code) || isFull(folder))
    return serviceError('KIT_FOLDER_UNUSABLE', { folder, reason: 'no space left' }, { cause: error });
  if (noAccess.has(code))
    return serviceError('KIT_FOLDER_UNUSABLE', { folder, reason: reasonOf(error) }, { cause: error });
  const reason = code === 'EINTEGRITY' ? 'the registry has another content of a package (EINTEGRITY)' : reasonOf(error);
  return serviceError('KIT_UNAVAILABLE', { kit, reason }, { cause: error });
}
