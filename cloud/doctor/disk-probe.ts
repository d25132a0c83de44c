import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { countAbandoned, temporaryPlaces } from '../../runner/remove-abandoned.ts';
import type { Probe } from './examine.ts';
import { failed, ok, type Report, warning } from './report.ts';

const MiB = 1024 * 1024;

/** Bytes below which there is trouble now, and soon. A package may unpack to 200 MiB. */
const bounds = { trouble: 256 * MiB, soon: 1024 * MiB };
/** Files that can still be made. */
const fewFiles = 10_000;

/** The room where data and temporary folders are, and what killed processes have left there. */
export function diskProbe({ data }: { data: string | undefined }): Probe {
  return {
    parts: ['disk', 'temporary folders'],
    async look(): Promise<Report[]> {
      const places = [...new Set(temporaryPlaces())];
      const disks = await distinctDisks([...(data === undefined ? [] : [nearest(data)]), ...places]);
      const reports = await Promise.all(disks.map(async (path) => ({ part: 'disk', ...(await room(path)) })));
      return [...reports, { part: 'temporary folders', ...(await leftovers()) }];
    },
  };
}

/** One of the paths for each file system. */
async function distinctDisks(paths: readonly string[]): Promise<string[]> {
  const disks = new Map<number, string>();
  for (const path of paths) {
    const { dev } = await stat(path);
    if (!disks.has(dev)) disks.set(dev, path);
  }
  return [...disks.values()];
}

async function room(path: string): Promise<Omit<Report, 'part'>> {
  const { bavail, bsize, blocks, ffree, files } = await statfs(path);
  const free = bavail * bsize;
  const share = blocks === 0 ? 100 : Math.round((100 * bavail) / blocks);
  const scarce = files > 0 && ffree < fewFiles;
  const saw = `${path}: ${Math.floor(free / MiB)} MiB free (${share} %)${scarce ? `, and ${ffree} files` : ''}`;
  const next = 'Make room, or keep finished runs for fewer days (SERVICE_KEEP_DAYS).';
  if (free < bounds.trouble) return failed(saw, next);
  return free < bounds.soon || scarce ? warning(saw, next) : ok(saw);
}

async function leftovers(): Promise<Omit<Report, 'part'>> {
  const left = await countAbandoned();
  if (left === 0) return ok('none are left of killed processes');
  return warning(
    `${left} are left of killed processes`,
    'The next start of `service serve` or `service worker` removes them.',
  );
}

/** The folder itself or, while it is not there, the one that it will be in. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}
