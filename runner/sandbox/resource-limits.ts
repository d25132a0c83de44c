import type { SandboxJob } from '../../kernel/sandbox.ts';
import { limitsOf } from './limits.ts';

/**
 * Arguments of prlimit(1) for a profile.
 * @param processes whether to limit the number of processes: not possible where the kernel would also count other processes
 * of our user
 */
export function resourceLimits(profile: SandboxJob['profile'], { processes }: { processes: boolean }): string[] {
  return Object.entries(limitsOf[profile].resources)
    .filter(([name]) => name !== 'nproc' || processes)
    .map(([name, value]) => `--${name}=${value}`);
}
