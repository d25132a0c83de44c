import type { SandboxJob } from '../../kernel/sandbox.ts';
import { limitsOf } from './limits.ts';

/** Node's flags for a profile, with any isolation. */
export function nodeArguments(profile: SandboxJob['profile']): string[] {
  return [
    `--max-old-space-size=${limitsOf[profile].heap}`,
    // Warnings about our flags would appear in the output of the project.
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    // MiB of V8's young generation: most objects are garbage once a file is done.
    ...(profile === 'tool' ? ['--min-semi-space-size=16'] : []),
    // The packages are JavaScript: no native addons, no SQLite, which loads shared libraries in spite of that, no debugger.
    ...(profile !== 'tool' ? ['--no-addons', '--no-experimental-sqlite', '--disable-sigusr1'] : []),
  ];
}
