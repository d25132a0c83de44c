import type { SandboxJob } from '../../kernel/sandbox.ts';
import { limitsOf } from './limits.ts';

/** Node's flags for every child of a profile, whatever the isolation. */
export function nodeArguments(profile: SandboxJob['profile']): string[] {
  return [
    `--max-old-space-size=${limitsOf[profile].heap}`,
    // Node's remarks on flags of ours would stand in the output that is shown of a project.
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    // The packages under verification are JavaScript; a compiled module is no business of theirs.
    ...(profile === 'untrusted' ? ['--no-addons'] : []),
  ];
}
