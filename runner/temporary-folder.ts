import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dir, setGracefulCleanup } from 'tmp-promise';
import { joinOwner } from './folder-owner.ts';

export interface TemporaryFolder {
  /** Absolute. */
  path: string;
  /** May be called again. */
  remove(): Promise<void>;
}

/**
 * Makes an empty temporary folder, `<prefix>-<owner>-<random>`; should the process exit before it is removed, it is
 * removed then, and should it be killed, by `removeAbandoned` of a later one. The name has no capital letters: some of
 * n8n's lint rules excuse files whose path contains the name of a service, such as S3 or Git.
 * @param options.prefix begins with `service`
 * @param options.parent where, when not in the system's own place
 */
export async function makeTemporaryFolder(options: {
  prefix: `service${string}`;
  parent?: string;
}): Promise<TemporaryFolder> {
  setGracefulCleanup();
  const { prefix, parent = tmpdir() } = options;
  const owner = await joinOwner(parent);
  const { path, cleanup } = await dir({
    name: `${prefix}-${owner.name}-${randomUUID().slice(0, 8)}`,
    tmpdir: parent,
    mode: 0o700,
    unsafeCleanup: true,
  }).catch((error: unknown) => {
    owner.leave();
    throw error;
  });
  // `cleanup` never settles when it is called again.
  let removal: Promise<void> | undefined;
  return {
    path,
    remove: () => {
      removal ??= cleanup().finally(owner.leave);
      return removal;
    },
  };
}
