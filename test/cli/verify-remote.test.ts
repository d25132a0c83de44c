import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  events,
  type FakeCloud,
  fakeCloud,
  json,
  key,
  logged,
  problem,
  record,
  result,
  runId,
} from './client/fake-cloud.ts';
import { committed } from './git/committed.ts';
import { project, type Start, service, serviceHere } from './service-process.ts';

const manifest = '{ "name": "n8n-nodes-x", "n8n": {} }\n';

async function verify(cloud: FakeCloud, args: readonly string[] = [], start: Start = {}, run = serviceHere) {
  const cwd = start.cwd ?? (await project({ 'package.json': manifest, 'src/a.ts': 'export {}\n' }));
  const env = { SERVICE_API_KEY: key, SERVICE_BASE_URL: cloud.url, ...start.env };
  return run(['verify', ...args], { cwd, env });
}

describe('verify in the cloud', () => {
  it('prints the lines of the specification, and streams the log to standard error', async () => {
    const cloud = await fakeCloud();
    const { exitCode, stdout, stderr, left } = await verify(cloud, [], {}, service);
    expect(stdout).toBe(
      [
        'Starting verification of n8n-nodes-x...',
        'Run ID: run-1',
        `Web: ${cloud.url}/runs/run-1?token=t`,
        'Files: 2',
        'Project type: n8n-node (auto-detected)',
        'Verification passed: 2 of 2 checks passed',
        'Credits used: 1',
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('[10:00:00] hello\n');
    expect(exitCode).toBe(0);
    expect(left).toEqual([]);
  });

  it('sends what the contract says, and nothing else about this machine', async () => {
    const cloud = await fakeCloud();
    const bytes = '\ufeffa\u0000';
    const cwd = await project({
      'package.json': manifest,
      'README.md': '# X',
      'src/a.ts': bytes,
      '.git/config': '[remote "origin"]\n\turl = https://me:secret@github.com/a/b.git\n',
    });
    await verify(cloud, ['--ref', '007', '--timeout', '120'], { cwd });
    const [create] = cloud.of('POST /runs');
    expect(JSON.parse(create?.body ?? '')).toEqual({
      projectType: 'n8n-node',
      packageName: 'n8n-nodes-x',
      ref: '007',
      gitRemote: 'https://github.com/a/b.git',
      timeout: 120,
      files: [
        { path: 'README.md', content: '# X' },
        { path: 'package.json', content: manifest },
        { path: 'src/a.ts', content: bytes },
      ],
    });
    expect(create?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('sends the commit that is checked out, and whether files differ from it', async () => {
    const cloud = await fakeCloud();
    const cwd = await project({ 'package.json': manifest, 'src/a.ts': 'export {}\n' });
    const commit = await committed(cwd);
    await verify(cloud, [], { cwd });
    await writeFile(`${cwd}/src/a.ts`, 'export const a = 1;\n');
    await verify(cloud, [], { cwd });
    const sent = cloud.of('POST /runs').map(({ body }) => JSON.parse(body));
    expect(sent).toMatchObject([
      { gitCommit: commit, gitBranch: 'main', gitDirty: false },
      { gitCommit: commit, gitBranch: 'main', gitDirty: true },
    ]);
  });

  it('creates the run without commit and branch in a cloud that knows only the contract', async () => {
    const cloud = await fakeCloud({
      'POST /runs': (response, request, times) => {
        const answer = 'gitCommit' in JSON.parse(request.body) ? refused : json(record('queued'), 201);
        return answer(response, request, times);
      },
    });
    const refused = problem(422, 'INVALID_PAYLOAD', 'Unknown field');
    const cwd = await project({ 'package.json': manifest, 'src/a.ts': 'export {}\n' });
    await committed(cwd);
    const { exitCode } = await verify(cloud, [], { cwd });
    const keys = cloud.of('POST /runs').map(({ headers }) => headers['idempotency-key']);
    expect(exitCode).toBe(0);
    expect(new Set(keys).size).toBe(2);
  });

  it('sends a file that is no text as base64', async () => {
    const cloud = await fakeCloud({ 'POST /runs': json(record('queued'), 201) });
    const cwd = await project({ 'package.json': manifest });
    await writeFile(`${cwd}/README.md`, Buffer.from([0xff, 0xfe, 0x00]));
    await verify(cloud, [], { cwd });
    expect(JSON.parse(cloud.of('POST /runs')[0]?.body ?? '').files).toContainEqual({
      path: 'README.md',
      content: '//4A',
      encoding: 'base64',
    });
  });

  it('sends a reference and no files for a package', async () => {
    const cloud = await fakeCloud();
    const { stdout } = await verify(cloud, ['@scope/n8n-nodes-y@1.2.3', '--type', 'n8n-node']);
    expect(JSON.parse(cloud.of('POST /runs')[0]?.body ?? '')).toEqual({
      projectType: 'n8n-node',
      packageRef: '@scope/n8n-nodes-y@1.2.3',
      timeout: 300,
    });
    expect(stdout).toMatch(
      /^Starting verification of @scope\/n8n-nodes-y@1\.2\.3\.\.\.\nRun ID: run-1\nWeb: \S+\nVerification passed/,
    );
  });

  it('prints the stored result as one document with --json', async () => {
    const { exitCode, stdout } = await verify(await fakeCloud(), ['--json']);
    expect(JSON.parse(stdout)).toEqual(result);
    expect(exitCode).toBe(0);
  });

  it('asks for no log with --no-logs', async () => {
    const cloud = await fakeCloud();
    const { stderr } = await verify(cloud, ['--no-logs']);
    expect(cloud.of('GET /runs/run-1/logs')).toEqual([]);
    expect(stderr).toBe('');
  });

  it('starts a run and stops with --no-wait', async () => {
    const cloud = await fakeCloud();
    const { exitCode, stdout } = await verify(cloud, ['--no-wait']);
    expect(stdout).toContain(
      `Run ID: run-1\nWeb: ${cloud.url}/runs/run-1?token=t\nFiles: 2\nProject type: n8n-node (auto-detected)\n`,
    );
    expect(exitCode).toBe(0);
    const document = await verify(cloud, ['--no-wait', '--json']);
    expect(JSON.parse(document.stdout)).toEqual({ runId, web: `${cloud.url}/runs/run-1?token=t` });
    expect(cloud.of('GET /runs/run-1')).toEqual([]);
  });

  it('waits through the queue and the run', async () => {
    const statuses = ['queued', 'running', 'running', 'success'];
    const cloud = await fakeCloud({
      'GET /runs/run-1': (response, request, times) =>
        json(record(statuses[times] ?? 'success'))(response, request, times),
    });
    const { exitCode, stdout } = await verify(cloud, ['--no-logs']);
    expect(stdout).toContain('Verification passed');
    expect(cloud.of('GET /runs/run-1')).toHaveLength(4);
    expect(exitCode).toBe(0);
  });

  it('resumes a log where it broke off, without gaps or duplicates', async () => {
    let ended = false;
    const cloud = await fakeCloud({
      'GET /runs/run-1': (response, request, times) =>
        json(record(ended ? 'success' : 'running'))(response, request, times),
      'GET /runs/run-1/logs': (response, _request, times) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (times === 0) {
          response.write(events(logged(1, 'one'), logged(2, 'two')));
          response.write('id: 3\nevent: log\ndata: {"seq": 3, "ti');
          setTimeout(() => response.destroy(), 50);
        } else {
          ended = true;
          response.end(events(logged(2, 'two'), logged(3, 'three'), ['end', { status: 'success', lastSeq: 3 }]));
        }
      },
    });
    const { stderr } = await verify(cloud);
    expect(stderr).toBe('[10:00:00] one\n[10:00:00] two\n[10:00:00] three\n');
    const [first, second] = cloud.of('GET /runs/run-1/logs');
    expect(first?.headers['last-event-id']).toBeUndefined();
    expect(second?.headers['last-event-id']).toBe('2');
  });

  it('shows the findings that the cloud offers with the verdict', async () => {
    const failed = {
      ...result,
      passed: false,
      status: 'failed',
      summary: '1 of 2 checks passed, 1 error',
      checks: [
        { name: 'manifest', passed: false, message: '1 error: Not good' },
        { name: 'load', passed: true },
      ],
    };
    const finding = {
      code: 'manifest-bad',
      severity: 'error',
      message: 'Not good',
      file: 'package.json',
      line: 2,
      column: 3,
      fix: 'Do it.',
    };
    const report = {
      projectType: 'n8n-node',
      packageName: 'n8n-nodes-x',
      status: 'failed',
      passed: false,
      summary: failed.summary,
      checks: [
        {
          name: 'manifest',
          title: 'Manifest',
          passed: false,
          message: '1 error: Not good',
          findings: [finding],
          duration: 1,
        },
        { name: 'load', title: 'Load', passed: true, findings: [], duration: 1 },
      ],
    };
    const rich = 'application/vnd.service.report+json';
    const cloud = await fakeCloud({
      'GET /runs/run-1': json(record('failed')),
      'GET /runs/run-1/result': (response, request) => {
        const wanted = request.headers.accept?.startsWith(rich);
        response.writeHead(200, { 'content-type': wanted ? rich : 'application/json' });
        response.end(JSON.stringify(wanted ? report : failed));
      },
    });
    const withFindings = await verify(cloud, ['--no-logs']);
    expect(withFindings.stdout).toContain(
      '\n✗ manifest: 1 error\n  package.json:2:3  error  manifest-bad\n    Not good\n    Fix: Do it.\n\nVerification failed: 1 of 2 checks passed, 1 error\n',
    );
    expect(withFindings.exitCode).toBe(1);

    const plain = await fakeCloud({
      'GET /runs/run-1': json(record('failed')),
      'GET /runs/run-1/result': json(failed),
    });
    const withoutFindings = await verify(plain, ['--no-logs']);
    expect(withoutFindings.stdout).toContain(
      '\n✗ manifest: 1 error: Not good\n\nVerification failed: 1 of 2 checks passed, 1 error\n',
    );
  });

  it('refuses a file that is too large to be sent, before it reads it', async () => {
    const cwd = await project({ 'package.json': manifest, 'src/big.ts': '' });
    await truncate(join(cwd, 'src/big.ts'), 200_000_000);
    const cloud = await fakeCloud();
    const { exitCode, stdout } = await verify(cloud, ['--json'], { cwd });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The size of src/big.ts exceeds the limit of 32 MiB',
    });
    expect(cloud.seen).toEqual([]);
  });

  it('says which file cannot be sent', async () => {
    const cwd = await project({ 'package.json': manifest, 'nodes/a\\b.ts': '' });
    const { exitCode, stderr } = await verify(await fakeCloud(), ['--type', 'n8n-node'], { cwd });
    expect(stderr).toContain('Path "nodes/a\\\\b.ts" contains a backslash (INVALID_PAYLOAD)');
    expect(exitCode).toBe(1);
  });

  it('sends control characters in base64 where they would be longer as text', async () => {
    const cwd = await project({ 'package.json': manifest, 'src/a.ts': '\u0000'.repeat(1_000) });
    const cloud = await fakeCloud();
    await verify(cloud, [], { cwd });
    const { files } = JSON.parse(cloud.of('POST /runs')[0]?.body ?? '');
    const content = Buffer.alloc(1_000).toString('base64');
    expect(files).toContainEqual({ path: 'src/a.ts', content, encoding: 'base64' });
  });

  it('calls a timeout that is longer than the cloud allows an invalid one', async () => {
    const errors = [{ pointer: '#/timeout', detail: 'must be <= 3600' }];
    const refusal = problem(422, 'INVALID_PAYLOAD', '#/timeout: must be <= 3600', {}, errors);
    const cloud = await fakeCloud({ 'POST /runs': refusal });
    const { exitCode, stdout } = await verify(cloud, ['--timeout', '3601', '--json']);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'INVALID_TIMEOUT',
      message: expect.stringMatching(/^Invalid timeout for http\S+: must be <= 3600$/),
    });
  });

  it('takes the verdict only from the stored result', async () => {
    const checks = result.checks.map((check) => ({ ...check, passed: false }));
    const stored = { ...result, passed: false, status: 'failed', summary: '0 of 2 checks passed', checks };
    const report = { projectType: 'n8n-node', packageName: 'x', ...result, checks: [] };
    const rich = 'application/vnd.service.report+json';
    const cloud = await fakeCloud({
      'GET /runs/run-1': json(record('failed')),
      'GET /runs/run-1/result': (response, request) => {
        const wanted = request.headers.accept?.startsWith(rich);
        response.writeHead(200, { 'content-type': wanted ? rich : 'application/json' });
        response.end(JSON.stringify(wanted ? report : stored));
      },
    });
    const { exitCode, stdout } = await verify(cloud);
    expect(stdout).toContain('Verification failed: 0 of 2 checks passed');
    expect(exitCode).toBe(1);
  });

  it.each([
    ['timeout', 'Verification timed out: TIMEOUT: the run exceeded its time limit of 3 s'],
    ['rejected', 'Verification rejected: INVALID_PAYLOAD: no package'],
  ])('exits 1 for a run that ended as %s', async (status, line) => {
    const summary = line.replace(/^[^:]*: /, '');
    const cloud = await fakeCloud({
      'GET /runs/run-1': json(record(status)),
      'GET /runs/run-1/result': json({ ...result, status, passed: false, summary, checks: [], creditsUsed: 0 }),
    });
    const { exitCode, stdout } = await verify(cloud);
    expect(stdout).toContain(`${line}\nCredits used: 0\n`);
    expect(exitCode).toBe(1);
  });

  it('exits 3 with --exit-not-judged if there is no verdict, and says why', async () => {
    const rejected = (summary: string) =>
      fakeCloud({
        'GET /runs/run-1': json(record('rejected')),
        'GET /runs/run-1/result': json({ ...result, status: 'rejected', passed: false, summary, checks: [] }),
      });
    const exitCodeOf = async (summary: string) =>
      (await verify(await rejected(summary), ['--exit-not-judged'])).exitCode;
    expect(await exitCodeOf('RUNNER_ERROR: no disk')).toBe(3);
    expect(await exitCodeOf('INVALID_PAYLOAD: no gzip')).toBe(1);
    const cloud = await fakeCloud({});
    const away = await verify(cloud, ['--exit-not-judged', '--json', '--timeout', '1'], {
      env: { SERVICE_BASE_URL: 'http://127.0.0.1:1' },
    });
    expect(away.exitCode).toBe(3);
    expect(JSON.parse(away.stdout).error).toMatchObject({ code: 'CONNECTION_FAILED', hint: expect.any(String) });
    expect(
      (await verify(cloud, ['--timeout', '1'], { env: { SERVICE_BASE_URL: 'http://127.0.0.1:1' } })).exitCode,
    ).toBe(1);
  });

  it('says that the cloud ignores rules, and names the plugins that it must have', async () => {
    const cwd = await project({
      'package.json': manifest,
      '.service/config.json':
        '{ "rules": { "x": "off" }, "plugins": ["./never-loaded.ts", "./house-rules", "installed"] }',
      'house-rules/package.json': '{ "name": "@acme/house-rules", "main": "never-loaded.js" }',
    });
    const cloud = await fakeCloud();
    const { exitCode, stderr } = await verify(cloud, ['--no-logs'], { cwd });
    expect(JSON.parse(cloud.of('POST /runs')[0]?.body ?? '').plugins).toEqual([
      './never-loaded.ts',
      '@acme/house-rules',
      'installed',
    ]);
    expect(stderr).toBe(
      'Warning: .service/config.json:1:12: the cloud ignores "rules"; it only applies with --local\n' +
        'Warning: .service/config.json:1:39: the cloud runs its own copies of these plugins, not those of the project\n',
    );
    expect(exitCode).toBe(0);
  });

  it('counts warnings even without their findings', async () => {
    const cloud = await fakeCloud({
      'GET /runs/run-1': json(record('success', { checks: { done: 3, total: 3 } })),
      'GET /runs/run-1/result': json({
        ...result,
        checks: [...result.checks, { name: 'types', passed: true, message: 'skipped: no TypeScript' }],
        summary: '2 of 2 checks passed, 1 not run, 3 warnings, 2 rules changed by configuration',
      }),
    });
    const { exitCode, stdout } = await verify(cloud, ['--no-logs', '--max-warnings', '2']);
    expect(stdout).toMatch(/^Verification failed: 2 of 2 .*; 3 warnings \(maximum: 2\)$/m);
    expect(exitCode).toBe(1);
  });

  it('needs a key, after everything that is wrong with the project', async () => {
    const cwd = await project({ 'package.json': manifest });
    const { exitCode, stdout, stderr } = await serviceHere(['verify'], { cwd });
    expect(stderr).toContain('Error: No API key configured (NO_API_KEY)');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    const empty = await serviceHere(['verify'], { cwd: await project({}) });
    expect(empty.stderr).toContain('(NO_FILES)');
    const dry = await serviceHere(['verify', '--dry-run'], { cwd });
    expect(dry.exitCode).toBe(0);
  });
});
