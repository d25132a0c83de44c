import { errorCatalogue, usageError } from '../../kernel/errors.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import type { CommandModule, Declaration } from '../command.ts';
import { type CompletedValues, completionScript, isShell, shells } from '../completion.ts';
import { reportFormats } from '../report.ts';

/** `service completion <shell>`: prints a script for the shell. */
export const completionOf = (declarations: readonly Declaration[]): CommandModule => ({
  async run({ args, terminal }) {
    const [shell = ''] = args.positionals;
    if (!isShell(shell)) throw usageError(`Unknown shell "${shell}"; use one of: ${shells.join(', ')}`);
    terminal.document(completionScript(shell, declarations, completedValues()));
    return 0;
  },
});

/** The values that this version knows. */
export function completedValues(): CompletedValues {
  const kernel = builtinKernel();
  const types = [...kernel.projectTypes.keys()];
  const checks = types.flatMap((type) => kernel.checks(type).map(({ name }) => name));
  // bash completes the part after an @; `explain` knows codes without their scope.
  const codes = [...kernel.rules().keys()].map((code) => code.replace(/^@.*\//, ''));
  return {
    '--report': reportFormats,
    '--type': types,
    explain: [...new Set([...codes, ...checks, ...Object.keys(errorCatalogue)])],
    completion: shells,
  };
}
