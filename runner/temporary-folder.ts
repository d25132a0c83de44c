import { randomUUID } from 'node:crypto';
import { dir, setGracefulCleanup } from 'tmp-promise';

export interface TemporaryFolder {
  /** Absolute. */
  path: string;
  /** May be called again. */
  remove(): Promise<void>;
}

/**
 * Makes an empty temporary folder, `<prefix>-<process id>-<random>`; should the process exit before it is removed, it
 * is removed then. The name has no capital letters: some of n8n's lint rules excuse files whose path contains the
 * name of a service, such as S3 or Git.
 * @param options.parent where, when not in the system's own place
 */
export async function makeTemporaryFolder(options: { prefix: string; parent?: string }): Promise<TemporaryFolder> {
  setGracefulCleanup();
  const { path, cleanup } = await dir({
    name: `${options.prefix}-${process.pid}-${randomUUID()}`,
    ...(options.parent !== undefined && { tmpdir: options.parent }),
    mode: 0o700,
    unsafeCleanup: true,
  });
  // `cleanup` never settles when it is called again.
  let removal: Promise<void> | undefined;
  return {
    path,
    remove: () => {
      removal ??= cleanup();
      return removal;
    },
  };
}
