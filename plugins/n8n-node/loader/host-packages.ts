import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { parseJson } from '../../../kernel/project-files.ts';
import { hostReleases } from '../n8n/host-modules.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';
import { folderOf } from '../typescript/installed.ts';

/** What packages find at n8n without bringing it. */
export interface HostPackages {
  names: readonly string[];
  /** Those that are installed with us in a version that n8n may have as well. */
  installed: readonly string[];
}

const known = new Map<string, HostPackages>();

/**
 * n8n puts its own module folders on the path of `require`: its direct dependencies are there for every package.
 * Source: n8n 2.41, dist/load-nodes-and-credentials.js
 * @param workflow the version of n8n-workflow of the release that is meant; the current one when absent
 */
export function hostPackages(workflow?: string): HostPackages {
  const [current] = hostReleases;
  const release = hostReleases.find((one) => one.workflow === workflow) ?? current;
  const before = known.get(release.n8n);
  if (before) return before;
  // n8n-workflow is no stand-in, whatever the release.
  const modules = Object.entries(release.modules).filter(([name]) => name !== 'n8n-workflow');
  const found = {
    names: modules.map(([name]) => name),
    installed: modules.filter(([name, range]) => fits(name, range)).map(([name]) => name),
  };
  known.set(release.n8n, found);
  return found;
}

function fits(name: string, range: string): boolean {
  try {
    const { version } = recordOf(parseJson(readFileSync(join(folderOf(name), 'package.json'), 'utf8'))) ?? {};
    return typeof version === 'string' && satisfies(version, range);
  } catch {
    return false;
  }
}
