import { type CAC, type Command, cac } from 'cac';
import type { CommandModule, Declaration } from './command.ts';
import { declarations } from './declarations.ts';

/** The command line: commands declared with cac, and a loader for their modules. */
export interface Program {
  cli: CAC;
  load(command: Command): Promise<CommandModule>;
}

type HelpSections = Parameters<NonNullable<Parameters<CAC['help']>[0]>>[0];

/** Removes misleading parts of cac's help: `--no-logs (default: true)` and a repeated list of commands. */
function tidy(sections: HelpSections): HelpSections {
  return sections.slice(1).map(({ title, body }) => {
    if (title?.startsWith('For more info'))
      return { body: 'Run `service <command> --help` for the flags of a command.' };
    return { title, body: body.replace(/(?<! ) +(\(default: true\))?$/gm, '') };
  });
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
