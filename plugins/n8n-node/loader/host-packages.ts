import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { parseJson } from '../../../kernel/project-files.ts';
import type { Kit } from '../n8n/kit.ts';
import { recordOf } from '../project/manifest/manifest-fields.ts';

/** What packages find at n8n without bringing it. */
export interface HostPackages {
  names: readonly string[];
  /** Those that are installed in the kit in a version that n8n may have as well. */
  installed: readonly string[];
}

const known = new Map<string, HostPackages>();

/**
 * n8n puts its own module folders on the path of `require`: its direct dependencies are there for every package.
 * Source: n8n 2.41, dist/load-nodes-and-credentials.js
 */
export function hostPackages({ folder, modules: dependencies }: Kit): HostPackages {
  const before = known.get(folder);
  if (before) return before;
  // n8n-workflow is no stand-in, whatever the release.
  const modules = Object.entries(dependencies).filter(([name]) => name !== 'n8n-workflow');
  const found = {
    names: modules.map(([name]) => name),
    installed: modules.filter(([name, range]) => fits(join(folder, 'node_modules', name), range)).map(([name]) => name),
  };
  known.set(folder, found);
  return found;
}

function fits(folder: string, range: string): boolean {
  try {
    const { version } = recordOf(parseJson(readFileSync(join(folder, 'package.json'), 'utf8'))) ?? {};
    return typeof version === 'string' && satisfies(version, range);
  } catch {
    return false;
  }
}
