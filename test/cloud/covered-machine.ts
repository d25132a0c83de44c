import { execa } from 'execa';
import { launcher, ownEnvironment, temporaryFolder } from '../cli/service-process.ts';

/** Whether a view of the machine of one's own can be made here. */
export const canCover = process.platform === 'linux' && process.getuid?.() === 0;

/** Runs the command where some files of the machine are covered, so that it finds nothing there. Needs root. */
export async function serviceWithout(paths: readonly string[], args: readonly string[]) {
  const cover = `for path in ${paths.join(' ')}; do [ ! -e $path ] || mount --bind /dev/null $path; done`;
  const env = { ...(await ownEnvironment(await temporaryFolder())), npm_config_registry: 'http://127.0.0.1:1/' };
  const command = [process.execPath, launcher, ...args];
  return execa('unshare', ['-m', 'sh', '-ec', `${cover}\nexec "$@"`, 'sh', ...command], {
    extendEnv: false,
    env,
    reject: false,
    timeout: 600_000,
    killSignal: 'SIGTERM',
  });
}

export const bubblewrapPaths = ['/usr/bin/bwrap', '/usr/local/bin/bwrap'];
