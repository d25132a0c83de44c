import { describe, expect, it } from 'vitest';
import { project, serviceHere } from './service-process.ts';

const node = (name: string) => JSON.stringify({ name, version: '1.0.0', n8n: { nodes: ['dist/A.node.js'] } });
const library = JSON.stringify({ name: 'lib', dependencies: { 'n8n-workflow': '*' } });
const root = (fields: object = {}) => JSON.stringify({ name: 'root', private: true, ...fields });

const packages = {
  'packages/acme/package.json': node('n8n-nodes-acme'),
  'packages/lib/package.json': library,
  'packages/broken/package.json': '{',
  'packages/acme/node_modules/n8n-nodes-other/package.json': node('n8n-nodes-other'),
  'apps/other/package.json': node('n8n-nodes-other'),
  'apps/other/nodes/deep/package.json': node('n8n-nodes-deep'),
};

/** The folders that are told. */
async function told(files: Record<string, string>, args: readonly string[] = []) {
  const cwd = await project(files);
  const ended = await serviceHere(['verify', '--local', '--dry-run', ...args], { cwd });
  const folders = [...ended.stderr.matchAll(/`service verify --local --cwd ([^`]+)`/g)].map(([, folder]) => folder);
  return { ...ended, folders, isRefused: ended.stderr.includes('(WORKSPACE_ROOT)') };
}

describe('the root of a workspace is not verified, its packages are named', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['npm', { 'package.json': root({ workspaces: ['packages/*'] }) }, ['packages/acme']],
    [
      'yarn',
      { 'package.json': root({ workspaces: { packages: ['./packages/*/', 'apps/other'] } }) },
      ['apps/other', 'packages/acme'],
    ],
    [
      'pnpm',
      { 'package.json': root(), 'pnpm-workspace.yaml': "packages:\n  - 'apps/**'\n  - '!apps/other'\n" },
      ['apps/other/nodes/deep'],
    ],
    ['lerna', { 'package.json': root(), 'lerna.json': '{ "packages": ["apps/*"] }' }, ['apps/other']],
    ['lerna with its default', { 'package.json': root(), 'lerna.json': '{ "version": "1.0.0" }' }, ['packages/acme']],
    [
      'a root that depends on n8n packages',
      { 'package.json': root({ workspaces: ['packages/*'], devDependencies: { '@n8n/node-cli': '*' } }) },
      ['packages/acme'],
    ],
    ['a private package that lists none', { 'package.json': root() }, ['apps/other', 'packages/acme']],
  ])('%s', async (_, files, folders) => {
    const ended = await told({ ...packages, ...files });
    expect(ended).toMatchObject({ exitCode: 2, isRefused: true, folders, stdout: '' });
  });

  it('as they are reached from here', async () => {
    const files = Object.fromEntries(Object.entries(packages).map(([path, text]) => [`my repo/${path}`, text]));
    const ended = await told({ ...files, 'my repo/package.json': root({ workspaces: ['packages/*'] }) }, [
      '--cwd',
      'my repo',
    ]);
    expect(ended.folders).toEqual(['"my repo/packages/acme"']);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['a root that is a node itself', { 'package.json': JSON.stringify({ workspaces: ['packages/*'], n8n: {} }) }, []],
    ['a workspace without nodes', { 'package.json': root({ workspaces: ['packages/lib'] }) }, []],
    [
      'a root that is asked for by its type',
      { 'package.json': root({ workspaces: ['packages/*'] }) },
      ['--type', 'n8n-node'],
    ],
    [
      'a root whose files are named',
      {
        'package.json': root({ workspaces: ['packages/*'] }),
        '.service/config.json': '{ "include": ["package.json"] }',
      },
      [],
    ],
    ['packages of others', { 'package.json': root({ workspaces: ['../*', '/'] }) }, []],
    [
      'anything in place of patterns',
      { 'package.json': root({ workspaces: [7, {}, ''] }), 'lerna.json': '[]', 'pnpm-workspace.yaml': 'a: &a [*a]' },
      [],
    ],
  ])('but not %s', async (_, files, args) => {
    expect(await told({ ...packages, ...files }, args)).toMatchObject({ exitCode: 0, isRefused: false });
  });
});
