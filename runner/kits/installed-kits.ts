import { lstatSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KitSource, Kits } from '../../kernel/kits.ts';
import { lockOf } from './kit-lock.ts';
import { bytesOf, isRecorded } from './kit-record.ts';
import { faultOfFolder, kitsFolder, lockFolder } from './kits-folder.ts';

/** The kits that are installed for this user; see kits-folder.ts. Reads two files for each. */
export function installedKits(
  environment: NodeJS.ProcessEnv = process.env,
  wanted: readonly KitSource[] = [],
  ruleset?: KitSource,
): Kits {
  const known = new Map<string, string | undefined>();
  return {
    wanted,
    ...(ruleset && { ruleset }),
    find(kit) {
      if (!known.has(kit.name)) known.set(kit.name, findKit(kit, environment));
      return known.get(kit.name);
    },
  };
}

/** The folder of a kit; undefined if it is not there or somebody else could have written to it. */
export function findKit(kit: KitSource, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    const parent = kitsFolder(environment);
    const folder = join(parent, lockOf(kit).folder);
    return isRecorded(folder) && [parent, folder].every((path) => faultOfFolder(path) === undefined)
      ? folder
      : undefined;
  } catch {
    return undefined;
  }
}

/** A kit in the folder of this user, of whatever version of service. */
interface ListedKit {
  name: string;
  folder: string;
  bytes: number;
  /** When it was installed. */
  time: Date;
}

/** Lists the kits, the newest first. @throws {ServiceError} NO_HOME_FOLDER */
export async function listKits(environment: NodeJS.ProcessEnv): Promise<ListedKit[]> {
  const parent = kitsFolder(environment);
  const names = await readdir(parent).catch(() => []);
  const kits = names.flatMap((entry) => {
    const [, name] = /^([^.].*)-[0-9a-f]{12}$/.exec(entry) ?? [];
    const folder = join(parent, entry);
    const bytes = name === undefined ? undefined : bytesOf(folder);
    return name === undefined || bytes === undefined ? [] : [{ name, folder, bytes, time: lstatSync(folder).mtime }];
  });
  return kits.sort((one, other) => other.time.getTime() - one.time.getTime());
}

/** Removes the kits of a name, and a lock file that was made for them. @returns how many there were */
export async function removeKits(name: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const kits = (await listKits(environment)).filter((kit) => kit.name === name);
  if (kits.length === 0) return 0;
  for (const folder of [...kits.map((kit) => kit.folder), lockFolder(name, environment)])
    await rm(folder, { recursive: true, force: true });
  return kits.length;
}
