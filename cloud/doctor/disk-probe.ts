import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { countStaleFolders, temporaryParents } from '../../runner/remove-stale-folders.ts';
import { failed, ok, type Report, warning } from './report.ts';
import type { Probe } from './run-probes.ts';

const MiB = 1024 * 1024;

/** Free bytes below which the report fails or warns. A package may unpack to 200 MiB. */
const minFree = { failed: 256 * MiB, warning: 1024 * MiB };
/** Free inodes below which the report warns. */
const minFreeFiles = 10_000;

/** Free disk space for data and temporary folders, and temporary folders that killed processes left behind. */
export function diskProbe({ data }: { data: string | undefined }): Probe {
  return {
    parts: ['disk', 'temporary folders'],
    async run(): Promise<Report[]> {
      const places = [...new Set(temporaryParents())];
      const disks = await distinctDisks([...(data === undefined ? [] : [nearest(data)]), ...places]);
      const reports = await Promise.all(disks.map(async (path) => ({ part: 'disk', ...(await freeSpace(path)) })));
      return [...reports, { part: 'temporary folders', ...(await leftovers()) }];
    },
  };
}

/** One path for each file system. */
async function distinctDisks(paths: readonly string[]): Promise<string[]> {
  const disks = new Map<number, string>();
  for (const path of paths) {
    const { dev } = await stat(path);
    if (!disks.has(dev)) disks.set(dev, path);
  }
  return [...disks.values()];
}

async function freeSpace(path: string): Promise<Omit<Report, 'part'>> {
  const { bavail, bsize, blocks, ffree, files } = await statfs(path);
  const free = bavail * bsize;
  const share = blocks === 0 ? 100 : Math.round((100 * bavail) / blocks);
  const fewFiles = files > 0 && ffree < minFreeFiles;
  const saw = `${path}: ${Math.floor(free / MiB)} MiB free (${share}%)${fewFiles ? `, ${ffree} inodes free` : ''}`;
  const next = 'Free disk space, or lower SERVICE_KEEP_DAYS to delete finished runs earlier.';
  if (free < minFree.failed) return failed(saw, next);
  return free < minFree.warning || fewFiles ? warning(saw, next) : ok(saw);
}

async function leftovers(): Promise<Omit<Report, 'part'>> {
  const left = await countStaleFolders();
  if (left === 0) return ok('none left behind by killed processes');
  return warning(
    `${left} left behind by killed processes`,
    'Start `service serve` or `service worker`: both remove them at start.',
  );
}

/** The folder or, if it does not exist, its nearest existing ancestor. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}
