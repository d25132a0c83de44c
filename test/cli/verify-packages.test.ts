import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedCloud, servedCloud } from './served-cloud.ts';
import { serviceHere, temporaryFolder } from './service-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'service-packages-'));
let cloud: ServedCloud;
beforeAll(async () => {
  // Nobody listens there: each package ends without a verdict.
  cloud = await servedCloud(folder, { npm_config_registry: 'http://127.0.0.1:1/', SERVICE_CONCURRENCY: '2' });
});
afterAll(async () => {
  expect(await cloud.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

async function verify(list: string, args: readonly string[] = ['--type', 'n8n-node']) {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'list.txt'), list);
  const env = { SERVICE_API_KEY: cloud.key, SERVICE_BASE_URL: cloud.url };
  return { cwd, ...(await serviceHere(['verify', '--packages', 'list.txt', ...args], { cwd, env })) };
}

/** Of all tests, so that its runs are made once. */
const list = '# reviewed\nn8n-nodes-a\n\nn8n-nodes-b@1.0.0\r\nn8n-nodes-c\nn8n-nodes-a\n';

it('verifies a list, more than the account may at once, and the same again without new runs', async () => {
  const first = await verify(list);
  expect(first.stderr).toMatch(/^Batch \w{16}: 3 packages\n/);
  expect(first.stdout).toMatch(/^rejected {2}n8n-nodes-a {8}\S{36}\nrejected {2}n8n-nodes-b@1\.0\.0 {2}\S{36}\n/);
  expect(first.stdout).toContain('\n0 passed, 0 failed, 3 without a verdict\n');
  expect(first.exitCode).toBe(1);
  expect((await verify(list)).stdout).toBe(first.stdout);
  const again = await verify('n8n-nodes-a', ['--type', 'n8n-node', '--batch', 'second', '--json']);
  const { batch, packages } = JSON.parse(again.stdout);
  expect([batch, packages.length]).toEqual(['second', 1]);
  expect(first.stdout).not.toContain(packages[0].runId);
});

it('writes one report over all packages', async () => {
  const flags = ['--report', 'json=-', '--report', 'md=all.md', '--report', 'html=out/all.html'];
  const { stdout, stderr, cwd } = await verify(list, ['--type', 'n8n-node', ...flags]);
  const { packages, ...totals } = JSON.parse(stdout);
  expect(totals).toEqual({ batch: expect.any(String), passed: 0, failed: 0, withoutVerdict: 3 });
  expect(packages).toMatchObject([
    { packageRef: 'n8n-nodes-a', status: 'rejected', summary: expect.stringContaining('RUNNER_ERROR: '), checks: [] },
    {
      packageRef: 'n8n-nodes-b@1.0.0',
      link: `${cloud.url}/runs/${packages[1].runId}?token=${packages[1].link.split('=')[1]}`,
    },
    { packageRef: 'n8n-nodes-c', status: 'rejected' },
  ]);
  expect(stderr).toContain('0 passed, 0 failed, 3 without a verdict');
  expect(await readFile(join(cwd, 'all.md'), 'utf8')).toMatch(/^### 0 passed, 0 failed, 3 without a verdict\n\n\|/);
  expect(await readFile(join(cwd, 'out/all.html'), 'utf8')).toContain('<span class="status rejected">rejected</span>');
});

it.each([
  ['a path', 'n8n-nodes-a\n../b\n', undefined, 'list.txt:2: '],
  ['nothing', '# nothing\n', undefined, 'list.txt lists no packages'],
  ['a million lines', 'p\n'.repeat(1_000_000), undefined, 'is larger than 1048576 bytes'],
  ['no type', 'n8n-nodes-a', [], '--type is required'],
  [
    'a report about one run',
    'n8n-nodes-a',
    ['--type', 'n8n-node', '--report', 'sarif=x'],
    '--report sarif is about one run',
  ],
  ['--local', 'n8n-nodes-a', ['--local'], '--packages cannot be used with --local'],
  ['a package besides', 'n8n-nodes-a', ['n8n-nodes-b'], '--packages cannot be used with n8n-nodes-b'],
])('refuses %s', async (_, list, args, says) => {
  const { exitCode, stderr } = await verify(list, args);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(says)]);
});
