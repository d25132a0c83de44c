import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { codeOf } from '../../../kernel/errors.ts';
import type { SandboxFolders } from '../../../kernel/sandbox.ts';
import { compilerPath } from './installed.ts';
import { partSize } from './parts.ts';

/** Bytes of output: if an option is wrong, a project may have thousands of errors. */
const printLimit = 4 * 1024 * 1024;

/**
 * Runs tsc and waits for it.
 * @param config the path of its configuration
 * @param size bytes of scripts that it is expected to read
 */
export async function commandLine(
  config: string,
  { project }: SandboxFolders,
  size: number,
): Promise<{ stdout: string; cut: boolean; failure?: string }> {
  // Nothing else runs in this process, and streams would take a tenth of its time.
  const run = spawnSync(
    compilerPath(),
    ['-p', config, '--pretty', 'false', ...(hasFewCores() ? ['--singleThreaded'] : [])],
    {
      cwd: project,
      env: collection(size),
      encoding: 'utf8',
      maxBuffer: printLimit,
    },
  );
  const { stdout, stderr, status, signal, error } = run;
  const cut = codeOf(error) === 'ENOBUFS';
  // It exits with 1 or 2 if there are errors. It writes all files before it prints.
  const ended = status !== null && status <= 2;
  const crashed = /^(?:panic|fatal error|runtime error): .*/m.exec(stderr)?.[0];
  if ((ended || cut) && crashed === undefined) return { stdout, cut };
  return { stdout, cut, failure: crashed ?? error?.message ?? signal ?? `it exited with ${status}` };
}

/**
 * Two of them run at the same time as the linter. On few cores, more threads take a fifth more processor time.
 */
const hasFewCores = (): boolean => availableParallelism() <= 4;

/**
 * Garbage collection of TypeScript, a Go program. It needs nearly all of its memory until the end: up to a size that most
 * projects do not reach, collection is off, which saves a third of the time.
 * https://go.dev/doc/gc-guide#Memory_limit
 * @param size bytes of scripts
 */
function collection(size: number): NodeJS.ProcessEnv {
  return size > 1.25 * partSize ? {} : { GOGC: 'off', GOMEMLIMIT: '500MiB' };
}
