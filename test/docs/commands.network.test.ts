import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiledForAll, launcher } from '../cli/service-process.ts';
import { repository, type ShellUser, shellUser } from '../cli/shell-user.ts';

/**
 * docs/plugins.md builds one plugin step by step: test/cli/plugin/plugin-docs.test.ts goes with it. The second one is made
 * and used by test/cli/plugin/plugin-new.test.ts.
 */
const inPluginDocs = [
  'service plugin new obsidian',
  'cd obsidian',
  'service plugin test',
  'service plugin new my-rules --extends n8n-node',
  'cd my-rules',
  'service verify --local --plugin . --cwd ../n8n-nodes-acme',
];

/** Pages whose commands are run in their order by one reader, who has a project and, from the start, a cloud. */
const pages = await pagesWithCommands();

/** Commands that are not run here, and why. */
const notHere: Readonly<Record<string, string>> = {
  'npm ci && npm run demo': 'installs from the registry; .ci/run runs both',
  'npm ci && npm test': 'these tests are part of it; .ci/run runs both',
  'npm run bench': 'measures for a long time',
  'npm create @n8n/node@latest n8n-nodes-acme':
    'downloads from the registry; the reader has examples/passing-node instead',
  'cd n8n-nodes-acme': 'is the folder that the command before makes',
  'npm install --save-dev verify-service': 'downloads from the registry; the reader has it already',
  'npx verify-service verify --local --type n8n-node n8n-nodes-datastore@0.1.18':
    'downloads from the registry; test/cli/real-packages.network.test.ts verifies published packages',
  'npx verify-service verify --local --n8n 2.41.3,2.30.8,1.82.3':
    'installs releases of n8n from the registry; test/plugins/n8n-node/checks/compatibility compares releases',
  'npx verify-service verify n8n-nodes-datastore --type n8n-node --local --since 2.30.0':
    'downloads from the registry, as the one before',
  'npx verify-service auth login --base-url https://verify.example.com':
    'asks at a terminal, in a cloud that does not exist; docs/tour.md logs in without one',
  'service admin doctor': 'fails where the registry is behind a certificate of its own; test/cloud/doctor runs it',
  'service admin reverify --n8n latest': 'installs a release of n8n: test/cli/reverify.test.ts',
  'service repositories remove <repository-id>': 'needs the ID of one: test/cli/repositories.test.ts',
  'service webhooks create https://example.com/hook': 'posts to a host of the reader: test/cli/webhooks.test.ts',
  'service webhooks deliveries <webhook-id>': 'needs the one before: test/cli/webhooks.test.ts',
  'service webhooks redeliver <webhook-id> <delivery-id>': 'needs the one before: test/cli/webhooks.test.ts',
  'npx verify-service serve': 'runs before all others: see started()',
  'service serve': 'runs before all others: see started()',
  'export DATABASE_URL=postgres://user:password@host/database':
    'needs a PostgreSQL server: test/cloud/processes.test.ts',
  'service serve --host 0.0.0.0 --workers 0': 'needs a PostgreSQL server: test/cloud/processes.test.ts',
  'service worker --workers 4': 'needs a PostgreSQL server: test/cloud/processes.test.ts',
};

/** Commands whose verdict is the point of them. */
const failing = [
  'service verify --local --cwd examples/failing-node',
  'service verify --local --plugin ./examples/house-rules-plugin --cwd examples/passing-node',
];

async function pagesWithCommands(): Promise<string[]> {
  const { stdout } = await execa('git', ['ls-files', '*.md', ':!test'], { cwd: repository });
  const found: string[] = [];
  for (const page of stdout.split('\n')) {
    if (page !== 'docs/plugins.md' && (await commandsOf(page)).length > 0) found.push(page);
  }
  return found;
}

/** The commands of a page: the lines of its `sh` blocks, without what is said about them. */
async function commandsOf(page: string): Promise<string[]> {
  const text = await readFile(join(repository, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.split('\n').map((line) => line.replace(/\s+# .*/, ''))).filter(Boolean);
}

const folder = await mkdtemp(join(tmpdir(), 'service-docs-test-'));
let reader: ShellUser;
let cloud: Cloud;
let ids: Record<string, string>;

interface Cloud {
  url: string;
  key: string;
  stop(): Promise<unknown>;
}

/** `service serve`, as the pages have it; on another port, because that of the pages may be taken. */
async function started({ folder: cwd, env }: ShellUser): Promise<Cloud> {
  const options = {
    cwd,
    env,
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    buffer: false,
    forceKillAfterDelay: false,
  } as const;
  const server = execa(process.execPath, [launcher, 'serve', '--port', '0'], { ...options, stderr: 'ignore' });
  let said = '';
  while (!said.includes('Listening on ')) said += String((await once(server.stdout, 'data'))[0]);
  const [, key = ''] = /^API key: (\S+)$/m.exec(said) ?? [];
  const [, url = ''] = /^Listening on (\S+)$/m.exec(said) ?? [];
  return {
    url,
    key,
    async stop() {
      server.kill('SIGTERM');
      return (await server).exitCode;
    },
  };
}

beforeAll(async () => {
  reader = await shellUser('passing-node', folder);
  // Theirs alone, and used from the second command on.
  Object.assign(reader.env, { ...compiledForAll, XDG_CACHE_HOME: join(folder, 'cache'), SERVICE_NO_CACHE: '' });
  await cp(join(repository, 'examples/passing-node'), join(reader.folder, 'packages/my-node'), { recursive: true });
  await cp(join(repository, 'examples'), join(reader.folder, 'examples'), { recursive: true });
  // What `npm install` in that example brings.
  const yaml = 'node_modules/yaml';
  await cp(join(repository, yaml), join(reader.folder, 'examples/github-action-plugin', yaml), { recursive: true });
  cloud = await started(reader);
  await writeFile(join(reader.folder, 'key.txt'), cloud.key);
  const account = await reader.run('service admin account list --json');
  const [{ accountId }] = JSON.parse(account.stdout);
  const key = await reader.run(`service admin key create --account ${accountId} --json`);
  ids = {
    '<account-id>': accountId,
    '<key-id>': JSON.parse(key.stdout).keyId,
    '<action>': 'examples/github-action-plugin/fixtures/action-uses-unpinned/good',
  };
}, 120_000);

afterAll(async () => {
  expect(await cloud?.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

/** What the reader types: their own ids, folders and address. */
function typed(command: string): string {
  const filled = command.replace(/<[\w-]+>/g, (placeholder) => ids[placeholder] ?? placeholder);
  return filled.replaceAll('http://127.0.0.1:7070', cloud.url);
}

describe.each(pages)('%s', async (page) => {
  const commands = (await commandsOf(page)).filter((command) => !Object.hasOwn(notHere, command));
  it.runIf(commands.length === 0)('has only commands that are not run here', () => {});
  it.each(commands)('%s', async (command) => {
    // A page that does not log in takes for granted that its reader has.
    const env: Record<string, string> =
      page === 'docs/tour.md' ? {} : { SERVICE_API_KEY: cloud.key, SERVICE_BASE_URL: cloud.url };
    const { exitCode, stdout, stderr } = await reader.run(typed(command), { env });
    const expected = failing.includes(command) ? 1 : 0;
    expect({ exitCode, said: exitCode === expected ? '' : stdout + stderr }).toEqual({ exitCode: expected, said: '' });
  });
});

it('leaves out nothing: of the page on plugins, every command is in its own test', async () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'docs/operating.md', 'docs/tour.md', 'examples/README.md']),
  );
  expect((await commandsOf('docs/plugins.md')).filter((command) => !inPluginDocs.includes(command))).toEqual([]);
});

it('lists no command that no page has', async () => {
  const all = (await Promise.all(pages.map(commandsOf))).flat();
  expect([...Object.keys(notHere), ...failing].filter((command) => !all.includes(command))).toEqual([]);
});
