import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dir, setGracefulCleanup } from 'tmp-promise';
import { acquireOwner } from './folder-owner.ts';

export interface TemporaryFolder {
  /** Absolute. */
  path: string;
  /** Idempotent. */
  remove(): Promise<void>;
}

/**
 * Creates an empty temporary folder, `<prefix>-<owner>-<random>`. It is removed when the process exits or, if the process is
 * killed, by `removeStaleFolders` of a later one. The name is in lower case, because some lint rules of n8n exempt files
 * whose path contains the name of a service, such as S3 or Git.
 * @param options.prefix starts with `service`
 * @param options.parent the system's temporary folder when absent
 */
export async function makeTemporaryFolder(options: {
  prefix: `service${string}`;
  parent?: string;
}): Promise<TemporaryFolder> {
  setGracefulCleanup();
  const { prefix, parent = tmpdir() } = options;
  const owner = await acquireOwner(parent);
  const { path, cleanup } = await dir({
    name: `${prefix}-${owner.name}-${randomUUID().slice(0, 8)}`,
    tmpdir: parent,
    mode: 0o700,
    unsafeCleanup: true,
  }).catch((error: unknown) => {
    owner.release();
    throw error;
  });
  // A second call of `cleanup` never settles.
  let removal: Promise<void> | undefined;
  return {
    path,
    remove: () => {
      removal ??= cleanup().finally(owner.release);
      return removal;
    },
  };
}
