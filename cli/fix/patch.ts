import { createTwoFilesPatch } from 'diff';
import { counted } from '../../kernel/counted.ts';
import { printable } from '../../kernel/printable.ts';
import type { FixedFile } from './fixed-files.ts';

/** Returns the change of a file as a unified diff, with control characters escaped. */
export function patchOf({ path, before, after }: FixedFile): string {
  return printable(createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after), { lines: true });
}

/** Returns `3 findings in 2 files`. */
export function countsOf(files: readonly FixedFile[]): string {
  const findings = files.reduce((sum, { fixed }) => sum + fixed, 0);
  return `${counted(findings, 'finding')} in ${counted(files.length, 'file')}`;
}
