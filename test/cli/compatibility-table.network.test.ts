import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { kitsOf } from '../../judge/n8n-releases.ts';
import { installKit } from '../../runner/kits/install-kit.ts';
import { networkEnvironment as network } from './network-environment.ts';
import { service } from './service-process.ts';

const releases = ['2.41.3', '2.30.8', '1.123.81', '1.82.3', '1.49.0'];
const page = fileURLToPath(new URL('../../docs/findings-on-real-packages.md', import.meta.url));

// Kits in a folder of their own: nothing stays in that of the user.
const folder = await mkdtemp(join(tmpdir(), 'service-releases-'));
const env = { ...network, SERVICE_KITS_DIR: folder, SERVICE_OFFLINE: '' };
beforeAll(async () => {
  vi.stubEnv('SERVICE_KITS_DIR', folder);
  for (const kit of await kitsOf(releases, { offline: false, log: () => {} })) await installKit(kit);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** The table of a package as its log shows it, without times. */
async function tableOf(reference: string): Promise<string> {
  const args = ['verify', reference, '--type', 'n8n-node', '--local', '--n8n', releases.join(',')];
  const { stderr } = await service(args, { env });
  const lines = stderr.split('\n').map((line) => line.replace(/^\[[\d:]+\] /, ''));
  const start = lines.findIndex((line) => /^n8n +[\d.]+ +\d/.test(line));
  const end = lines.findIndex((line) => line.startsWith('compatibility '));
  // Other checks may end at the same time.
  const table = lines.slice(start, end + 1).filter((line) => /^\S+ {2}|^compatibility /.test(line));
  return [reference, ...table].join('\n').replace(/ after [\d.]+ s/, '');
}

it.each(['n8n-nodes-datastore@0.1.18', 'n8n-nodes-mcp@0.1.37', '@mendable/n8n-nodes-firecrawl@2.1.2'])(
  'five releases of n8n load %s as the documentation shows',
  async (reference) => {
    expect(await readFile(page, 'utf8')).toContain(`\n${await tableOf(reference)}\n`);
  },
);

it('the oldest release that can run operations does', async () => {
  const args = ['verify', 'n8n-nodes-datastore@0.1.18', '--type', 'n8n-node', '--local', '--n8n', '1.82.3'];
  const { stdout } = await service(args, { env });
  expect(stdout).toContain('4 of 4 operations exercised');
});
