import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dir } from 'tmp-promise';
import type { LocalRegistry, ServedVersion } from '../../../../runner/source/local-registry.ts';
import { entry, tarball } from '../../../../runner/source/raw-tarball.ts';

type Files = Readonly<Record<string, string>>;

/** A version of a package with these files. */
export function served(files: Files, dependencies: Record<string, string> = {}): ServedVersion {
  const entries = Object.entries(files).map(([path, content]) => entry({ path: `package/${path}`, content }));
  return { tarball: tarball(...entries), dependencies };
}

/** A package with nodes and credentials. */
export function nodePackage(
  credentials: readonly string[],
  labels: readonly string[],
  more: Files = {},
): ServedVersion {
  return served({
    'dist/known/credentials.json': JSON.stringify(Object.fromEntries(credentials.map((name) => [name, {}]))),
    'dist/types/credentials.json': JSON.stringify(
      credentials.map((name) => ({
        name,
        properties: [
          { name: 'domain', type: 'string' },
          { name: 'apiKey', type: 'string' },
          { name: 'scope', type: 'hidden' },
        ],
      })),
    ),
    'dist/types/nodes.json': JSON.stringify(labels.map((displayName) => ({ displayName }))),
    ...more,
  });
}

const loader = 'dist/nodes-loader/loader.js';
const icons = 'dist/nodes-loader/icons.js';
const rule = (name: string) => `dist/rules/${name}.js`;

/** Serves two versions of n8n and of what belongs to it: 2.1.0 is the newest. */
export function publishN8n(registry: LocalRegistry): void {
  const n8n = (workflow: string, others = workflow) =>
    served(
      { 'dist/modules.js': 'n8n' },
      {
        'n8n-workflow': workflow,
        'n8n-core': others,
        'n8n-nodes-base': others,
        '@n8n/n8n-nodes-langchain': others,
        luxon: '^3.0.0',
      },
    );
  // Its packages other than n8n-workflow are of 2.1.1, which this registry lacks.
  registry.publish('n8n', {
    '1.59.0': n8n('1.58.0'),
    '1.60.0': n8n('1.59.0'),
    '2.0.0': n8n('2.0.0'),
    '2.1.0': n8n('2.1.0', '2.1.1'),
  });
  registry.publish('n8n-workflow', { '1.58.0': {}, '1.59.0': {}, '2.0.0': {}, '2.1.0': {} });
  registry.publish('n8n-core', {
    '1.58.0': {},
    '1.59.0': {},
    '2.0.0': served({ [loader]: 'old', [icons]: 'same' }),
    '2.1.0': served({ [loader]: 'new', [icons]: 'same' }),
  });
  registry.publish('n8n-nodes-base', {
    '1.59.0': nodePackage(['oldApi'], ['Old']),
    '2.0.0': nodePackage(['oldApi', 'slackApi'], ['Slack', 'Slack Trigger', 'Old']),
    '2.1.0': nodePackage(['newApi', 'slackApi'], ['Slack', 'Slack Trigger', 'New Trigger (Beta)']),
  });
  registry.publish('@n8n/n8n-nodes-langchain', {
    '1.59.0': nodePackage(['aiApi'], ['AI']),
    '2.0.0': nodePackage(['aiApi'], ['AI']),
    '2.1.0': nodePackage(['aiApi'], ['AI']),
  });
  publishGate(registry);
}

function publishGate(registry: LocalRegistry): void {
  registry.publish('@n8n/eslint-plugin-community-nodes', {
    '0.1.0': served({ [rule('old')]: '', [rule('kept')]: '1', [rule('same')]: '', 'dist/utils/files.js': '1' }),
    '0.2.0': served({ [rule('new')]: '', [rule('kept')]: '2', [rule('same')]: '', 'dist/utils/files.js': '2' }),
    '0.3.0': served({}),
  });
  registry.publish('eslint-plugin-n8n-nodes-base', { '1.16.7': {}, '1.16.8': {}, '2.0.0': {} });
  registry.publish('eslint', { '9.1.0': {}, '9.2.0': {} });
  registry.publish('@typescript-eslint/parser', { '8.1.0': {}, '8.2.0': {} });
  registry.publish('@n8n/scan-community-package', {
    '0.2.0': served(
      {},
      {
        eslint: '9.1.0',
        '@n8n/eslint-plugin-community-nodes': '0.2.0',
        'eslint-plugin-n8n-nodes-base': '^1.16.7',
        '@typescript-eslint/parser': '^8.0.0',
      },
    ),
  });
}

const ours: Files = {
  'package.json': `${JSON.stringify(
    {
      name: 'sample',
      scripts: { test: 'true' },
      dependencies: { tapable: '^2.0.0' },
      devDependencies: {
        '@n8n/eslint-plugin-community-nodes': '0.1.0',
        '@n8n/scan-community-package': '0.1.0',
        '@typescript-eslint/parser': '8.1.0',
        '@typescript-eslint/scope-manager': '8.1.0',
        '@typescript-eslint/types': '8.1.0',
        '@typescript-eslint/visitor-keys': '8.1.0',
        alpha: '^1.0.0',
        eslint: '9.1.0',
        'eslint-plugin-n8n-nodes-base': '1.16.7',
        'n8n-workflow': '2.0.0',
        typescript: '6.0.0',
        zulu: '^1.0.0',
      },
    },
    null,
    2,
  )}\n`,
  'plugins/n8n-node/n8n/kits/releases.json': JSON.stringify({ current: '2.0.0', previous: '1.59.0' }),
  'plugins/n8n-node/n8n/kits/2.0.0/release.json': JSON.stringify({
    n8n: '2.0.0',
    workflow: '2.0.0',
    modules: { 'n8n-core': '2.0.0' },
    credentials: ['aiApi', 'oldApi', 'slackApi'],
    nodes: ['AI', 'Old', 'Slack'],
  }),
  'plugins/n8n-node/n8n/kits/1.59.0/release.json': JSON.stringify({ n8n: '1.59.0', workflow: '1.58.0', modules: {} }),
  'plugins/n8n-node/loader/load.ts': `/** Source: n8n-core 2.0, ${loader} and ${icons} */\n`,
  'plugins/n8n-node/loader/icon.ts': `/**\n * Icons.\n * Source: n8n-core 2.0, ${icons} (\`resolve\`)\n */\n`,
  'plugins/n8n-node/n8n-lint/catalogue/rules.ts': "const code = '@n8n/community-nodes/kept';\n",
  'plugins/n8n-node/n8n-lint/catalogue/next-ruleset.ts':
    "export const next = { source: '@n8n/eslint-plugin-community-nodes 0.3.0', changes: [1] };\n",
};

/** Lends a repository that is at n8n 2.0.0, and a folder for npm's cache. */
export async function withRepository(use: (root: string, cache: string) => Promise<void>): Promise<void> {
  const { path, cleanup } = await dir({ unsafeCleanup: true });
  try {
    const root = join(path, 'repository');
    for (const [file, text] of Object.entries(ours)) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
    await use(root, join(path, 'cache'));
  } finally {
    await cleanup();
  }
}

/** The text of every file of a folder, by path. */
export async function contentsOf(root: string): Promise<Record<string, string>> {
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const contents = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(root.length + 1).replaceAll('\\', '/'), await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}
