import type { CommandModule } from './command.ts';

export interface Declaration {
  usage: string;
  summary: string;
  flags: readonly Flag[];
  examples?: readonly string[];
  load(): Promise<CommandModule>;
}

/** Usage and description of a flag, and whether it is repeatable. */
export type Flag = readonly [usage: string, description: string, kind?: 'repeatable'];

const json: Flag = ['--json', 'Print JSON to standard output'];
const cwd: Flag = ['--cwd <dir>', 'Project folder (default: current folder)'];
const access: readonly Flag[] = [
  ['--api-key <key>', 'API key; overrides SERVICE_API_KEY and the stored key'],
  ['--base-url <url>', 'URL of the cloud; overrides SERVICE_BASE_URL'],
];

const database: readonly Flag[] = [
  ['--data <dir>', 'Data folder of the embedded database (default: in your home folder)'],
  ['--database-url <url>', 'PostgreSQL URL, instead of the embedded database (default: DATABASE_URL)'],
];
const plugin: Flag = ['--plugin <module>', 'Load a plugin, by path or package name; repeatable', 'repeatable'];
const allowPlugins: Flag = ['--allow-plugins', 'Run the plugins of the project configuration without asking'];
const workerFlags: readonly Flag[] = [
  plugin,
  ['--isolation <kind>', '"permission" accepts weaker isolation where bubblewrap does not work'],
];

/** All commands, in the order of the help. */
export const declarations: readonly Declaration[] = [
  {
    usage: 'verify [file]',
    summary: 'Verify the project in this folder, or a published package',
    flags: [
      ['--type <type>', 'Project type (default: auto-detected); required with a package name'],
      ['--ref <ref>', 'Git ref, branch or commit SHA to tag the run with'],
      ['--timeout <seconds>', 'Time limit of the run (default: 300)'],
      ['--no-logs', 'Do not stream the log to standard error'],
      ['--json', 'Print the final result as JSON to standard output'],
      ['--local', 'Run the checks on this machine, without an account'],
      plugin,
      allowPlugins,
      cwd,
      ...access,
      ['--report <format[=path]>', 'Write a report as sarif, junit, json or github; repeatable', 'repeatable'],
      ['--no-cache', 'With --local: ignore cached results'],
      ['--offline', 'With --local: do not use the network; what needs it is reported as not checked'],
      ['--dry-run', 'List the files to upload, and exit'],
      ['--no-wait', 'Create the run, print its ID, and exit'],
      ['--max-warnings <n>', 'Fail if there are more than n warnings'],
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
    usage: 'auth login',
    summary: 'Validate an API key and store it',
    flags: [
      ['--with-token', 'Read the API key from standard input'],
      ['--base-url <url>', 'URL of the cloud to log in to; overrides SERVICE_BASE_URL'],
    ],
    examples: ['auth login', 'auth login --with-token < key.txt'],
    load: async () => (await import('./commands/auth.ts')).login,
  },
  {
    usage: 'auth status',
    summary: 'Show the API key in use and its credits',
    flags: [...access, json],
    load: async () => (await import('./commands/auth.ts')).status,
  },
  {
    usage: 'auth logout',
    summary: 'Remove the stored API key',
    flags: [['--base-url <url>', 'URL of the cloud to log out of; overrides SERVICE_BASE_URL']],
    load: async () => (await import('./commands/auth.ts')).logout,
  },
  {
    usage: 'runs list',
    summary: 'List the runs of your account, newest first',
    flags: [['--limit <n>', 'Maximum number of runs (default: 20)'], ...access, json],
    load: async () => (await import('./commands/runs.ts')).list,
  },
  {
    usage: 'runs show <id>',
    summary: 'Show a run and, when it is finished, its result',
    flags: [...access, json],
    load: async () => (await import('./commands/runs.ts')).show,
  },
  {
    usage: 'runs watch <id>',
    summary: 'Wait for a run to finish, and exit like `verify`',
    flags: [['--no-logs', 'Do not stream the log to standard error'], ...access, json],
    load: async () => (await import('./commands/runs-watch.ts')).watch,
  },
  {
    usage: 'runs logs <id>',
    summary: 'Print the log of a run so far',
    flags: [...access, json],
    load: async () => (await import('./commands/runs.ts')).logs,
  },
  {
    usage: 'runs cancel <id>',
    summary: 'Cancel a run',
    flags: [...access, json],
    load: async () => (await import('./commands/runs.ts')).cancel,
  },
  {
    usage: 'checks',
    summary: 'List the checks and the codes they report',
    flags: [
      ['--type <type>', 'Only list checks of this project type'],
      ['--ruleset <name>', '"next" lists what the next ruleset changes'],
      plugin,
      allowPlugins,
      cwd,
      json,
    ],
    load: () => import('./commands/checks.ts'),
  },
  {
    usage: 'explain <code>',
    summary: 'Explain a finding, an error or a check',
    flags: [plugin, allowPlugins, cwd, json],
    examples: ['explain manifest-missing', 'explain NO_API_KEY', 'explain manifest'],
    load: () => import('./commands/explain.ts'),
  },
  {
    usage: 'plugin new <name>',
    summary: 'Create a plugin package with a project type and checks',
    flags: [json],
    examples: ['plugin new my-ecosystem'],
    load: () => import('./commands/plugin-new.ts'),
  },
  {
    usage: 'plugin test [path]',
    summary: 'Test the contract and the fixtures of a plugin',
    flags: [plugin, json],
    examples: ['plugin test', 'plugin test ../my-ecosystem --json'],
    load: () => import('./commands/plugin-test.ts'),
  },
  {
    usage: 'serve',
    summary: 'Run the cloud on this machine',
    flags: [
      ['--host <host>', 'Address to listen on (default: 127.0.0.1)'],
      ['--port <port>', 'Port to listen on, 0 for a free one (default: 7070)'],
      ['--trusted-proxy <addresses>', 'Proxies whose X-Forwarded-For is trusted, as addresses or ranges'],
      ...database,
      ['--workers <n>', 'Number of runs to verify at the same time (default: 1)'],
      ...workerFlags,
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
    summary: 'Verify runs of the cloud in a separate process',
    flags: [
      ['--database-url <url>', 'PostgreSQL URL of the cloud (default: DATABASE_URL)'],
      ['--workers <n>', 'Number of runs to verify at the same time (default: 1)'],
      ['--metrics-port <port>', 'Serve /metrics, /healthz and /readyz on this port'],
      ['--metrics-host <host>', 'Address to serve them on (default: 127.0.0.1)'],
      ...workerFlags,
    ],
    load: () => import('./commands/worker.ts'),
  },
  {
    usage: 'admin account create',
    summary: 'Create an account with an API key',
    flags: [
      ['--name <name>', 'Name of the account'],
      ['--credits <n>', 'Initial credits (default: 0)'],
      ['--concurrency <n>', 'Maximum number of concurrent runs'],
      ...database,
      json,
    ],
    load: async () => (await import('./commands/admin.ts')).createAccount,
  },
  {
    usage: 'admin account list',
    summary: 'List accounts and their credits',
    flags: [...database, json],
    load: async () => (await import('./commands/admin.ts')).listAccounts,
  },
  {
    usage: 'admin key create',
    summary: 'Create another API key for an account',
    flags: [['--account <id>', 'ID of the account'], ...database, json],
    load: async () => (await import('./commands/admin.ts')).createKey,
  },
  {
    usage: 'admin key revoke <key-id>',
    summary: 'Revoke an API key',
    flags: [...database, json],
    load: async () => (await import('./commands/admin.ts')).revokeKey,
  },
  {
    usage: 'admin key list',
    summary: 'List API keys',
    flags: [['--account <id>', 'Only list keys of this account'], ...database, json],
    load: async () => (await import('./commands/admin.ts')).listKeys,
  },
  {
    usage: 'admin credits grant',
    summary: 'Grant credits to an account',
    flags: [['--account <id>', 'ID of the account'], ['--credits <n>', 'Number of credits'], ...database, json],
    load: async () => (await import('./commands/admin.ts')).grantCredits,
  },
  {
    usage: 'admin backup <file>',
    summary: 'Back up the embedded database to a file; works while `serve` runs',
    flags: [...database, json],
    examples: ['admin backup backup.tar.gz'],
    load: async () => (await import('./commands/admin.ts')).backup,
  },
  {
    usage: 'admin restore <file>',
    summary: 'Restore a backup into a new or empty data folder',
    flags: [...database, json],
    examples: ['admin restore backup.tar.gz --data ./data'],
    load: async () => (await import('./commands/admin.ts')).restore,
  },
  {
    usage: 'admin doctor',
    summary: 'Diagnose the cloud: database, isolation, registry, disk, versions, queue',
    flags: [...database, json],
    examples: ['admin doctor', 'admin doctor --database-url postgres://localhost/service --json'],
    load: async () => (await import('./commands/admin.ts')).doctor,
  },
];
