import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckReport } from '../../kernel/result.ts';
import { currentN8n } from '../../plugins/n8n-node/n8n/shipped-kits.ts';
import { type ServedCloud, servedCloud } from './served-cloud.ts';
import { project, type Start, service, serviceHere, temporaryFolder } from './service-process.ts';

const example = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
/** Text without the run's id, which no two runs share, and what a run costs. */
const comparable = (text: string) =>
  text.replace(/(local-)?[0-9a-f]{8,}[0-9a-f-]*/g, 'ID').replace(/Credits used: \d+/, 'Credits used: N');

/** It fails at once, and for little: it is a manifest. */
const failingProject = () => project({ 'package.json': '{ "name": "n8n-nodes-x", "n8n": { "nodes": [] } }' });

/** examples/passing-node with the settings that docs/behaviour.md shows. */
async function documentedProject(): Promise<string> {
  const cwd = await temporaryFolder();
  await cp(example('passing-node'), cwd, { recursive: true });
  const page = await readFile(new URL('../../docs/behaviour.md', import.meta.url), 'utf8');
  const [config = '', responses = ''] = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, block]) => block ?? '');
  await writeFile(join(cwd, '.service/config.json'), config);
  await writeFile(join(cwd, '.service/responses.json'), responses);
  return cwd;
}

/** SPEC 4.2, to the byte, with the operations that were run. */
const passed = new RegExp(
  [
    '^Starting verification of n8n-nodes-harborline\\.\\.\\.',
    'Run ID: ID',
    'Files: \\d+',
    'Project type: n8n-node \\(auto-detected\\)',
    '',
    '7 of 8 operations exercised; left out: needs a shipment that is on its way',
    '',
    'behaviour not checked: left out: needs a shipment that is on its way \\(shipment › update\\)',
    '',
    'Verification passed: (\\d+) of \\1 checks passed',
    'Credits used: N\n$',
  ].join('\n'),
);

const githubAction = example('github-action-plugin');

const folder = await mkdtemp(join(tmpdir(), 'service-end-to-end-'));
let cloud: ServedCloud;
beforeAll(async () => {
  // Nobody listens at the registry: each package ends without a verdict.
  const env = { npm_config_registry: 'http://127.0.0.1:1/', SERVICE_CONCURRENCY: '2' };
  cloud = await servedCloud(folder, env, ['--plugin', githubAction]);
});
afterAll(async () => {
  expect(await cloud.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

const access = () => ({ SERVICE_API_KEY: cloud.key, SERVICE_BASE_URL: cloud.url });
const remote = (args: readonly string[], start: Start = {}) => service(args, { ...start, env: access() });
/** The same without a process. */
const asked = (args: readonly string[], start: Pick<Start, 'cwd'> = {}) =>
  serviceHere(args, { ...start, env: access() });

async function credits(): Promise<{ balance: number; held: number }> {
  const { stdout } = await asked(['auth', 'status', '--json']);
  return JSON.parse(stdout).credits;
}

/** Verifies a project here or there. */
async function verify(cwd: string, run: typeof remote, ...flags: string[]) {
  const path = join(await temporaryFolder(), 'report.json');
  const ended = await run(['verify', '--report', `json=${path}`, ...flags], { cwd });
  const report = JSON.parse(await readFile(path, 'utf8'), (key, value) => (key === 'duration' ? 0 : value));
  const checks: CheckReport[] = report.checks;
  return { ...ended, report: { ...report, runId: '', creditsUsed: 0 }, checks };
}

describe('the real client against the real cloud', () => {
  it('prints for a project that passes what --local prints, for one credit', async () => {
    const cwd = await documentedProject();
    const before = await credits();
    const here = await verify(cwd, service, '--local');
    const there = await verify(cwd, remote);
    const [, , link = ''] = there.stdout.split('\n');
    expect(link).toMatch(new RegExp(`^Web: ${cloud.url}/runs/[0-9a-f-]{36}\\?token=\\w{32}$`));
    expect((await fetch(link.slice('Web: '.length))).status).toBe(200);
    expect(comparable(there.stdout.replace(`${link}\n`, ''))).toBe(comparable(here.stdout));
    expect(there.report).toEqual(here.report);
    expect([here.exitCode, there.exitCode]).toEqual([0, 0]);
    expect(await credits()).toEqual({ balance: before.balance - 1, held: 0 });
    expect(there.stderr).toMatch(/^(\[\d\d:\d\d:\d\d\] .+\n)+$/);
    expect(there.left).toEqual([]);
    expect(here.left).toEqual([]);
    expect(comparable(here.stdout)).toMatch(passed);
    // What the documentation says of its settings.
    const operations = here.checks.flatMap((check) => check.operations ?? []);
    const named = (name: string, resource = 'shipment') =>
      operations.find((one) => one.resource === resource && one.operation === name);
    expect(named('update')).toMatchObject({ outcome: 'left out', reason: 'needs a shipment that is on its way' });
    expect(named('get')?.requests.map(({ url }) => url)).toEqual(
      [1, 2, 3].map((item) => `https://api.harborline.example/v2/shipments/SHP-${item}`),
    );
    // Two entries where they are made up.
    expect(named('getAll', 'trackingEvent')).toMatchObject({ outcome: 'exercised', output: '3 items, paired' });
    expect(here.stderr).not.toContain('no operation');
  });

  it('prints the findings of a project that fails; the run can be watched, shown, read and listed later', async () => {
    const started = await asked(['verify', '--no-wait', '--json', '--ref', 'v007'], { cwd: await failingProject() });
    const { runId } = JSON.parse(started.stdout);
    const watched = await asked(['runs', 'watch', runId]);
    expect(watched.stdout).toMatch(/^Run ID: .+\n\n✗ [\s\S]+\n\nVerification failed: .+\nCredits used: 1\n$/);
    expect(watched.exitCode).toBe(1);
    const shown = await asked(['runs', 'show', runId]);
    expect(shown.stdout).toMatch(/^Ref: v007\n(Commit: .+\n)?Status: failed\n/m);
    expect((await asked(['runs', 'show', runId.slice(0, 12)])).stdout).toBe(shown.stdout);
    // The log is the same, read once it is over.
    expect((await asked(['runs', 'logs', runId])).stdout).toBe(watched.stderr);
    expect((await asked(['runs', 'list'])).stdout).toMatch(new RegExp(`^${runId}  failed  `));
    expect((await asked(['runs', 'cancel', runId])).stdout).toBe(`Run ${runId} finished: failed\n`);
  });

  it('reverifies the packages of the data folder that it serves', async () => {
    const { exitCode, stdout } = await asked([
      'admin',
      'reverify',
      '--n8n',
      currentN8n,
      '--data',
      join(folder, 'data'),
    ]);
    expect(stdout).toBe(`Verified 0 packages with n8n ${currentN8n}: 0 changed, 0 as before\n`);
    expect(exitCode).toBe(0);
  });

  it('refuses a reserved type without a run and without credits, and a key that it does not know', async () => {
    const cwd = example('passing-node');
    const before = await credits();
    const { exitCode, stdout } = await asked(['verify', '--type', 'n8n-workflow', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'NOT_IMPLEMENTED' } });
    expect(exitCode).toBe(1);
    expect(await credits()).toEqual(before);
    const unknown = await asked(['verify', '--api-key', `${cloud.key}x`], { cwd });
    expect(unknown.stderr).toContain('(UNAUTHORIZED)');
    expect(unknown.exitCode).toBe(2);
  });

  it('verifies a project of a type that a plugin brings, which the cloud has', async () => {
    const cwd = await project({
      'package.json': '{ "name": "greet", "keywords": ["github-action"] }\n',
      'action.yml': 'name: Greet\nruns:\n  using: composite\n  steps:\n    - shell: bash\n      run: echo hello\n',
    });
    const { exitCode, stdout } = await remote(['verify', '--no-logs', '--plugin', githubAction], { cwd });
    expect(stdout).toContain('Project type: github-action (auto-detected)');
    expect(stdout).toContain('error  action-');
    expect(stdout).toContain('Verification failed: ');
    expect(exitCode).toBe(1);
    // Without the plugin the command does not know the type, and says so before anything is sent.
    const unknown = await asked(['verify', '--type', 'github-action'], { cwd });
    expect(unknown.stderr).toContain('(INVALID_TYPE)');
    expect(unknown.exitCode).toBe(2);
  });
});

describe('verify --packages', () => {
  async function verifyList(list: string, args: readonly string[] = ['--type', 'n8n-node']) {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'list.txt'), list);
    return { cwd, ...(await asked(['verify', '--packages', 'list.txt', ...args], { cwd })) };
  }

  /** Of all tests, so that its runs are made once. */
  const list = '# reviewed\nn8n-nodes-a\n\nn8n-nodes-b@1.0.0\r\nn8n-nodes-c\nn8n-nodes-a\n';

  it('verifies a list, more than the account may at once, and the same again without new runs', async () => {
    const first = await verifyList(list);
    expect(first.stderr).toMatch(/^Batch \w{16}: 3 packages\n/);
    expect(first.stdout).toMatch(/^rejected {2}n8n-nodes-a {8}\S{36}\nrejected {2}n8n-nodes-b@1\.0\.0 {2}\S{36}\n/);
    expect(first.stdout).toContain('\n0 passed, 0 failed, 3 without a verdict\n');
    expect(first.exitCode).toBe(1);
    expect((await verifyList(list)).stdout).toBe(first.stdout);
    const again = await verifyList('n8n-nodes-a', ['--type', 'n8n-node', '--batch', 'second', '--json']);
    const { batch, packages } = JSON.parse(again.stdout);
    expect([batch, packages.length]).toEqual(['second', 1]);
    expect(first.stdout).not.toContain(packages[0].runId);
  });

  it('writes one report over all packages', async () => {
    const flags = ['--report', 'json=-', '--report', 'md=all.md', '--report', 'html=out/all.html'];
    const { stdout, stderr, cwd } = await verifyList(list, ['--type', 'n8n-node', ...flags]);
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
    expect(await readFile(join(cwd, 'out/all.html'), 'utf8')).toContain(
      '<span class="status rejected">rejected</span>',
    );
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
    const { exitCode, stderr } = await verifyList(list, args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});
