import type { Arguments } from './arguments.ts';
import type { Interruption } from './interruption.ts';
import type { Terminal } from './terminal.ts';

/** Arguments of a command. */
export interface Invocation {
  args: Arguments;
  terminal: Terminal;
  /** Aborts on Ctrl-C and termination signals; commands then clean up. */
  interruption: Interruption;
}

/** Module of a command. `run` resolves to the exit code. */
export interface CommandModule {
  run(invocation: Invocation): Promise<number>;
}

/** Usage and description of a flag, and whether it is repeatable. */
export type Flag = readonly [usage: string, description: string, kind?: 'repeatable'];

/** A command as the help lists it. */
export interface Declaration {
  usage: string;
  summary: string;
  flags: readonly Flag[];
  examples?: readonly string[];
  load(): Promise<CommandModule>;
}
