import type { SandboxJob } from '../../kernel/sandbox.ts';
import { limitsOf } from './limits.ts';

/** Node's flags for every child of a profile, whatever the isolation. */
export function nodeArguments(profile: SandboxJob['profile']): string[] {
  return [
    `--max-old-space-size=${limitsOf[profile].heap}`,
    // Node's remarks on flags of ours would stand in the output that is shown of a project.
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    // MiB of V8's nursery from the start: what is made of one file is of no use for the next, and most of it dies there.
    ...(profile === 'tool' ? ['--min-semi-space-size=16'] : []),
    // The packages under verification are JavaScript; a compiled module is no business of theirs, nor is SQLite, which loads
    // shared libraries all the same, nor a debugger.
    ...(profile === 'untrusted' ? ['--no-addons', '--no-experimental-sqlite', '--disable-sigusr1'] : []),
  ];
}
