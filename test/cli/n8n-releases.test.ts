import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentN8n, previousN8n } from '../../plugins/n8n-node/n8n/shipped-kits.ts';
import { nodePackage, served } from '../plugins/n8n-node/n8n/upgrade/sample-n8n.ts';
import { useLocalRegistry } from '../runner/source/local-registry.ts';
import { javascriptProject, serviceHere, temporaryFolder } from './service-process.ts';

const registry = useLocalRegistry();
const verify = async (args: readonly string[], env = {}) =>
  serviceHere(['verify', '--local', '--cwd', await javascriptProject(), ...args], { env });

/** Serves an n8n of a few lines that comes with no version of ours. */
function publishOther(): void {
  registry.publish('ms', { '2.1.3': {} });
  registry.publish('n8n-workflow', { '2.30.2': served({ 'index.js': '' }) });
  registry.publish('n8n-core', { '2.30.1': served({ 'index.js': '' }, { 'n8n-workflow': '2.30.2' }) });
  for (const name of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'])
    registry.publish(name, { '2.30.3': nodePackage(['oldApi'], ['Old']) });
  registry.publish('n8n', {
    '0.9.0': {},
    '2.30.8': served(
      {},
      {
        'n8n-workflow': '2.30.2',
        'n8n-core': '2.30.1',
        'n8n-nodes-base': '2.30.3',
        '@n8n/n8n-nodes-langchain': '2.30.3',
        luxon: '3.0.0',
      },
    ),
  });
}

describe('releases of n8n', () => {
  it('are compared in a table, the oldest first', async () => {
    const { exitCode, stderr } = await verify(['--since', previousN8n]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(new RegExp(`n8n +${previousN8n} +${currentN8n}\n`));
  });

  it('that do not come with this version are locked and installed from the registry, once', async () => {
    publishOther();
    const kits = join(await temporaryFolder(), 'kits');
    await mkdir(kits);
    const env = { SERVICE_KITS_DIR: kits, SERVICE_OFFLINE: '', npm_config_registry: registry.url };
    const { exitCode, stdout, stderr } = await serviceHere(['n8n', 'install', '2.30'], { env });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`n8n 2.30.8 does not come with this version of service`),
    });
    expect(stdout).toMatch(/^n8n-2\.30\.8 {2}/);
    const release = JSON.parse(await readFile(join(kits, 'locks/n8n-2.30.8/release.json'), 'utf8'));
    expect(release).toEqual({
      n8n: '2.30.8',
      workflow: '2.30.2',
      modules: expect.objectContaining({ luxon: '3.0.0' }),
      credentials: ['oldApi'],
      credentialFields: { oldApi: 'apiKey domain' },
      nodes: ['Old'],
    });
    const [folder = ''] = (await readdir(kits)).filter((name) => /^n8n-2\.30\.8-\w+$/.test(name));
    expect(await readdir(join(kits, folder, 'node_modules'))).toEqual(
      expect.arrayContaining(['n8n-core', 'n8n-workflow']),
    );
    registry.requests.length = 0;
    expect(await serviceHere(['n8n', 'install', '2.30.8'], { env })).toMatchObject({ exitCode: 0 });
    expect(registry.requests).toEqual([]);
    expect(await serviceHere(['n8n', 'remove', '2.30.8'], { env })).toMatchObject({ exitCode: 0 });
    expect((await readdir(kits, { recursive: true })).sort()).toEqual(['locks', expect.stringMatching(/\.lock$/)]);
  });

  it.each([
    ['9.9.9', 'has no n8n@9.9.9'],
    ['0.9.0', 'n8n 0.9.0 is too old. Use '],
    ['a b', 'is not a version of n8n'],
  ])('%s: ends with 2 and what to do', async (wanted, reason) => {
    publishOther();
    const { exitCode, stderr } = await verify(['--n8n', wanted], {
      SERVICE_OFFLINE: '',
      npm_config_registry: registry.url,
    });
    expect(stderr).toContain(reason);
    expect(stderr).toContain('(UNKNOWN_RELEASE)');
    expect(exitCode).toBe(2);
  });

  it('that are not installed are not fetched offline', async () => {
    const { exitCode, stderr } = await verify(['--n8n', '2.99.0', '--offline']);
    expect(stderr).toContain('it is not installed, and this run is offline');
    expect(exitCode).toBe(2);
  });

  it('are for local runs, and named in one way', async () => {
    const cloud = await serviceHere(['verify', '--n8n', currentN8n, '--cwd', await temporaryFolder()]);
    const both = await verify(['--n8n', currentN8n, '--since', previousN8n]);
    expect(cloud.stderr).toContain('--n8n and --since require --local');
    expect(both.stderr).toContain('--n8n cannot be used with --since');
  });
});
