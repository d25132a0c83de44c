import { type CAC, type Command, cac } from 'cac';
import type { CommandModule, Declaration } from './command.ts';
import { declarations } from './declarations.ts';
import { wrap } from './render/wrap.ts';

/** The command line: commands declared with cac, and a loader for their modules. */
export interface Program {
  cli: CAC;
  load(command: Command): Promise<CommandModule>;
}

type HelpSections = Parameters<NonNullable<Parameters<CAC['help']>[0]>>[0];

/**
 * Removes misleading parts of cac's help: `--no-logs (default: true)` and a repeated list of commands. Adds what a command does,
 * and wraps lines at a terminal.
 */
function tidy(sections: HelpSections): HelpSections {
  return sections.slice(1).flatMap(({ title, body }) => {
    if (title?.startsWith('For more info'))
      return { body: 'Run `service <command> --help` for the flags of a command.' };
    const tidied = { title, body: wrapped(body.replace(/(?<! ) +(\(default: true\))?$/gm, '')) };
    const about =
      title === 'Usage' ? declarations.find(({ usage }) => body.endsWith(` ${usage} [options]`)) : undefined;
    return about ? [tidied, { body: wrapped(about.summary) }] : tidied;
  });
}

/** Wraps the descriptions in a list of commands or flags to the width of the terminal. */
function wrapped(body: string): string {
  const { isTTY, columns } = process.stdout;
  if (!isTTY) return body;
  const lines = body.split('\n').flatMap((line) => {
    const start = /^ {2}\S(?:.{0,60}?) {2,40}(?=\S)/.exec(line)?.[0] ?? '';
    const [first = '', ...rest] = wrap(line.slice(start.length), { indent: ' '.repeat(start.length), width: columns });
    return [start + first.slice(start.length), ...rest];
  });
  return lines.join('\n');
}

/** @param group only commands whose names start with these words, for their help: `admin account` */
export function createProgram(group?: string): Program {
  const cli = cac(group === undefined ? 'service' : `service ${group}`);
  const loaders = new Map<Command, Declaration['load']>();
  for (const { usage, summary, flags, examples = [], load } of declarations) {
    if (group !== undefined && !usage.startsWith(`${group} `)) continue;
    const command = cli.command(usage, summary).usage(`${usage} [options]`);
    for (const [flag, description, kind] of flags) {
      command.option(flag, description, kind === 'repeatable' ? { type: [] } : {});
    }
    for (const example of examples) command.example(`  $ service ${example}`);
    loaders.set(command, load);
  }
  cli.option('-v, --version', 'Print the version');
  cli.help(tidy);
  return {
    cli,
    load: (command) => {
      const load = loaders.get(command);
      if (!load) throw new Error(`command ${command.name} has no module`);
      return load();
    },
  };
}
