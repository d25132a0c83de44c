import type { Settings } from '../settings.ts';
import type { DatabasePlace } from '../store/open-database.ts';
import { diskProbe } from './disk-probe.ts';
import { embeddedProbe } from './embedded-probe.ts';
import { isolationProbe } from './isolation-probe.ts';
import { registryProbe } from './registry-probe.ts';
import type { Report } from './report.ts';
import { runProbes } from './run-probes.ts';
import { serverProbe } from './server-probe.ts';
import { versionsProbe } from './versions-probe.ts';

/**
 * Checks what the cloud on this machine depends on, without changing anything. Probes that hang time out.
 * @param options.version of service
 */
export function runDoctor(
  place: DatabasePlace,
  { settings, version }: { settings: Settings; version: string },
): Promise<Report[]> {
  const embedded = 'folder' in place;
  return runProbes([
    embedded ? embeddedProbe(place.folder) : serverProbe({ url: place.url, pool: settings.databasePool }),
    isolationProbe,
    registryProbe,
    diskProbe({ data: embedded ? place.folder : undefined }),
    versionsProbe(version),
  ]);
}
