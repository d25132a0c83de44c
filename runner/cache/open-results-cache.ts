import { statSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../../kernel/errors.ts';
import { systemProgram } from '../sandbox/system-programs.ts';
import { cacheFolder } from '../user-folders.ts';
import { codeIdentity } from './code-identity.ts';
import { EntryStore } from './entry-store.ts';
import { ResultsCache } from './results-cache.ts';

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
    return new ResultsCache(store, JSON.stringify([codeIdentity(import.meta.url), isolationIdentity(), isOffline]));
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
