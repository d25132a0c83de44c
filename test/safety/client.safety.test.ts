import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  events,
  fakeCloud,
  json,
  key,
  logged,
  problem,
  record,
  result,
} from '../cli/client/fake-cloud.ts';
import { flood, half, hangUp, html } from '../cli/client/odd-answers.ts';
import { project, temporaryFolder } from '../cli/service-process.ts';
import { expectPlain, expectPlainJson, venom } from './plain-text.ts';
import { venomousProject } from './rows/venomous.ts';
import { safeCommand } from './safe-command.ts';
import { useWatch } from './watch.ts';

const watch = useWatch();
const safely = safeCommand(watch);
const manifest = '{ "name": "n8n-nodes-x", "version": "1.0.0", "n8n": { "nodes": [] } }';

describe('what is collected', () => {
  test('links that lead out of the project bring nothing with them', async () => {
    const cwd = await project({ 'package.json': manifest, 'nodes/a.ts': '' });
    await symlink(watch.targets.file, join(cwd, 'nodes/file.ts'));
    await symlink('/etc', join(cwd, 'nodes/etc'));
    await symlink('..', join(cwd, 'nodes/loop'));
    await symlink('nowhere', join(cwd, 'nodes/dangling.ts'));
    const { stdout, exitCode } = await safely(['verify', '--dry-run', '--json'], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('passwd');
    expect(stdout).not.toContain('file.ts');
    expect(stdout).toContain('nodes/a.ts');
  });

  test('a link that is named in the configuration is refused', async () => {
    const cwd = await project({
      'package.json': manifest,
      '.service/config.json': '{ "include": ["package.json", "secret.txt", "../"] }',
    });
    await symlink(watch.targets.file, join(cwd, 'secret.txt'));
    const { exitCode } = await safely(['verify', '--local'], { cwd });
    expect(exitCode).toBe(2);
  });

  test('names with spaces, line breaks and leading dashes are names', async () => {
    const names = ['a b.ts', '-rf.ts', '--json', '$(touch x).ts', 'q\'uo"te.ts', '%0A::error::.ts'];
    const files = Object.fromEntries(names.map((name) => [`nodes/${name}`, '']));
    const cwd = await project({ 'package.json': manifest, ...files });
    const { stdout, exitCode } = await safely(['verify', '--dry-run'], { cwd });
    expect(exitCode).toBe(0);
    for (const name of names) expect(stdout).toContain(`nodes/${name}`);
  });

  test('a name with a line break is shown on one line', async () => {
    const cwd = await project({ 'package.json': manifest, 'nodes/a\n::error::b.ts': '' });
    const { stdout } = await safely(['verify', '--dry-run'], { cwd });
    expect(stdout).toContain('nodes/a\\n::error::b.ts');
    const { exitCode } = await safely(['verify', '--local'], { cwd });
    expect(exitCode).toBe(1);
  });
});

const formats = ['json', 'sarif', 'junit', 'github'] as const;

describe('text of a project', () => {
  test('does no harm in text, log and every report', async () => {
    const cwd = await project(textsOf(venomousProject()));
    const folder = await temporaryFolder();
    const reports = formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
    const { exitCode, stdout } = await safely(['verify', '--local', ...reports], { cwd });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('Verification failed: ');
    for (const format of formats) {
      const report = await readFile(join(folder, format), 'utf8');
      watch.look(report);
      if (format === 'json' || format === 'sarif') expectPlainJson(report);
      else expectPlain(report);
      if (format === 'junit') expect(report).not.toMatch(/<(?:script|img)/);
      // Each line is a command of ours, and none begins within another.
      if (format === 'github')
        expect(report.split('\n').filter((line) => !/^(?:|::(?:error|warning|notice) [^\r]*)$/.test(line))).toEqual([]);
    }
  });

  test('does no harm in the document of --json', async () => {
    const cwd = await project(textsOf(venomousProject()));
    const { exitCode, stdout } = await safely(['verify', '--local', '--json'], { cwd });
    expect(exitCode).toBe(1);
    expectPlainJson(stdout);
  });

  test('does no harm where a cloud passes it on', async () => {
    const checks = [{ name: venom, passed: false, message: venom }];
    const cloud = await fakeCloud({
      'GET /runs/run-1': json(record('failed')),
      'GET /runs/run-1/logs': (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(events(logged(1, venom), ['end', { status: 'failed', lastSeq: 1 }]));
      },
      'GET /runs/run-1/result': json({ ...result, checks, status: 'failed', passed: false, summary: venom }),
    });
    const cwd = await project({ 'package.json': manifest });
    const env = { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url };
    expect((await safely(['verify', '--type', 'n8n-node'], { cwd, env })).exitCode).toBe(1);
    const { stdout } = await safely(['verify', '--type', 'n8n-node', '--json'], { cwd, env });
    expectPlainJson(stdout);
  });
});

describe('a credentials file', () => {
  const withFile = async (text: string, mode: number) => {
    const config = await temporaryFolder();
    await mkdir(join(config, 'service'), { mode: 0o700 });
    const file = join(config, 'service/credentials.json');
    await writeFile(file, text);
    await chmod(file, mode);
    const cwd = await project({ 'package.json': manifest });
    return safely(['verify', '--type', 'n8n-node', '--base-url', 'http://127.0.0.1:9'], {
      cwd,
      env: { XDG_CONFIG_HOME: config },
    });
  };

  test.each([
    ['not JSON', `{ "keys": "${key}`],
    ['of another shape', '[1, 2]'],
    ['with a hostile key', JSON.stringify({ keys: { 'http://127.0.0.1:9': `${key}\r\nx: y\x1b[2J` } })],
    ['empty', ''],
  ])('that is %s ends the command with 2, or 1 where it contains a key', async (_, text) => {
    const { exitCode, stderr } = await withFile(text, 0o600);
    expect([1, 2]).toContain(exitCode);
    expect(stderr).not.toContain(key);
  });

  test('that everyone may read is not used in silence', async () => {
    const { stderr, exitCode } = await withFile(JSON.stringify({ keys: { 'http://127.0.0.1:9': key } }), 0o644);
    expect([1, 2]).toContain(exitCode);
    expect(stderr).toMatch(/credentials\.json/);
    expect(stderr).not.toContain(key);
  });
});

const silent: Answer = () => {};
/** Where the run is when Ctrl-C comes: at a request that is not answered, or at a word on standard error. */
const moments: { name: string; routes: Record<string, Answer>; at: string }[] = [
  { name: 'while the run is created', routes: { 'POST /runs': silent }, at: 'POST /runs' },
  {
    name: 'while it is waited for',
    routes: { 'GET /runs/run-1': silent, 'GET /runs/run-1/logs': silent },
    at: 'GET /runs/run-1',
  },
  { name: 'while its result is fetched', routes: { 'GET /runs/run-1/result': silent }, at: 'GET /runs/run-1/result' },
];

describe('Ctrl-C', () => {
  test.each(moments)('$name ends the command with 130', async ({ routes, at }) => {
    const reached = Promise.withResolvers<void>();
    const answer = routes[at] ?? silent;
    const cloud = await fakeCloud({
      ...routes,
      [at]: (...asked) => {
        reached.resolve();
        return answer(...asked);
      },
    });
    const cwd = await project({ 'package.json': manifest });
    const { exitCode } = await safely(['verify', '--type', 'n8n-node'], {
      cwd,
      env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url },
      during: (child) => void reached.promise.then(() => child.kill('SIGINT')),
    });
    expect(exitCode).toBe(130);
  });

  // Its first child is the sandbox on trial; the node below then runs for seconds.
  test.each([0, 400, 1200])('while children run, since %i ms, ends them too', async (since) => {
    const cwd = await project({
      'package.json': manifest.replace('[]', '["dist/nodes/X/X.node.js"]'),
      'nodes/X/X.node.ts': 'export const forever: boolean = true;\nwhile (forever) {}',
      'tsconfig.json': '{ "compilerOptions": { "outDir": "dist" } }',
    });
    const { exitCode, stdout } = await safely(['verify', '--local', '--json'], {
      cwd,
      during: (child) => void hasChildren(child.pid).then(() => setTimeout(() => child.kill('SIGINT'), since)),
    });
    expect(exitCode).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'rejected', passed: false });
  });
});

/** Settles when a process has a child. Source: proc_pid_task(5). */
async function hasChildren(pid = 0): Promise<void> {
  for (let looks = 0; looks < 1000; looks += 1) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    if (children !== '') return;
    await delay(10);
  }
  throw new Error('it started no child');
}

describe('a cloud', () => {
  test.each<[string, Answer]>([
    ['that answers with a page', html],
    ['that answers with half a document', half],
    ['that hangs up', hangUp],
    ['that never stops', flood],
    ['that speaks in escape sequences', problem(422, 'INVALID_PAYLOAD', venom)],
    ['that gives an id which leads elsewhere', json(record('queued', { runId: '../../admin' }), 201)],
  ])('%s ends the command with 1', async (_, answer) => {
    const cloud = await fakeCloud({ 'POST /runs': answer });
    const cwd = await project({ 'package.json': manifest });
    const { exitCode, stderr } = await safely(['verify', '--type', 'n8n-node', '--timeout', '5'], {
      cwd,
      env: { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url },
    });
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain(key);
  });
});

test.each([
  ['is of another run', { runId: 'run-2' }],
  ['passed, and is not a success', { status: 'failed' }],
  ['passed with a check that failed', { checks: [{ name: 'load', passed: false }] }],
  ['has a check twice', { checks: [...result.checks, ...result.checks] }],
  ['passed without a check that ran', { checks: result.checks.map((check) => ({ ...check, message: 'skipped: no' })) }],
  ['has fewer checks than the run', { summary: '1 of 1 checks passed', checks: result.checks.slice(1) }],
  ['counts more passed checks than it lists', { summary: '3 of 3 checks passed' }],
  ['counts checks that did not run, and lists none', { summary: '2 of 2 checks passed, 1 not run' }],
])('a result that %s ends the command with 1', async (_, fields) => {
  const cloud = await fakeCloud({ 'GET /runs/run-1/result': json({ ...result, ...fields }) });
  const cwd = await project({ 'package.json': manifest });
  const env = { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url };
  const { exitCode, stdout, stderr } = await safely(['verify', '--type', 'n8n-node'], { cwd, env });
  expect(stderr).toContain('(CONTRADICTING_RESULT)');
  expect(stdout).not.toContain('Verification passed');
  expect(exitCode).toBe(1);
});

watch.watched();

function textsOf(contents: Readonly<Record<string, string | Uint8Array>>): Record<string, string> {
  return Object.fromEntries(Object.entries(contents).map(([path, content]) => [path, String(content)]));
}
