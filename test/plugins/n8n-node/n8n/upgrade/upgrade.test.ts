import { describe, expect, it } from 'vitest';
import { Registry, UpgradeError } from '../../../../../plugins/n8n-node/n8n/upgrade/registry.ts';
import { report } from '../../../../../plugins/n8n-node/n8n/upgrade/report.ts';
import { upgrade } from '../../../../../plugins/n8n-node/n8n/upgrade/upgrade.ts';
import { useLocalRegistry } from '../../../../runner/source/local-registry.ts';
import { contentsOf, nodePackage, publishN8n, withRepository } from './sample-n8n.ts';

const registry = useLocalRegistry();

interface Run {
  /** What is printed. */
  lines: string[];
  before: Record<string, string>;
  after: Record<string, string>;
}

/** Upgrades a repository that is at n8n 2.0.0. */
async function upgraded(...versions: readonly string[]): Promise<Run> {
  let run: Run = { lines: [], before: {}, after: {} };
  await withRepository(async (root, cache) => {
    for (const wanted of versions) {
      const before = await contentsOf(root);
      const lines = await report(root, await upgrade({ root, wanted, registry: new Registry(registry.url, cache) }));
      run = { lines, before, after: await contentsOf(root) };
    }
  });
  return run;
}

describe('upgrading to a version of n8n', () => {
  it('writes exact versions to package.json and changes nothing else', async () => {
    publishN8n(registry);
    const { before, after } = await upgraded('latest');
    const lines = (text = '') => text.split('\n').map((line) => line.trim());
    const [old, current] = [lines(before['package.json']), lines(after['package.json'])];
    expect(current.filter((line) => !old.includes(line))).toEqual([
      '"@n8n/eslint-plugin-community-nodes": "0.2.0",',
      '"@n8n/scan-community-package": "0.2.0",',
      '"@typescript-eslint/parser": "8.2.0",',
      '"@typescript-eslint/scope-manager": "8.2.0",',
      '"@typescript-eslint/types": "8.2.0",',
      '"@typescript-eslint/visitor-keys": "8.2.0",',
      '"eslint-plugin-n8n-nodes-base": "1.16.8",',
      '"n8n-workflow": "2.1.0",',
    ]);
    expect(current).toHaveLength(old.length);
    expect(after['package.json']).toBe(`${JSON.stringify(JSON.parse(after['package.json'] ?? ''), null, 2)}\n`);
  });

  it('writes the modules that n8n provides, and the names of its nodes and credentials', async () => {
    publishN8n(registry);
    const { after } = await upgraded('2.1.0');
    const data = (name: string) => JSON.parse(after[`plugins/n8n-node/n8n/${name}.json`] ?? '');
    expect(data('kits/2.1.0/release')).toMatchObject({
      n8n: '2.1.0',
      workflow: '2.1.0',
      modules: { luxon: '^3.0.0', 'n8n-core': '2.1.1' },
      credentials: ['aiApi', 'newApi', 'slackApi'],
      credentialFields: { aiApi: 'apiKey domain', newApi: 'apiKey domain', slackApi: 'apiKey domain' },
      nodes: ['AI', 'New', 'Slack'],
    });
    expect(data('kits/1.60.0/release')).toMatchObject({
      n8n: '1.60.0',
      workflow: '1.59.0',
      credentials: ['aiApi', 'oldApi'],
      nodes: ['AI', 'Old'],
    });
  });

  it('creates the kits of the release and of the last one of the previous major version', async () => {
    publishN8n(registry);
    const { after } = await upgraded('latest');
    const kit = (path: string) => JSON.parse(after[`plugins/n8n-node/n8n/kits/${path}`] ?? '');
    expect(kit('releases.json')).toEqual({ current: '2.1.0', previous: '1.60.0', next: '2.1.0-next' });
    expect(kit('2.1.0/package.json').dependencies).toEqual({
      '@n8n/eslint-plugin-community-nodes': '0.2.0',
      '@typescript-eslint/parser': '8.2.0',
      '@typescript-eslint/scope-manager': '8.2.0',
      '@typescript-eslint/types': '8.2.0',
      '@typescript-eslint/visitor-keys': '8.2.0',
      eslint: '9.1.0',
      'eslint-plugin-n8n-nodes-base': '1.16.8',
      'n8n-core': '2.1.0',
      'n8n-workflow': '2.1.0',
      typescript: '6.0.0',
    });
    expect(kit('2.1.0-next/package.json')).toMatchObject({
      name: 'n8n-2.1.0-next',
      dependencies: { ...kit('2.1.0/package.json').dependencies, '@n8n/eslint-plugin-community-nodes': '0.3.0' },
    });
    expect(kit('1.60.0/package.json').dependencies).toEqual({ 'n8n-core': '1.59.0', 'n8n-workflow': '1.59.0' });
  });

  it('prints each change, and the remaining steps', async () => {
    publishN8n(registry);
    const { lines } = await upgraded('latest');
    expect(lines.slice(0, lines.indexOf('Run in this order:'))).toEqual([
      'n8n 2.0.0 → 2.1.0',
      'n8n of the previous major version 1.59.0 → 1.60.0',
      'n8n-workflow 2.0.0 → 2.1.0',
      '@n8n/eslint-plugin-community-nodes 0.1.0 → 0.2.0',
      'eslint-plugin-n8n-nodes-base 1.16.7 → 1.16.8',
      'eslint 9.1.0 unchanged',
      '@typescript-eslint/parser 8.1.0 → 8.2.0',
      '@typescript-eslint/scope-manager 8.1.0 → 8.2.0',
      '@typescript-eslint/types 8.1.0 → 8.2.0',
      '@typescript-eslint/visitor-keys 8.1.0 → 8.2.0',
      '@n8n/scan-community-package 0.1.0 → 0.2.0',
      'credentials added newApi; removed oldApi',
      'nodes added New; removed Old',
      'Source: n8n-core 2.0 → 2.1 in comments whose files are the same: 1',
      '',
      'Files of n8n that differ. Compare each, correct the files of ours below it, and put the new version into their comment:',
      '  npm diff --diff=n8n-core@2.0.0 --diff=n8n-core@2.1.0 dist/nodes-loader/loader.js',
      '    plugins/n8n-node/loader/load.ts',
      '',
      'Rules of @n8n/eslint-plugin-community-nodes, to bring into plugins/n8n-node/n8n-lint/catalogue:',
      '  added @n8n/community-nodes/new',
      '  removed @n8n/community-nodes/old',
      '  changed @n8n/community-nodes/kept: rules.ts',
      '  changed for several rules: dist/utils/files.js',
      '  npm diff --diff=@n8n/eslint-plugin-community-nodes@0.1.0 --diff=@n8n/eslint-plugin-community-nodes@0.2.0 dist/',
      '',
      'Rules of eslint-plugin-n8n-nodes-base, to bring into plugins/n8n-node/n8n-lint/catalogue:',
      '  no rule differs',
      '  npm diff --diff=eslint-plugin-n8n-nodes-base@1.16.7 --diff=eslint-plugin-n8n-nodes-base@1.16.8 dist/',
      '',
      'Rulesets:',
      '  Give `ruleset` in plugins/n8n-node/n8n-lint/catalogue/ruleset.ts a new name.',
      '',
      expect.stringMatching(/^Kits to lock/),
      expect.stringContaining('--prefix plugins/n8n-node/n8n/kits/2.1.0 '),
      expect.stringContaining('--prefix plugins/n8n-node/n8n/kits/1.60.0 '),
      expect.stringContaining('--prefix plugins/n8n-node/n8n/kits/2.1.0-next '),
      '',
    ]);
  });

  it('updates the version in comments whose files are equal, and in no others', async () => {
    publishN8n(registry);
    const { after } = await upgraded('latest');
    expect(after['plugins/n8n-node/loader/icon.ts']).toContain('Source: n8n-core 2.1, dist/nodes-loader/icons.js');
    expect(after['plugins/n8n-node/loader/load.ts']).toContain('Source: n8n-core 2.0, dist/nodes-loader/loader.js');
  });

  it('changes nothing the second time, and still lists what nobody has compared', async () => {
    publishN8n(registry);
    const { lines, before, after } = await upgraded('latest', 'latest');
    expect(after).toEqual(before);
    expect(lines.filter((line) => line.includes('→'))).toEqual([]);
    expect(lines).toContain('    plugins/n8n-node/loader/load.ts');
  });

  it('prints that everything is current when nothing is left', async () => {
    publishN8n(registry);
    await withRepository(async (root, cache) => {
      const run = async () =>
        report(root, await upgrade({ root, wanted: '2.0.0', registry: new Registry(registry.url, cache) }));
      await run();
      expect((await run()).at(-1)).toBe('Everything is current.');
    });
  });

  it('is reversible', async () => {
    publishN8n(registry);
    const { after: once } = await upgraded('2.0.0');
    const { after } = await upgraded('2.0.0', 'latest', '2.0.0');
    expect(after).toEqual(once);
  });
});

describe('an upgrade that is not possible changes nothing and says what to do', () => {
  const cases: [string, string, () => void, RegExp][] = [
    ['a version that does not exist', '2.9.9', () => {}, /has no n8n@2\.9\.9\. Run `npm view n8n versions`/],
    ['a version that is too old', '1.59.0', () => {}, /^n8n 1\.59\.0 is not supported\. Use 2\.0\.0 or later\.$/],
    ['something else than a version', 'file:.', () => {}, /^"file:\." is not a version of n8n\. Use a version such as/],
    [
      'an n8n-workflow that the registry lacks',
      'latest',
      () => registry.publish('n8n-workflow', { '1.59.0': {} }),
      /has no n8n-workflow@2\.1\.0\. Run `npm view n8n-workflow versions`/,
    ],
    [
      'a package without the lists of names',
      'latest',
      () => registry.publish('n8n-nodes-base', { '2.1.0': {} }),
      /^n8n-nodes-base 2\.1\.0 has no names in dist\/known\/credentials\.json\.$/,
    ],
    [
      'a package with empty lists of names',
      'latest',
      () => registry.publish('n8n-nodes-base', { '2.1.0': nodePackage(['newApi'], []) }),
      /^n8n-nodes-base 2\.1\.0 has no names in dist\/types\/nodes\.json\./,
    ],
    [
      'a registry that is closed',
      'latest',
      () => registry.answer('/n8n', (request) => request.socket.destroy()),
      /did not send n8n@latest: .*Check the network and `npm config get registry`, then run the command again\.$/s,
    ],
  ];

  it.each(cases)('%s', async (_, wanted, break_, message) => {
    publishN8n(registry);
    break_();
    await withRepository(async (root, cache) => {
      const before = await contentsOf(root);
      const error = await upgrade({ root, wanted, registry: new Registry(registry.url, cache) }).catch(
        (thrown) => thrown,
      );
      expect(error).toBeInstanceOf(UpgradeError);
      expect(error.message).toMatch(message);
      expect(await contentsOf(root)).toEqual(before);
    });
  });
});
