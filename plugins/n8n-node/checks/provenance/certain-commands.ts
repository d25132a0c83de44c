import { commandsOf } from './publishing.ts';
import { preparing } from './unbuilt.ts';
import type { Step } from './workflow.ts';

interface CertainCommand {
  command: string;
  /** Of its step. */
  line: number;
}

/**
 * The commands that steps run in the folder of the package whatever happens, in order. They end at a step of which nobody knows
 * whether, where or with which files it runs: actions of the repository, and those that are not known, may write anything.
 */
export function* certainCommands(steps: readonly Step[]): Generator<CertainCommand> {
  let depth = 0;
  for (const { run, condition, folder, uses, line } of steps) {
    if (folder !== '' || condition !== '' || (uses !== '' && !preparing.test(uses))) return;
    const lines = run.split('\n').filter((text) => !(asksFirst.test(text) && text.includes('&&')));
    for (const command of commandsOf(lines.join('\n'))) {
      if (/^(?:if|case|for|while|until)\b/.test(command)) depth += 1;
      if (/^(?:fi|esac|done)\b/.test(command)) depth -= 1;
      if (depth === 0 && !command.includes('||')) yield { command, line };
    }
  }
}

/** What begins a line whose commands depend on it: `[ -n "$TOKEN" ] && npm config set …`. */
const asksFirst = /^[ \t]*(?:\[|test |! )/;
