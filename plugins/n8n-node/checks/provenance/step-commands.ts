import { commandsOf } from './publishing.ts';
import { preparing } from './unbuilt.ts';
import type { Step } from './workflow.ts';

interface StepCommand {
  command: string;
  /** Of its step. */
  line: number;
  /** Whether it runs whatever happens, and its step fails with it. */
  isCertain: boolean;
}

/**
 * The commands that steps run in the folder of the package, in order. They end at a step of which nobody knows whether, where or
 * with which files it runs: actions of the repository, and those that are not known, may write anything.
 */
export function* commandsIn(steps: readonly Step[]): Generator<StepCommand> {
  let depth = 0;
  for (const { run, condition, folder, uses, line } of steps) {
    if (folder !== '' || condition !== '' || (uses !== '' && !preparing.test(uses))) return;
    for (const text of run.replace(continued, ' ').split('\n')) {
      const isConditional = text.includes('||') || (asksFirst.test(text) && text.includes('&&'));
      for (const words of commandsOf(text.replaceAll('||', ';'))) {
        if (opens.test(words)) depth += 1;
        if (closes.test(words)) depth -= 1;
        const command = words.replace(/^(?:then|do|else) /, '');
        yield { command, line, isCertain: depth === 0 && !isConditional };
      }
    }
  }
}

const opens = /^(?:if|case|for|while|until)\b/;
const closes = /^(?:fi|esac|done)\b/;

/** Between the parts of a line that is written on several. */
const continued = /\\\r?\n|(?<=&&|\|\|)[ \t]*\r?\n/g;

/** What begins a line whose commands depend on it: `[ -n "$TOKEN" ] && npm config set …`. */
const asksFirst = /^[ \t]*(?:\[|test |! )/;
