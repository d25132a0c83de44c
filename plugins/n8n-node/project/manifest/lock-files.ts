import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import { satisfies, validRange } from 'semver';
import type { Manifest } from '../../../../kernel/check.ts';
import { type ProjectFiles, tryJson } from '../../../../kernel/project-files.ts';
import { recordOf } from './manifest-fields.ts';

/** In the order in which npm looks for them. */
export const npmLocks = ['npm-shrinkwrap.json', 'package-lock.json'];

/** Says why npm finds that a lock file does not fit; undefined if it fits, or that cannot be determined. */
export function whyNpmStops(text: string, path: string, manifest: Manifest): string | undefined {
  const packages = recordOf(recordOf(tryJson(text))?.['packages']);
  const wanted = ['dependencies', 'devDependencies'].flatMap((list) => Object.entries(recordOf(manifest[list]) ?? {}));
  // npm also writes the project itself, and what the dependencies need.
  if (packages?.[''] === undefined || Object.keys(packages).length < wanted.length) return undefined;
  if (manifest['overrides'] !== undefined) return undefined;
  for (const [name, range] of wanted) {
    // npm takes any version for these, prereleases too.
    if (typeof range !== 'string' || name === manifest['name']) continue;
    if (/^(?:\*|x|)$/.test(range.trim()) || validRange(range) === null) continue;
    const locked = recordOf(packages[`node_modules/${name}`]);
    if (locked === undefined) return `${name} is missing from ${path}`;
    const { version } = locked;
    if (locked['link'] !== true && typeof version === 'string' && !satisfies(version, range, { loose: true }))
      return `${path} has ${name} ${version}, but package.json requires ${range}`;
  }
  return undefined;
}

/**
 * The packages that npm installs for users, as a lock file of npm shows them; undefined if it does not fit.
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json#packages
 */
export function installedForUsers(text: string, path: string, manifest: Manifest): ReadonlySet<string> | undefined {
  const packages = recordOf(recordOf(tryJson(text))?.['packages']);
  const wanted = Object.keys(recordOf(manifest['dependencies']) ?? {});
  const fits = wanted.every((name) => Object.hasOwn(packages ?? {}, `node_modules/${name}`));
  if (packages?.[''] === undefined || !fits || whyNpmStops(text, path, manifest) !== undefined) return undefined;
  const installed = Object.entries(packages).filter(([, entry]) => recordOf(entry)?.['dev'] !== true);
  return new Set(installed.map(([at]) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)));
}

/** Characters of the part of pnpm-lock.yaml before the packages; parsing YAML is slow. */
const maxLength = 200_000;

/**
 * Says why `pnpm install --frozen-lockfile` stops, the default in CI; undefined if it does not, or that cannot be determined.
 * https://pnpm.io/cli/install#--frozen-lockfile
 */
export function whyPnpmStops(text: string, path: string, manifest: Manifest): string | undefined {
  const [head = ''] = text.slice(0, maxLength).split(/^(?:packages|snapshots):/m, 1);
  // A file of the project may change what is required.
  if (head.length === maxLength || /^pnpmfileChecksum:/m.test(head)) return undefined;
  const lock = tryYaml(head);
  // Without other packages in the workspace, older versions write the project itself.
  const own = recordOf(recordOf(lock?.['importers'])?.['.']) ?? lock;
  const lists = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const overridden = Object.keys(recordOf(lock?.['overrides']) ?? {}).join('\n');
  const locked = new Map(lists.flatMap((list) => Object.entries(recordOf(own?.[list]) ?? {})));
  if (locked.size === 0) return undefined;
  const wanted = lists.flatMap((list) => Object.entries(recordOf(manifest[list]) ?? {}));
  for (const [name, ranges] of Map.groupBy(wanted, ([one]) => one)) {
    if (!locked.has(name)) return `${name} is missing from ${path}`;
    const specifier = recordOf(locked.get(name))?.['specifier'];
    const [[, range] = []] = ranges;
    if (typeof specifier !== 'string' || typeof range !== 'string') return undefined;
    // pnpm writes one of those that are in two lists.
    if (ranges.length === 1 && specifier !== range && !overridden.includes(name))
      return `${path} has ${name} ${specifier}, but package.json requires ${range}`;
  }
  return undefined;
}

function tryYaml(text: string) {
  try {
    return recordOf(load(text, { schema: FAILSAFE_SCHEMA }));
  } catch {
    return undefined;
  }
}

/** Those of npm, pnpm, yarn and bun. */
export const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];

/** In the folder of the project, or in one above it: others are of other projects. */
const ofProject = (path: string): boolean => lockFiles.includes(path.replace(/^(?:\.\.\/)*/, ''));

/** The lock file of a project, in its folder or above it, and whether it was uploaded; undefined if there is none. */
export function lockFileOf(files: Pick<ProjectFiles, 'list' | 'listAbove' | 'absent'>): LockFile | undefined {
  const sent = [...files.list(), ...files.listAbove()].find(ofProject);
  if (sent !== undefined) return { path: sent };
  const { leftOut } = files.absent();
  const path = Object.keys(leftOut).find(ofProject);
  return path === undefined ? undefined : { path, leftOut: leftOut[path] ?? '' };
}

interface LockFile {
  path: string;
  /** Why it was not uploaded. */
  leftOut?: string;
}
