import { usageError } from '../../kernel/errors.ts';
import type { CommandModule, Declaration } from '../command.ts';
import { completionScript, isShell, shells } from '../completion.ts';

/** `service completion <shell>`: prints a script for the shell. */
export const completionOf = (declarations: readonly Declaration[]): CommandModule => ({
  async run({ args, terminal }) {
    const [shell = ''] = args.positionals;
    if (!isShell(shell)) throw usageError(`Unknown shell "${shell}"; use one of: ${shells.join(', ')}`);
    terminal.document(completionScript(shell, declarations));
    return 0;
  },
});
