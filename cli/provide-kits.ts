import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { serviceError } from '../kernel/errors.ts';
import type { KitSource } from '../kernel/kits.ts';
import { printable } from '../kernel/printable.ts';
import { installedKits } from '../runner/kits/installed-kits.ts';
import { changedFile, forgetKit } from '../runner/kits/kit-record.ts';
import type { RunProgress } from './run-update.ts';

interface ProvideOptions {
  /** Whether nothing is fetched: checks that need a missing kit are skipped. */
  offline: boolean;
  /** Whether the contents of installed kits are compared, too. */
  thorough?: boolean;
  signal?: AbortSignal;
  /** Called with what is installed, its size and its folder. */
  log(line: string): void;
  /** Called with the number of installed packages of a kit. */
  progress?(progress: RunProgress): void;
}

/**
 * Installs the kits that are missing.
 * @throws {ServiceError} KIT_UNAVAILABLE, KIT_FOLDER_UNUSABLE, NO_HOME_FOLDER
 */
export async function provideKits(kits: readonly KitSource[], options: ProvideOptions): Promise<void> {
  const { offline, thorough = false, signal, log, progress } = options;
  const installed = installedKits();
  const wanted = thorough ? kits : kits.filter((kit) => installed.find(kit) === undefined);
  if (wanted.length === 0 || offline) return;
  const [{ installKit }, { sizeOf }] = await Promise.all([
    import('../runner/kits/install-kit.ts'),
    import('../runner/kits/kit-lock.ts'),
  ]);
  for (const kit of wanted) {
    let total = 0;
    await installKit(kit, {
      thorough,
      ...(signal && { signal }),
      onStart({ folder, lock, reason }) {
        const { packages, mebibytes } = sizeOf(lock);
        total = packages;
        const size = mebibytes === undefined ? '' : `, ${mebibytes} MB`;
        const why = reason === undefined ? '' : ` again (${printable(reason)})`;
        log(`Installing ${kit.name}${why}: ${packages} packages${size}, into ${shown(dirname(folder))}`);
      },
      onPackage: (done) => progress?.({ done, total, unit: 'packages', running: [kit.name] }),
    });
  }
}

/**
 * Looks for changes in installed kits, which then count as not installed.
 * @returns the changed ones, with a path that was changed
 * @throws {ServiceError} KIT_FOLDER_UNUSABLE if they cannot be repaired
 */
export function changedKits(kits: readonly KitSource[]): string[] {
  const installed = installedKits();
  return kits.flatMap((kit) => {
    const folder = installed.find(kit);
    const path = folder === undefined ? undefined : changedFile(folder);
    if (folder === undefined || path === undefined) return [];
    try {
      forgetKit(folder);
    } catch (error) {
      throw serviceError('KIT_FOLDER_UNUSABLE', { folder, reason: `${path} was changed` }, { cause: error });
    }
    return [`${kit.name}: ${path}`];
  });
}

/** `~/.cache/service/kits` */
function shown(folder: string): string {
  const home = homedir();
  return folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
}
