import { relative } from 'node:path';
import { counted } from '../../kernel/counted.ts';
import { printable } from '../../kernel/printable.ts';
import type { Invocation } from '../command.ts';
import { printWarning } from '../error-output.ts';
import type { PluginConsent, PluginQuestion } from './consent.ts';

/** Files to list. */
const maxFiles = 10;

/** Returns the consent of a command: by flag, or by asking in the terminal. */
export function consentOf({ args, terminal, interruption }: Invocation): PluginConsent {
  const canAsk = process.stdin.isTTY && process.stderr.isTTY && !process.env['CI'];
  return {
    all: args.flag('--allow-plugins'),
    warn: (message) => printWarning(terminal, message),
    ask: canAsk ? (question) => askConsent(question, { terminal, interruption }) : undefined,
  };
}

async function askConsent(
  { folder, named, files, changed }: PluginQuestion,
  { terminal, interruption }: Pick<Invocation, 'terminal' | 'interruption'>,
): Promise<boolean> {
  const print = (line: string) => terminal.err(printable(line));
  print(
    changed ? 'The plugins of this project have changed since you allowed them to run:' : 'This project has plugins:',
  );
  for (const name of named) print(`  ${name}`);
  print('Plugins run as your user, outside the sandbox: they can read, change and send anything that you can.');
  print(`The code is in ${counted(files.length, 'file')}:`);
  for (const path of files.slice(0, maxFiles)) print(`  ${relative(folder, path)}`);
  if (files.length > maxFiles) print(`  and ${files.length - maxFiles} more`);
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({
    message: 'Run them? You are asked again when they change.',
    active: 'Yes',
    inactive: 'No',
    initialValue: false,
    output: process.stderr,
    signal: interruption.signal,
  });
  if (!isCancel(answer)) return answer;
  // The prompt handles Ctrl-C as a key press, so there was no signal.
  interruption.interrupt();
  throw interruption.signal.reason;
}
