import type { CommandModule } from './command.ts';

export interface Declaration {
  usage: string;
  summary: string;
  flags: readonly Flag[];
  examples?: readonly string[];
  load(): Promise<CommandModule>;
}

/** A flag as it is written, and what it does; `repeatable` when it may be given more than once. */
export type Flag = readonly [usage: string, description: string, kind?: 'repeatable'];

const json: Flag = ['--json', 'Print one JSON document on standard output'];
const cwd: Flag = ['--cwd <dir>', "The project's folder (default: here)"];
const access: readonly Flag[] = [
  ['--api-key <key>', 'API key; wins over SERVICE_API_KEY and over `service auth login`'],
  ['--base-url <url>', 'The cloud to use; wins over SERVICE_BASE_URL'],
];

const stored: readonly Flag[] = [
  ['--data <dir>', "Folder of the embedded database (default: the user's data folder)"],
  ['--database-url <url>', 'A PostgreSQL server instead (default: DATABASE_URL)'],
];
const plugin: Flag = ['--plugin <module>', 'Another plugin, by path or package; repeatable', 'repeatable'];
const allowPlugins: Flag = [
  '--allow-plugins',
  "Run the plugins that the project's configuration names, without asking",
];
const verifying: readonly Flag[] = [
  plugin,
  ['--isolation <kind>', 'permission: accept weaker isolation where bubblewrap does not work'],
];

/** Every command of `service`, in the order of its help. */
export const declarations: readonly Declaration[] = [
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
      plugin,
      allowPlugins,
      cwd,
      ...access,
      ['--report <format[=path]>', 'Also report as sarif, junit, json or github; repeatable', 'repeatable'],
      ['--no-cache', 'With --local: run every check, also where nothing has changed'],
      ['--offline', 'With --local: fetch nothing; what could not be checked for that is said'],
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
    usage: 'auth login',
    summary: 'Store an API key, after the cloud has accepted it',
    flags: [
      ['--with-token', 'Read the key from standard input instead of asking for it'],
      ['--base-url <url>', 'The cloud to log in to; wins over SERVICE_BASE_URL'],
    ],
    examples: ['auth login', 'auth login --with-token < key.txt'],
    load: async () => (await import('./commands/auth.ts')).login,
  },
  {
    usage: 'auth status',
    summary: 'Show which key is in use, and the credits behind it',
    flags: [...access, json],
    load: async () => (await import('./commands/auth.ts')).status,
  },
  {
    usage: 'auth logout',
    summary: 'Forget the stored API key',
    flags: [['--base-url <url>', 'The cloud to log out of; wins over SERVICE_BASE_URL']],
    load: async () => (await import('./commands/auth.ts')).logout,
  },
  {
    usage: 'runs list',
    summary: 'List the runs of the account, newest first',
    flags: [['--limit <n>', 'How many (default: 20)'], ...access, json],
    load: async () => (await import('./commands/runs.ts')).list,
  },
  {
    usage: 'runs show <id>',
    summary: 'Show a run, with its result once it has ended',
    flags: [...access, json],
    load: async () => (await import('./commands/runs.ts')).show,
  },
  {
    usage: 'runs watch <id>',
    summary: 'Follow a run to its end, and exit as `verify` does',
    flags: [['--no-logs', "Don't stream the run's log to standard error"], ...access, json],
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
    summary: 'List the checks and the codes of their findings',
    flags: [
      ['--type <type>', 'Only those of one project type'],
      ['--ruleset <name>', 'With "next": what a newer set of rules would change'],
      plugin,
      allowPlugins,
      cwd,
      json,
    ],
    load: () => import('./commands/checks.ts'),
  },
  {
    usage: 'explain <code>',
    summary: 'Explain the code of a finding or of an error',
    flags: [plugin, allowPlugins, cwd, json],
    examples: ['explain manifest-missing', 'explain NO_API_KEY'],
    load: () => import('./commands/explain.ts'),
  },
  {
    usage: 'plugin new <name>',
    summary: 'Make a package with a project type and checks of your own',
    flags: [json],
    examples: ['plugin new my-ecosystem'],
    load: () => import('./commands/plugin-new.ts'),
  },
  {
    usage: 'plugin test [path]',
    summary: 'Hold a plugin against its contract and its fixtures',
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
      ['--trusted-proxy <addresses>', 'Proxies whose X-Forwarded-For is believed, as addresses or ranges'],
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
      ['--metrics-port <port>', 'Answer /metrics, /healthz and /readyz on this port'],
      ['--metrics-host <host>', 'Address to answer them on (default: 127.0.0.1)'],
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
  {
    usage: 'admin backup <file>',
    summary: 'Back the embedded database up into a file, also while `serve` runs',
    flags: [...stored, json],
    examples: ['admin backup backup.tar.gz'],
    load: async () => (await import('./commands/admin.ts')).backup,
  },
  {
    usage: 'admin restore <file>',
    summary: 'Make a data folder, empty or not there yet, of a backup',
    flags: [...stored, json],
    examples: ['admin restore backup.tar.gz --data ./data'],
    load: async () => (await import('./commands/admin.ts')).restore,
  },
  {
    usage: 'admin doctor',
    summary: 'Look at what the cloud stands on: database, isolation, registry, disk, versions, queue',
    flags: [...stored, json],
    examples: ['admin doctor', 'admin doctor --database-url postgres://localhost/service --json'],
    load: async () => (await import('./commands/admin.ts')).doctor,
  },
];
