import type { Arguments } from './arguments.ts';
import type { Interruption } from './interruption.ts';
import type { Terminal } from './terminal.ts';

/** What a command is called with. */
export interface Invocation {
  args: Arguments;
  terminal: Terminal;
  /** Ctrl-C and the like: a command that waits for something ends what it began when it aborts. */
  interruption: Interruption;
}

/** What the module of a command exports. `run` resolves to the exit code. */
export interface CommandModule {
  run(invocation: Invocation): Promise<number>;
}
