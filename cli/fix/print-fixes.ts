import { printable } from '../../kernel/printable.ts';
import type { Terminal } from '../terminal.ts';
import type { FixOutcome } from './fix-project.ts';
import { countsOf, patchOf } from './patch.ts';

/** Prints what `--fix` did, or with `dryRun` what it would do. */
export function printFixes({ files, rolledBack }: FixOutcome, dryRun: boolean, terminal: Terminal): void {
  for (const { path, codes } of rolledBack)
    terminal.err(
      `${printable(path)}: these fixes ${dryRun ? 'would be' : 'were'} undone, because the file would no longer compile or load: ${codes.join(', ')}`,
    );
  if (dryRun) for (const file of files) terminal.document(patchOf(file));
  terminal.err(files.length === 0 ? 'Nothing to fix' : `${dryRun ? 'Would fix' : 'Fixed'} ${countsOf(files)}`);
}
