import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Kernel } from '../kernel/plugin.ts';
import { installKit } from '../runner/kits/install-kit.ts';

/**
 * Installs what the checks of all project types need, before the first run is taken.
 * @throws {ServiceError} KIT_UNAVAILABLE, KIT_FOLDER_UNUSABLE, NO_HOME_FOLDER
 */
export async function installKits(kernel: Kernel, logger: Logger): Promise<void> {
  for (const kit of [...kernel.projectTypes.values()].flatMap(({ kits = [] }) => kits)) {
    const onStart = ({ folder, reason }: { folder: string; reason?: string }) =>
      logger.info({ kit: kit.name, folder: dirname(folder), reason }, 'installing');
    const folder = await installKit(kit, { onStart });
    logger.info({ kit: kit.name, folder }, 'installed');
  }
}
