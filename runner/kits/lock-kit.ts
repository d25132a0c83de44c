import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KitSource } from '../../kernel/kits.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { arboristIn, kitFailure, prepareFolder } from './install-kit.ts';
import { kitsFolder, lockFolder } from './kits-folder.ts';

/** A kit whose lock file was made on this machine; undefined if it was not. */
export function lockedKit(name: string): KitSource | undefined {
  const folder = lockFolder(name, process.env);
  return existsSync(join(folder, 'package-lock.json')) ? sourceIn(name, folder) : undefined;
}

/**
 * Makes the lock file of a kit that does not come with us, with npm's library: exact versions as of now, for all runs of this user.
 * @param files `package.json`, and what else lies beside the lock file
 * @throws {ServiceError} KIT_UNAVAILABLE, KIT_FOLDER_UNUSABLE, NO_HOME_FOLDER
 */
export async function lockKit(name: string, files: Readonly<Record<string, string>>): Promise<KitSource> {
  const parent = kitsFolder(process.env);
  const folder = lockFolder(name, process.env);
  try {
    prepareFolder(parent);
    const draft = await makeTemporaryFolder({ prefix: 'service-kit', parent });
    try {
      const made = join(draft.path, 'made');
      await mkdir(made, 0o755);
      for (const [file, text] of Object.entries(files)) await writeFile(join(made, file), text);
      const place = { folder: made, cache: join(draft.path, 'cache') };
      const arborist = await arboristIn(place, { lockOnly: true });
      await arborist.reify();
      prepareFolder(dirname(folder));
      // Another process may have been faster.
      if (!existsSync(folder)) await rename(made, folder);
    } finally {
      await draft.remove();
    }
  } catch (error) {
    throw kitFailure(error, name, parent);
  }
  return sourceIn(name, folder);
}

const sourceIn = (name: string, folder: string): KitSource => ({ name, lock: pathToFileURL(`${folder}/`) });
