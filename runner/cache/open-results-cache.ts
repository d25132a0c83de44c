import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../kernel/errors.ts';
import { ancestors } from '../ancestors.ts';
import { systemProgram } from '../sandbox/system-programs.ts';
import { cacheFolder } from '../user-folders.ts';
import { EntryStore } from './entry-store.ts';
import { ResultsCache } from './results-cache.ts';

let loadedCode: string | undefined;

/**
 * Opens the results cache of this user.
 * @returns a message when it cannot be used; undefined when it is disabled or the environment names no folder
 */
export function openResultsCache(environment: NodeJS.ProcessEnv): ResultsCache | string | undefined {
  const folder = cacheFolder(environment);
  if (folder === undefined || environment['SERVICE_NO_CACHE']) return undefined;
  try {
    const store = new EntryStore(join(folder, 'results'));
    // Offline, other packages may be used instead of those that cannot be fetched.
    const isOffline = Boolean(environment['SERVICE_OFFLINE']);
    // Once: a process that verifies several runs keeps the code that it has loaded, whatever is installed meanwhile.
    loadedCode ??= codeIdentity(import.meta.url);
    return new ResultsCache(store, JSON.stringify([loadedCode, isolationIdentity(), isOffline]));
  } catch (error) {
    return `Results are not cached: ${reasonOf(error)}`;
  }
}

/**
 * What the isolation depends on: bubblewrap, the kernel and our user. Results depend on what a project may do in the sandbox.
 */
function isolationIdentity(): unknown[] {
  const path = systemProgram('bwrap');
  const stats = path === undefined ? undefined : statSync(path);
  return [path, stats?.size, stats?.mtimeMs, release(), process.geteuid?.()];
}

/** Files in node_modules in which package managers record what they installed. */
const installRecords = ['.package-lock.json', '.pnpm/lock.yaml', '.yarn-integrity', '.yarn-state.yml'];

/**
 * A text that changes whenever results may change for the same project: with another version of service, of its dependencies
 * or of Node.js, and on another platform.
 * @param from `import.meta.url` of one of our modules
 */
export function codeIdentity(from: string, versions: NodeJS.ProcessVersions = process.versions): string {
  const manifest = findPackageJSON(from);
  if (manifest === undefined) throw new Error('package.json of service is missing');
  const hash = createHash('sha256');
  const root = dirname(manifest);
  hash.update(readFileSync(manifest));
  for (const lock of locksOf(root)) hash.update(lock);
  // Unlike an installed version, a checkout changes without a new version.
  if (!root.includes('node_modules')) hash.update(ownFiles(root, from).join('\n'));
  return `${hash.digest('hex')} ${versions.node} ${versions.v8} ${process.platform} ${process.arch}`;
}

/** The records of the installed versions of all dependencies. */
function locksOf(root: string): Buffer[] {
  const all = ancestors(root).map((folder) =>
    installRecords.map((name) => join(folder, 'node_modules', name)).filter((path) => existsSync(path)),
  );
  return (all.find((locks) => locks.length > 0) ?? []).map((path) => readFileSync(path));
}

/** Path, size and modification time of each of our code files: built ones or, in a checkout that runs unbuilt, sources. */
function ownFiles(root: string, from: string): string[] {
  const folders = from.endsWith('.ts') ? ['kernel', 'runner', 'plugins', 'judge', 'cli'] : ['dist'];
  const code = /(?<!\.d)\.[jt]s$/;
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => code.test(path))
      .sort()
      .map((path) => {
        const { size, mtimeMs } = statSync(join(root, folder, path));
        return `${path} ${size} ${mtimeMs}`;
      }),
  );
}
