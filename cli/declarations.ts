import type { CommandModule } from './command.ts';

export interface Declaration {
  usage: string;
  summary: string;
  flags: readonly Flag[];
  examples?: readonly string[];
  load(): Promise<CommandModule>;
}

/** Usage and description of a flag, and whether it is repeatable. */
type Flag = readonly [usage: string, description: string, kind?: 'repeatable'];

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
const newKey: readonly Flag[] = [
  ['--label <text>', 'What the key is for'],
  ['--scopes <list>', 'What it may do: read, verify or admin; each includes those before it (default: verify)'],
  ['--days <n>', 'Days until it expires (default: never)'],
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
    summary: 'Verify the project in this folder, or a published package given by name',
    flags: [
      ['--type <type>', 'Project type (default: auto-detected); required with a package name'],
      ['--ref <ref>', 'Git ref, branch or commit SHA to tag the run with'],
      ['--timeout <seconds>', 'Time limit of the run (default: 300)'],
      ['--no-logs', 'Do not stream the log to standard error'],
      ['--json', 'Print the final result as JSON to standard output; --report json=- prints all findings'],
      ['--local', 'Run the checks on this machine, without an account'],
      plugin,
      allowPlugins,
      cwd,
      ...access,
      [
        '--report <format[=path]>',
        'Write a report as sarif, junit, json, md, html or github; repeatable; with --packages: json, md or html',
        'repeatable',
      ],
      ['--packages <file>', 'Verify the published packages that a file lists, one a line, in the cloud'],
      ['--batch <name>', 'With --packages: a new name verifies all again; else 24 hours reuse the runs of a list'],
      ['--operations', 'Print the operations of the nodes: their requests, and what came out'],
      ['--record-responses', 'Write the answers that the operations were given to .service/responses.json'],
      ['--n8n <versions>', 'With --local: n8n versions to verify against; the first decides the result'],
      ['--ruleset <name>', '"next" verifies with the next ruleset: n8n\'s newest rules'],
      ['--since <version>', 'With --local: compare the current n8n with this version, and report what broke'],
      [
        '--against-published',
        'Compare the project with its newest published version: findings, and files that are shipped',
      ],
      ['--no-cache', 'With --local: ignore cached results'],
      ['--offline', 'With --local: do not use the network; what needs it is reported as not checked'],
      ['--fix [=dry-run]', 'With --local: fix what has one right answer, or print the changes'],
      ['--force', 'With --fix: change files that are not committed; with --record-responses: replace the file'],
      ['--watch', 'With --local: verify again when files change'],
      ['--dry-run', 'List the files to upload, and exit'],
      ['--no-wait', 'Create the run, print its ID, and exit'],
      ['--baseline', 'With --local: write the findings to .service/baseline.json; later runs ignore them'],
      ['--baseline-file <path>', 'Ignore the findings in this file too; with --baseline, write it instead'],
      ['--max-warnings <n>', 'Fail if there are more than n warnings'],
      ['--exit-not-judged', 'Exit with 3 instead of 1 if there is no verdict, for example without credits'],
    ],
    examples: [
      'verify --local',
      'verify --cwd ../my-nodes --json',
      'verify @scope/n8n-nodes-example@1.2.0 --type n8n-node',
      'verify n8n-nodes-example --type n8n-node --local --since 2.30.0',
      'verify --packages list.txt --type n8n-node',
      'verify --report sarif=results.sarif --max-warnings 0',
    ],
    load: () => import('./commands/verify.ts'),
  },
  {
    usage: 'init',
    summary: 'Set up the project in this folder: configuration, package script and CI workflow',
    flags: [['--type <type>', 'Project type (default: auto-detected)'], cwd, json],
    load: () => import('./commands/init.ts'),
  },
  {
    usage: 'auth login',
    summary: 'Log in with a browser or an API key, and store the key',
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
    flags: [
      ['--limit <n>', 'Maximum number of runs (default: 20)'],
      ['--package <name>', 'Only list runs of this package'],
      ...access,
      json,
    ],
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
    usage: 'keys list',
    summary: 'List the API keys of your account',
    flags: [...access, json],
    load: async () => (await import('./commands/keys.ts')).list,
  },
  {
    usage: 'keys create',
    summary: 'Create an API key for your account',
    flags: [...newKey, ...access, json],
    examples: ['keys create --label CI --days 90', 'keys create --label dashboard --scopes read'],
    load: async () => (await import('./commands/keys.ts')).create,
  },
  {
    usage: 'keys revoke <key-id>',
    summary: 'Revoke an API key of your account',
    flags: [...access, json],
    load: async () => (await import('./commands/keys.ts')).revoke,
  },
  {
    usage: 'repositories list',
    summary: 'List the repositories whose GitHub Actions get keys of your account',
    flags: [...access, json],
    load: async () => (await import('./commands/repositories.ts')).list,
  },
  {
    usage: 'repositories trust <repository>',
    summary: 'Trust a GitHub repository, so that its CI needs no API key',
    flags: [
      ['--branch <name>', 'Trust only this branch (default: all branches, tags and pull requests)'],
      ['--environment <name>', 'Trust only jobs of this environment'],
      ...access,
      json,
    ],
    examples: ['repositories trust acme/n8n-nodes-acme', 'repositories trust acme/n8n-nodes-acme --branch main'],
    load: async () => (await import('./commands/repositories.ts')).trust,
  },
  {
    usage: 'repositories remove <repository-id>',
    summary: 'Trust a repository no longer, and revoke the keys that it got',
    flags: [...access, json],
    load: async () => (await import('./commands/repositories.ts')).remove,
  },
  {
    usage: 'webhooks list',
    summary: 'List the webhooks of your account',
    flags: [...access, json],
    load: async () => (await import('./commands/webhooks.ts')).list,
  },
  {
    usage: 'webhooks create <url>',
    summary: 'Create a webhook, to which each ended run is posted, and print its secret',
    flags: [...access, json],
    load: async () => (await import('./commands/webhooks.ts')).create,
  },
  {
    usage: 'webhooks remove <webhook-id>',
    summary: 'Remove a webhook with its deliveries',
    flags: [...access, json],
    load: async () => (await import('./commands/webhooks.ts')).remove,
  },
  {
    usage: 'webhooks deliveries <webhook-id>',
    summary: 'List the deliveries to a webhook, newest first',
    flags: [['--limit <n>', 'Maximum number of deliveries (default: 20)'], ...access, json],
    load: async () => (await import('./commands/webhooks.ts')).deliveries,
  },
  {
    usage: 'webhooks redeliver <webhook-id> <delivery-id>',
    summary: 'Deliver a message again',
    flags: [...access, json],
    load: async () => (await import('./commands/webhooks.ts')).redeliver,
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
    usage: 'mcp',
    summary: 'Serve verify, explain, operations and fix to AI agents, over MCP on standard input and output',
    flags: [],
    load: () => import('./commands/mcp.ts'),
  },
  {
    usage: 'lsp',
    summary: 'Show findings in editors, over the Language Server Protocol on standard input and output',
    flags: [['--stdio', 'Ignored, since there is no other way; editors pass it']],
    load: () => import('./commands/lsp.ts'),
  },
  {
    usage: 'completion <shell>',
    summary: 'Print a script that completes commands and flags in bash, zsh or fish',
    flags: [],
    examples: ['completion bash > ~/.local/share/bash-completion/completions/service'],
    load: () => import('./commands/completion.ts'),
  },
  {
    usage: 'plugin new <name>',
    summary: 'Create a plugin package with a project type and checks, or with a check for an existing type',
    flags: [['--extends <type>', 'Add a check to this project type, such as n8n-node, instead of a new type'], json],
    examples: ['plugin new my-ecosystem', 'plugin new my-rules --extends n8n-node'],
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
    usage: 'n8n install [version]',
    summary: 'Install n8n for the checks, ahead of the first run; repairs what was changed',
    flags: [],
    examples: ['n8n install', 'n8n install 2.40.0'],
    load: async () => (await import('./commands/n8n.ts')).install,
  },
  {
    usage: 'n8n list',
    summary: 'List the installed releases of n8n',
    flags: [json],
    load: async () => (await import('./commands/n8n.ts')).list,
  },
  {
    usage: 'n8n remove <version>',
    summary: 'Remove an installed release of n8n',
    flags: [],
    load: async () => (await import('./commands/n8n.ts')).remove,
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
    flags: [['--account <id>', 'ID of the account'], ...newKey, ...database, json],
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
    usage: 'admin reverify',
    summary: 'Verify the published packages that passed again with another n8n, and report what changed',
    flags: [['--n8n <version>', 'Release of n8n: a version, a range or latest'], ...database, json],
    examples: ['admin reverify --n8n latest', 'admin reverify --n8n 2.42.0 --json'],
    load: () => import('./commands/reverify.ts'),
  },
  {
    usage: 'admin doctor',
    summary: 'Diagnose the cloud: database, isolation, registry, disk, versions, queue',
    flags: [...database, json],
    examples: ['admin doctor', 'admin doctor --database-url postgres://localhost/service --json'],
    load: async () => (await import('./commands/admin.ts')).doctor,
  },
];
