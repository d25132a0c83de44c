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
 * The cache of this user.
 * @returns a sentence when it can't be used; nothing where the environment has no place for it, or wants none
 */
export function openResultsCache(environment: NodeJS.ProcessEnv): ResultsCache | string | undefined {
  const folder = cacheFolder(environment);
  if (folder === undefined || environment['SERVICE_NO_CACHE']) return undefined;
  try {
    const store = new EntryStore(join(folder, 'results'));
    // Of what can't be fetched something else may be used.
    const isOffline = Boolean(environment['SERVICE_OFFLINE']);
    return new ResultsCache(store, JSON.stringify([codeIdentity(import.meta.url), isolationIdentity(), isOffline]));
  } catch (error) {
    return `results are not remembered: ${reasonOf(error)}`;
  }
}

/**
 * What decides how children are isolated, without starting one: which bubblewrap there is, which kernel, and who we are.
 * Under one isolation a project may do what it may not under another.
 */
function isolationIdentity(): unknown[] {
  const path = systemProgram('bwrap');
  const stats = path === undefined ? undefined : statSync(path);
  return [path, stats?.size, stats?.mtimeMs, release(), process.geteuid?.()];
}
