import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { SandboxFolders } from '../../../kernel/sandbox.ts';
import { compilerPath } from './installed.ts';
import { partSize } from './parts.ts';

/** Bytes that TypeScript may print: a project has thousands of errors when an option of it is not understood. */
const printLimit = 4 * 1024 * 1024;

/**
 * Runs TypeScript's own program, to its end.
 * @param config the path of its configuration
 * @param size bytes of scripts that it is expected to read
 */
export async function commandLine(
  config: string,
  { project }: SandboxFolders,
  size: number,
): Promise<{ stdout: string; cut: boolean; failure?: string }> {
  // There is nothing else to do here, and what runs aside is read through streams, which take a tenth of our time.
  const run = spawnSync(
    await compilerPath(),
    ['-p', config, '--pretty', 'false', ...(hasFewCores() ? ['--singleThreaded'] : [])],
    {
      cwd: project,
      env: collection(size),
      encoding: 'utf8',
      maxBuffer: printLimit,
    },
  );
  const { stdout, stderr, status, signal, error } = run;
  const cut = error !== undefined && 'code' in error && error.code === 'ENOBUFS';
  // It exits with 1 or 2 when it found errors. It has written all files before it prints any.
  const ended = status !== null && status <= 2;
  const crashed = /^(?:panic|fatal error|runtime error): .*/m.exec(stderr)?.[0];
  if ((ended || cut) && crashed === undefined) return { stdout, cut };
  return { stdout, cut, failure: crashed ?? error?.message ?? signal ?? `it exited with ${status}` };
}

/**
 * Two run at a time, beside the linter. On few cores their threads only get in each other's way: a fifth more processor
 * time.
 */
const hasFewCores = (): boolean => availableParallelism() <= 4;

/**
 * How the memory of TypeScript, a Go program, is collected: nearly all that it allocates it needs to the end, so up to
 * a size that most projects stay below it need not be looked through, which is a third of the time.
 * https://go.dev/doc/gc-guide#Memory_limit
 * @param size of what it reads
 */
function collection(size: number): NodeJS.ProcessEnv {
  return size > 1.25 * partSize ? {} : { GOGC: 'off', GOMEMLIMIT: '500MiB' };
}
