import { join } from 'node:path';
import { reasonOf } from '../../kernel/errors.ts';
import type { Packages } from '../../kernel/packages.ts';
import { Registry } from '../source/registry.ts';
import { registryAddress } from '../source/registry-address.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { cacheFolder } from '../user-folders.ts';
import { PackageStore } from './package-store.ts';
import { type PackagesOptions, ProjectPackages } from './project-packages.ts';

/** Where a run gets packages from. */
export interface PackageSources {
  /** Whether to use no network; also set by `SERVICE_OFFLINE` in the environment. */
  offline?: boolean;
  /** Base URL of the registry; npm's configured one when absent. */
  registry?: string;
  /** The project on this machine: packages that it has installed are read instead of fetched. */
  folder?: string;
  /** Names the cache folder; that of this process when absent. */
  environment?: NodeJS.ProcessEnv;
}

/** The packages of one run. To be closed. */
export type OpenedPackages = Packages & { close(): Promise<void> };

export type OpenedFor = Pick<PackagesOptions, 'files' | 'manifest' | 'signal' | 'log' | 'onVolatile'> & {
  /** Whether the log already says that the cache cannot be used. */
  isCacheReported?: boolean;
};

/** Seconds. */
const stallTimeout = 15;

/**
 * Opens the packages of a run, lazily: at the first request.
 * @throws {ServiceError} RUNNER_ERROR for an invalid registry URL
 */
export function openPackages(from: PackageSources, run: OpenedFor): OpenedPackages {
  let opened: Promise<{ packages: ProjectPackages; remove(): Promise<void> }> | undefined;
  const open = () => {
    opened ??= openStore(from, run);
    return opened;
  };
  return {
    provide: async (wanted) => (await open()).packages.provide(wanted),
    ambient: async () => (await open()).packages.ambient(),
    async close() {
      const ended = await opened?.catch(() => undefined);
      await ended?.packages.close();
      await ended?.remove();
    },
  };
}

async function openStore({ offline, registry, folder, environment = process.env }: PackageSources, run: OpenedFor) {
  const isOffline = offline || Boolean(environment['SERVICE_OFFLINE']);
  const client = isOffline ? undefined : new Registry(registryAddress(registry, environment), undefined, stallTimeout);
  const { store, remove } = await storeIn(cacheFolder(environment), run.isCacheReported ? () => {} : run.log);
  return { packages: new ProjectPackages({ ...run, store, registry: client, folder }), remove };
}

/** Opens the store of this user; a temporary one if there is no cache folder. */
async function storeIn(cache: string | undefined, log: (message: string) => void) {
  if (cache !== undefined) {
    try {
      return { store: new PackageStore(join(cache, 'packages')), remove: async () => {} };
    } catch (error) {
      log(`Packages are not cached: ${reasonOf(error)}`);
    }
  }
  const { path, remove } = await makeTemporaryFolder({ prefix: 'service-packages' });
  return { store: new PackageStore(join(path, 'packages')), remove };
}
