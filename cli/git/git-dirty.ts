import { execa } from 'execa';
import { systemProgram } from '../../runner/sandbox/system-programs.ts';

/** Milliseconds. */
const timeout = 5_000;

/**
 * Settings that start programs, or that fetch missing objects, which also starts programs. Those of filters have names that
 * the repository chooses.
 */
const safeSettings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'];
const filterPrograms = '^filter\\..*\\.(clean|smudge|process)$';

/**
 * Whether files of a folder differ from the commit that is checked out, new files that are not ignored included. Undefined if
 * it is unknown: Git is not installed in a folder of the system, takes too long, does not trust the owner of the folder, or would start a program that
 * the repository configures.
 * @param folder absolute
 */
export async function isGitDirty(folder: string): Promise<boolean | undefined> {
  const filters = await git(folder, ['config', '--name-only', '--get-regexp', filterPrograms]);
  // 1: no such setting.
  if (filters?.exitCode !== 1) return undefined;
  const paths = ['--untracked-files=normal', '--ignore-submodules=all', '--', '.'];
  const status = await git(folder, ['status', '--porcelain', ...paths]);
  return status?.exitCode === 0 ? status.stdout !== '' : undefined;
}

/** Runs git with nothing of the user's environment and configuration, and without locks. */
async function git(folder: string, args: readonly string[]) {
  const program = systemProgram('git');
  if (program === undefined) return undefined;
  const settings = safeSettings.flatMap((setting) => ['-c', setting]);
  const result = await execa(program, ['--no-pager', '--no-optional-locks', ...settings, ...args], {
    cwd: folder,
    extendEnv: false,
    env: {
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
    },
    stdin: 'ignore',
    timeout,
    reject: false,
  });
  return result.exitCode === undefined ? undefined : { exitCode: result.exitCode, stdout: result.stdout };
}
