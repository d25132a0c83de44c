import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { reasonOf } from '../../kernel/errors.ts';
import type { Finding } from '../../kernel/finding.ts';

/** Editors that open in their own window and take `file:line:column` after a flag. */
const windowed: Readonly<Record<string, readonly string[]>> = {
  code: ['--goto'],
  codium: ['--goto'],
  cursor: ['--goto'],
  subl: [],
  zed: [],
};

/** Returns the command that opens a finding: the editor of the environment, at its line. */
export function editorCommand(
  finding: Finding,
  folder: string,
  { VISUAL, EDITOR }: NodeJS.ProcessEnv,
): { program: string; args: string[] } | undefined {
  const [program, ...flags] = (VISUAL || EDITOR || '').split(' ').filter((word) => word !== '');
  if (program === undefined || finding.file === undefined) return undefined;
  const { line = 1, column = 1 } = finding;
  const path = join(folder, finding.file);
  const place = windowed[basename(program)];
  return { program, args: [...flags, ...(place ? [...place, `${path}:${line}:${column}`] : [`+${line}`, path])] };
}

/**
 * Opens a finding in the editor and waits until it is closed, or until its window has opened.
 * @returns why it cannot be opened; undefined if it was
 */
export async function openEditor(finding: Finding, folder: string): Promise<string | undefined> {
  const command = editorCommand(finding, folder, process.env);
  if (!command) return 'Set EDITOR to open findings';
  const child = spawn(command.program, command.args, { stdio: 'inherit' });
  try {
    await once(child, 'exit');
    return undefined;
  } catch (error) {
    return `Cannot start ${command.program}: ${reasonOf(error)}`;
  }
}
