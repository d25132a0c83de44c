import type { SandboxJob } from '../../kernel/sandbox.ts';
import { limitsOf } from './limits.ts';

/**
 * Arguments of prlimit(1) for a child.
 * @param processes whether the number of processes can be limited: not where the kernel would count those of our user
 * that have nothing to do with the child
 */
export function resourceLimits(profile: SandboxJob['profile'], { processes }: { processes: boolean }): string[] {
  return Object.entries(limitsOf[profile].resources)
    .filter(([name]) => name !== 'nproc' || processes)
    .map(([name, value]) => `--${name}=${value}`);
}
