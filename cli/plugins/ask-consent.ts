import { relative } from 'node:path';
import { printable } from '../../kernel/printable.ts';
import type { Invocation } from '../command.ts';
import { printWarning } from '../error-output.ts';
import type { PluginConsent, PluginQuestion } from './consent.ts';

/** Files that are shown. */
const shown = 10;

/** The consent that a command has: by its flag, or by the user at its terminal. */
export function consentOf({ args, terminal, interruption }: Invocation): PluginConsent {
  const isAsked = process.stdin.isTTY && process.stderr.isTTY && !process.env['CI'];
  return {
    all: args.flag('--allow-plugins'),
    warn: (message) => printWarning(terminal, message),
    ask: isAsked ? (question) => askToRun(question, { terminal, interruption }) : undefined,
  };
}

async function askToRun(
  { folder, named, files, changed }: PluginQuestion,
  { terminal, interruption }: Pick<Invocation, 'terminal' | 'interruption'>,
): Promise<boolean> {
  const say = (line: string) => terminal.err(printable(line));
  say(
    changed ? 'The plugins of this project have changed since you allowed them to run:' : 'This project has plugins:',
  );
  for (const name of named) say(`  ${name}`);
  say('Plugins run as your user, outside the sandbox: they can read, change and send anything that you can.');
  say(`The code is in ${files.length === 1 ? '1 file' : `${files.length} files`}:`);
  for (const path of files.slice(0, shown)) say(`  ${relative(folder, path)}`);
  if (files.length > shown) say(`  and ${files.length - shown} more`);
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
  // Ctrl-C was a key press to the prompt, and no signal.
  interruption.interrupt();
  throw interruption.signal.reason;
}
