import { join } from 'node:path';
import { reasonOf } from '../../kernel/errors.ts';
import type { InstalledPackages, Packages } from '../../kernel/packages.ts';
import { Registry } from '../source/registry.ts';
import { registryAddress, shownAddress } from '../source/registry-address.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { cacheFolder } from '../user-folders.ts';
import { type Installation, installDependencies } from './install-dependencies.ts';
import { KeptInstallations } from './kept-installations.ts';
import { PackageStore } from './package-store.ts';
import { type PackagesOptions, ProjectPackages } from './project-packages.ts';
import { rangeTtl } from './range-cache.ts';

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

type OpenedFor = Pick<PackagesOptions, 'files' | 'manifest' | 'kits' | 'signal' | 'log' | 'onVolatile'> & {
  /** Whether the log already says that the cache cannot be used. */
  isCacheReported?: boolean;
};

/** Seconds. */
const stallTimeout = 15;
/** Milliseconds after which packages that could not be installed are tried again. */
const retryAfter = 5 * 60 * 1000;

/**
 * Opens the packages of a run.
 * @throws {ServiceError} RUNNER_ERROR for an invalid registry URL
 */
export async function openPackages(
  { offline, registry, folder, environment = process.env }: PackageSources,
  run: OpenedFor,
): Promise<OpenedPackages> {
  const isOffline = offline || Boolean(environment['SERVICE_OFFLINE']);
  const client = isOffline ? undefined : new Registry(registryAddress(registry, environment), stallTimeout);
  const origin = client?.shown ?? originOf(registry, environment);
  const { store, remove } = await storeIn(cacheFolder(environment), run.isCacheReported ? () => {} : run.log);
  const installations: Promise<Installation>[] = [];
  const installing = new Map<string, Promise<InstalledPackages>>();
  const kept = new KeptInstallations(store);
  const packages = new ProjectPackages({ ...run, store, registry: client, origin, folder });
  return {
    provide: (wanted) => packages.provide(wanted),
    ambient: () => packages.ambient(),
    files: (name) => packages.files(name),
    absent: (wanted) => packages.absent(wanted),
    install(wanted, parts) {
      const key = JSON.stringify([origin, process.platform, process.arch, Object.entries(wanted).sort(), parts]);
      const install = async (): Promise<InstalledPackages> => {
        const known = kept.find(key);
        if (known && (!client || Date.now() - known.at < rangeTtl)) {
          kept.touch(known);
          run.onVolatile(known.at + rangeTtl);
          return known;
        }
        const from = { registry: client, registryUrl: registry, environment, signal: run.signal };
        const installation = installDependencies(wanted, { ...from, parts, place: store.draft() });
        installations.push(installation);
        const { folder, missing, isWhole, isUnanswered } = await installation;
        if (isUnanswered && known) {
          kept.touch(known);
          run.onVolatile(Date.now() + retryAfter);
          run.log('The npm registry does not answer: dependencies are those of an earlier run');
          return known;
        }
        // What cannot be kept is there for this run.
        const isKept = isWhole && folder !== undefined;
        const made = isKept ? await kept.keep(key, folder, missing).catch(() => undefined) : undefined;
        const ttl = Object.keys(missing).length > 0 ? retryAfter : rangeTtl;
        run.onVolatile(made ? made.at + rangeTtl : Date.now() + ttl);
        return made ?? { folder, missing };
      };
      const running = installing.get(key) ?? install();
      installing.set(key, running);
      return running;
    },
    async close() {
      for (const one of await Promise.allSettled(installations))
        if (one.status === 'fulfilled') await one.value.remove();
      await packages.close(installations.length > 0);
      await remove();
    },
  };
}

/** The address of the registry that is not used. */
function originOf(registry: string | undefined, environment: NodeJS.ProcessEnv): string {
  try {
    return shownAddress(registryAddress(registry, environment));
  } catch {
    return '';
  }
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
