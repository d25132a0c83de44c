import { join } from 'node:path';
import { reasonOf } from '../../kernel/errors.ts';
import type { Packages } from '../../kernel/packages.ts';
import { Registry } from '../source/registry.ts';
import { registryAddress } from '../source/registry-address.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { cacheFolder } from '../user-folders.ts';
import { PackageStore } from './package-store.ts';
import { type PackagesOptions, ProjectPackages } from './project-packages.ts';

/** How packages are had in a run. */
export interface PackagesFrom {
  /** Whether the network is left alone, also where the environment does not say so with `SERVICE_OFFLINE`. */
  offline?: boolean;
  /** Base URL of the registry; npm's configured one when absent. */
  registry?: string;
  /** Where the project is on this machine: what it has installed is read instead of fetched. */
  folder?: string;
  /** What names the cache; of this process when absent. */
  environment?: NodeJS.ProcessEnv;
}

/** The packages of one run; closed when that is over. */
export type OpenedPackages = Packages & { close(): Promise<void> };

export type OpenedFor = Pick<PackagesOptions, 'files' | 'manifest' | 'signal' | 'log' | 'onVolatile'> & {
  /** Whether the log already says that the cache cannot be used. */
  isCacheReported?: boolean;
};

/** Seconds that the registry may be silent. */
const patience = 15;

/**
 * The packages of one run. Nothing is opened before one is wanted.
 * @throws {ServiceError} RUNNER_ERROR for an address of a registry that is none
 */
export function openPackages(from: PackagesFrom, run: OpenedFor): OpenedPackages {
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

async function openStore({ offline, registry, folder, environment = process.env }: PackagesFrom, run: OpenedFor) {
  const isOffline = offline || Boolean(environment['SERVICE_OFFLINE']);
  const asked = isOffline ? undefined : new Registry(registryAddress(registry, environment), undefined, patience);
  const { store, remove } = await storeIn(cacheFolder(environment), run.isCacheReported ? () => {} : run.log);
  return { packages: new ProjectPackages({ ...run, store, registry: asked, folder }), remove };
}

/** The store of this user; one for this run alone where there is no place for that. */
async function storeIn(cache: string | undefined, log: (message: string) => void) {
  if (cache !== undefined) {
    try {
      return { store: new PackageStore(join(cache, 'packages')), remove: async () => {} };
    } catch (error) {
      log(`packages are not kept: ${reasonOf(error)}`);
    }
  }
  const { path, remove } = await makeTemporaryFolder({ prefix: 'service-packages' });
  return { store: new PackageStore(join(path, 'packages')), remove };
}
