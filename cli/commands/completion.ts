import { usageError } from '../../kernel/errors.ts';
import type { Invocation } from '../command.ts';
import { completionScript, isShell, shells } from '../completion.ts';

/** `service completion <shell>`: prints a script for the shell. */
export async function run({ args, terminal }: Invocation): Promise<number> {
  const [shell = ''] = args.positionals;
  if (!isShell(shell)) throw usageError(`Unknown shell "${shell}"; use one of: ${shells.join(', ')}`);
  terminal.document(completionScript(shell));
  return 0;
}
