import { chmod } from 'node:fs/promises';
import { dir, setGracefulCleanup } from 'tmp-promise';

/** What the names of all our temporary folders begin with; the process id follows. */
const prefix = 'service';

export interface TemporaryFolder {
  /** Absolute, real. */
  path: string;
  /** May be called again. */
  remove(): Promise<void>;
}

/** Makes an empty temporary folder; should the process exit before it is removed, it is removed then. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  setGracefulCleanup();
  const { path, cleanup } = await dir({ prefix, unsafeCleanup: true, mode: 0o700 });
  // Children of a root process run as another user, who must be able to enter.
  if (process.geteuid?.() === 0) await chmod(path, 0o755);
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
