import { serviceError } from '../../kernel/errors.ts';
import { isGitDirty } from '../git/git-dirty.ts';
import { findRepository } from '../git/repository.ts';

/**
 * Rejects a folder whose files git could not restore.
 * @param folder absolute
 * @throws {ServiceError} UNCOMMITTED_CHANGES
 */
export async function requireCleanTree(folder: string): Promise<void> {
  const reject = (reason: string) => serviceError('UNCOMMITTED_CHANGES', { reason });
  if (!(await findRepository(folder))) throw reject(`${folder} is not in a git repository`);
  const dirty = await isGitDirty(folder);
  if (dirty === undefined) throw reject(`git cannot say whether ${folder} has uncommitted changes`);
  if (dirty) throw reject(`${folder} has uncommitted changes`);
}
