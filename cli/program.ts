import { type CAC, type Command, cac } from 'cac';
import type { Arguments } from './arguments.ts';
import type { Interruption } from './interruption.ts';
import type { Terminal } from './terminal.ts';

/** What a command is called with. */
export interface Invocation {
  args: Arguments;
  terminal: Terminal;
  /** Ctrl-C and the like: a command that waits for something ends what it began when it aborts. */
  interruption: Interruption;
}

/** What the module of a command exports. `run` resolves to the exit code. */
export interface CommandModule {
  run(invocation: Invocation): Promise<number>;
}

interface Declaration {
  usage: string;
  summary: string;
  flags: readonly Flag[];
  examples?: readonly string[];
  load(): Promise<CommandModule>;
}

/** A flag as it is written, and what it does; `repeatable` when it may be given more than once. */
type Flag = readonly [usage: string, description: string, kind?: 'repeatable'];

const json: Flag = ['--json', 'Print one JSON document on standard output'];
const cwd: Flag = ['--cwd <dir>', "The project's folder (default: here)"];

const stored: readonly Flag[] = [
  ['--data <dir>', "Folder of the embedded database (default: the user's data folder)"],
  ['--database-url <url>', 'A PostgreSQL server instead (default: DATABASE_URL)'],
];
const verifying: readonly Flag[] = [
  ['--plugin <module>', 'Another plugin, by path or package; repeatable', 'repeatable'],
  ['--isolation <kind>', 'permission: accept weaker isolation where bubblewrap does not work'],
];

const declarations: readonly Declaration[] = [
  {
    usage: 'verify [file]',
    summary: 'Verify the project in this folder, or a published package',
    flags: [
      ['--type <type>', 'Project type (default: detected); required with a package name'],
      ['--ref <ref>', 'Git ref, branch or commit to tag the run with'],
      ['--timeout <seconds>', 'Limit of the whole run (default: 300)'],
      ['--no-logs', "Don't stream the run's log to standard error"],
      ['--json', 'Print the final result as JSON on standard output'],
      ['--local', 'Run the checks on this machine, without an account'],
      cwd,
      ['--api-key <key>', 'API key; wins over SERVICE_API_KEY and over `service auth login`'],
      ['--base-url <url>', 'The cloud to use; wins over SERVICE_BASE_URL'],
      ['--report <format[=path]>', 'Also report as sarif, junit, json or github; repeatable', 'repeatable'],
      ['--dry-run', 'Print which files would be sent, and stop'],
      ['--no-wait', 'Start the run, print its id, and stop'],
      ['--max-warnings <n>', 'Fail when there are more warnings than this'],
    ],
    examples: [
      'verify --local',
      'verify --cwd ../my-nodes --json',
      'verify @scope/n8n-nodes-example@1.2.0 --type n8n-node',
      'verify --report sarif=results.sarif --max-warnings 0',
    ],
    load: () => import('./commands/verify.ts'),
  },
  {
    usage: 'checks',
    summary: 'List the checks and the codes of their findings',
    flags: [['--type <type>', 'Only those of one project type'], json],
    load: () => import('./commands/checks.ts'),
  },
  {
    usage: 'explain <code>',
    summary: 'Explain the code of a finding or of an error',
    flags: [json],
    examples: ['explain manifest-missing', 'explain NO_API_KEY'],
    load: () => import('./commands/explain.ts'),
  },
  {
    usage: 'serve',
    summary: 'Run the cloud on this machine',
    flags: [
      ['--host <host>', 'Address to listen on (default: 127.0.0.1)'],
      ['--port <port>', 'Port to listen on, 0 for a free one (default: 7070)'],
      ...stored,
      ['--workers <n>', 'Runs to verify at a time (default: 1)'],
      ...verifying,
    ],
    examples: [
      'serve',
      'serve --port 0 --data ./data',
      'serve --database-url postgres://localhost/service --workers 0',
    ],
    load: () => import('./commands/serve.ts'),
  },
  {
    usage: 'worker',
    summary: 'Verify runs of the cloud, beside its servers',
    flags: [
      ['--database-url <url>', 'The PostgreSQL server of the cloud (default: DATABASE_URL)'],
      ['--workers <n>', 'Runs to verify at a time (default: 1)'],
      ...verifying,
    ],
    load: () => import('./commands/worker.ts'),
  },
  {
    usage: 'admin account create',
    summary: 'Make an account with an API key',
    flags: [
      ['--name <name>', 'What to call it'],
      ['--credits <n>', 'Credits to begin with (default: 0)'],
      ['--concurrency <n>', 'Runs that it may have at a time'],
      ...stored,
      json,
    ],
    load: async () => (await import('./commands/admin.ts')).createAccount,
  },
  {
    usage: 'admin account list',
    summary: 'List the accounts with their credits',
    flags: [...stored, json],
    load: async () => (await import('./commands/admin.ts')).listAccounts,
  },
  {
    usage: 'admin key create',
    summary: 'Make another API key for an account',
    flags: [['--account <id>', 'The account'], ...stored, json],
    load: async () => (await import('./commands/admin.ts')).createKey,
  },
  {
    usage: 'admin key revoke <key-id>',
    summary: 'End an API key',
    flags: [...stored, json],
    load: async () => (await import('./commands/admin.ts')).revokeKey,
  },
  {
    usage: 'admin key list',
    summary: 'List API keys',
    flags: [['--account <id>', 'Only those of one account'], ...stored, json],
    load: async () => (await import('./commands/admin.ts')).listKeys,
  },
  {
    usage: 'admin credits grant',
    summary: 'Give credits to an account',
    flags: [['--account <id>', 'The account'], ['--credits <n>', 'How many'], ...stored, json],
    load: async () => (await import('./commands/admin.ts')).grantCredits,
  },
];

/** The command line: cac's declarations, and how to load the module of each command when it is called. */
export interface Program {
  cli: CAC;
  load(command: Command): Promise<CommandModule>;
}

type HelpSections = Parameters<NonNullable<Parameters<CAC['help']>[0]>>[0];

/** cac's help without what misleads: `--no-logs (default: true)`, and a list of commands that repeats the one above it. */
function tidy(sections: HelpSections): HelpSections {
  return sections.slice(1).map(({ title, body }) => {
    if (title?.startsWith('For more info'))
      return { body: 'Run `service <command> --help` for the flags of a command.' };
    return { title, body: body.replace(/ +(\(default: true\))?$/gm, '') };
  });
}

export function createProgram(): Program {
  const cli = cac('service');
  const loaders = new Map<Command, Declaration['load']>();
  for (const { usage, summary, flags, examples = [], load } of declarations) {
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
      if (!load) throw new Error(`no module for the command ${command.name}`);
      return load();
    },
  };
}
