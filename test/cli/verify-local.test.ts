import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, service, serviceHere, temporaryFolder } from './service-process.ts';
import { toyPlugin, toyProject } from './toy-project.ts';

/** Standard output with the run's id, which no two runs share, replaced. */
const withoutId = (text: string) => text.replace(/local-[0-9a-f]{16}/g, 'local-ID');

describe('verify --local', () => {
  it('prints the lines of the specification, and the log on standard error', async () => {
    const cwd = await toyProject({ 'src/a.txt': 'a' });
    const { exitCode, stdout, stderr, left } = await service(['verify', '--local', '--allow-plugins'], { cwd });
    expect(withoutId(stdout)).toBe(
      [
        'Starting verification of my-toy...',
        'Run ID: local-ID',
        'Files: 2',
        'Project type: toy (auto-detected)',
        'Verification passed: 3 of 3 checks passed',
        'Credits used: 0',
        '',
      ].join('\n'),
    );
    expect(stderr).toMatch(/^\[\d\d:\d\d:\d\d\] looking at 2 files$/m);
    expect(stderr).toMatch(/^\[\d\d:\d\d:\d\d\] faults passed after \d+\.\d s$/m);
    expect(exitCode).toBe(0);
    expect(left).toEqual([]);
  });

  it('shows failed checks with place, code, message and fix before the verdict, and with --no-logs no log', async () => {
    const found = [
      { code: 'toy-error', message: 'One fault', file: 'src/a.txt', line: 3, column: 5 },
      { code: 'toy-warning', message: 'A doubt', file: 'src/a.txt', line: 4 },
      { code: 'toy-error', message: 'One fault', file: 'src/b.txt', line: 1, column: 1 },
    ];
    const cwd = await toyProject({ 'src/faults.json': JSON.stringify(found), 'src/a.txt': 'a' });
    const { exitCode, stdout, stderr } = await serviceHere(['verify', '--local', '--allow-plugins', '--no-logs'], {
      cwd,
    });
    expect(stderr).toBe('');
    expect(withoutId(stdout)).toBe(
      [
        'Starting verification of my-toy...',
        'Run ID: local-ID',
        'Files: 3',
        'Project type: toy (auto-detected)',
        '',
        '✗ faults: 2 errors, 1 warning',
        '  src/a.txt:3:5  error  toy-error',
        '  src/b.txt:1:1  error  toy-error',
        '    One fault',
        '    Fix: Take the error away.',
        '  src/a.txt:4  warning  toy-warning',
        '    A doubt',
        '    Fix: Take the warning away.',
        '',
        'crash not run: it needs the check "faults" to pass first',
        '',
        'Verification failed: 1 of 2 checks passed, 1 not run, 2 errors, 1 warning',
        'Credits used: 0',
        '',
      ].join('\n'),
    );
    expect(exitCode).toBe(1);
  });

  it('prints one JSON document with the fields of the specification, and nothing else, on standard output', async () => {
    const cwd = await toyProject({ 'src/crash': 'out of memory' });
    const { exitCode, stdout, stderr } = await serviceHere(['verify', '--local', '--allow-plugins', '--json'], { cwd });
    expect({ ...JSON.parse(stdout), runId: 'local-ID' }).toEqual({
      runId: 'local-ID',
      passed: false,
      summary: '2 of 3 checks passed',
      checks: [
        { name: 'faults', passed: true },
        { name: 'patience', passed: true },
        { name: 'crash', passed: false, message: 'the check crashed: out of memory' },
      ],
      creditsUsed: 0,
      status: 'failed',
    });
    expect(stderr).toContain('looking at 2 files');
    expect(stderr).not.toContain('toy-plugin.ts');
    expect(exitCode).toBe(1);
  });

  it('prints the stack of a check that crashed with SERVICE_DEBUG', async () => {
    const cwd = await toyProject({ 'src/crash': 'out of memory' });
    const { stderr } = await serviceHere(['verify', '--local', '--allow-plugins'], {
      cwd,
      env: { SERVICE_DEBUG: '1' },
    });
    expect(stderr).toMatch(/\] Error: out of memory\n\[.*\] at .*toy-plugin\.ts:\d+:\d+/);
  });

  it('runs a plugin once that both a flag and the configuration name, without permission', async () => {
    const cwd = await toyProject({ 'src/a.txt': '' });
    const [own = ''] = JSON.parse(await readFile(join(cwd, '.service/config.json'), 'utf8')).plugins;
    const { exitCode, stdout, stderr } = await serviceHere(['verify', '--local', '--no-logs', '--plugin', own], {
      cwd,
    });
    expect(stdout).toContain('Verification passed: 3 of 3 checks passed\n');
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  it('ends a run past the limit of a flag, or else of the configuration, as timed out', async () => {
    const cwd = await toyProject({ 'src/wait': '' }, { timeout: 0.25 });
    const flags = ['verify', '--local', '--allow-plugins', '--timeout', '0.3'];
    const { exitCode, stdout, stderr, left } = await serviceHere(flags, { cwd });
    expect(stdout).toContain('✗ patience: not finished: the run ended first');
    expect(stderr).not.toContain('not finished');
    expect(stdout).toContain('Verification timed out: TIMEOUT: the run exceeded its time limit of 0.3 s');
    expect(exitCode).toBe(1);
    expect(left).toEqual([]);
    expect((await serviceHere(['verify', '--local', '--allow-plugins'], { cwd })).stdout).toContain('limit of 0.25 s');
  });

  it('rejects a reserved project type', async () => {
    const cwd = await temporaryFolder();
    const { exitCode, stdout } = await serviceHere(
      ['verify', '--local', '--allow-plugins', '--type', 'n8n-workflow', '--json'],
      { cwd },
    );
    const { status, passed, summary } = JSON.parse(stdout);
    expect({ status, passed }).toEqual({ status: 'rejected', passed: false });
    expect(summary).toMatch(/^NOT_IMPLEMENTED: /);
    expect(exitCode).toBe(1);
  });

  it('lets the configuration change severities and drop findings, and lists unknown rules', async () => {
    const listed = [
      { code: 'toy-error', message: 'One fault' },
      { code: 'toy-warning', message: 'A doubt' },
    ];
    const rules = { 'toy-error': 'warning', 'toy-warning': 'off', 'toy-eror': 'off' };
    const cwd = await toyProject({ 'src/faults.json': JSON.stringify(listed) }, { rules });
    const { exitCode, stdout, stderr } = await serviceHere(['verify', '--local', '--allow-plugins', '--no-logs'], {
      cwd,
    });
    expect(stdout).toContain('! faults: 1 warning\n');
    expect(stdout).toContain('\n\nRules changed by configuration: toy-error (warning), toy-warning (off)\n\n');
    expect(stdout).toContain(
      'Verification passed: 3 of 3 checks passed, 1 warning, 2 rules changed by configuration\n',
    );
    expect(stderr).toMatch(
      /^Warning: \.service\/config\.json:1:\d+: unknown rule "toy-eror"; did you mean "toy-error"\?\n$/,
    );
    expect(exitCode).toBe(0);
  });

  it('sets aside what the configuration ignores, with the reason, until its date', async () => {
    const listed = ['toy-error', 'toy-warning'].map((code) => ({ code, message: 'Not good', file: 'src/a.ts' }));
    const entry = (code: string, until: string, file = 'src/') => ({ code, file, reason: 'known', until });
    const ignore = [
      entry('toy-error', '2999-12-31'),
      entry('toy-warning', '2020-01-31'),
      entry('toy-warning', '2999-12-31', 'lib/'),
    ];
    const cwd = await toyProject({ 'src/faults.json': JSON.stringify(listed), 'src/a.ts': '' }, { ignore });
    const { stdout, stderr } = await serviceHere(['verify', '--local', '--allow-plugins', '--no-logs'], { cwd });
    expect(stdout).toContain('\n1 ignored (known): toy-error\n');
    expect(stdout).toContain('Verification passed: 3 of 3 checks passed, 1 warning, 1 ignored\n');
    expect(stderr).toMatch(/config\.json:1:\d+: "ignore" of toy-warning ended on 2020-01-31; its findings count\n/);
    expect(stdout).toContain('No finding matches "ignore" of toy-warning in lib/; remove the entry');
  });

  it('reports an invalid entry of "ignore"', async () => {
    const stderrOf = async (entry: object) =>
      (await serviceHere(['verify', '--local'], { cwd: await toyProject({}, { ignore: [entry] }) })).stderr;
    expect(await stderrOf({ code: 'a' })).toMatch(/config\.json:1:\d+: ignore\[0\] must have "reason"/);
    expect(await stderrOf({ code: 'a', reason: 'b', until: 'soon' })).toContain('must be a date like "2027-01-31"');
  });

  it('ignores the findings of a baseline, and fails for new ones', async () => {
    const faults = (...messages: string[]) =>
      JSON.stringify(messages.map((message) => ({ code: 'toy-error', message, file: 'src/a.ts' })));
    const cwd = await toyProject({ 'src/faults.json': faults('One', 'Two'), 'src/a.ts': '' });
    const run = (...more: string[]) =>
      serviceHere(['verify', '--local', '--allow-plugins', '--no-logs', ...more], { cwd });
    const written = await run('--baseline');
    expect(written.stderr).toContain(
      '2 findings written to .service/baseline.json; later runs fail only for new ones\n',
    );
    expect(written.stdout).toContain('\nVerified: 1 of 2 checks passed, 1 not run, 2 errors\n');
    expect(written.stdout).not.toContain('Verification failed');
    expect(written.exitCode).toBe(0);
    await writeFile(join(cwd, 'src/faults.json'), faults('One', 'One', 'Three'));
    const later = await run();
    expect(later.stdout).toContain('Verification failed: 1 of 2 checks passed, 1 not run, 2 errors, 1 ignored\n');
    expect(later.stdout).toContain(
      'The baseline has 1 finding that no longer exists; write it again with --baseline\n',
    );
    expect(later.exitCode).toBe(1);
    await writeFile(join(cwd, '.service/baseline.json'), '{ "findings": [{ "code": 1 }] }');
    expect((await run()).stderr).toContain('.service/baseline.json: findings[0]');
  });

  it('uses a baseline from another file instead, and writes it there', async () => {
    const listed = JSON.stringify([{ code: 'toy-error', message: 'One', file: 'src/a.ts' }]);
    const cwd = await toyProject({ 'src/faults.json': listed, 'src/a.ts': '' });
    const run = (...more: string[]) =>
      serviceHere(['verify', '--local', '--allow-plugins', '--no-logs', ...more], { cwd });
    const file = ['--baseline-file', 'out/other.json'];
    expect((await run(...file)).stderr).toContain('Cannot read out/other.json: it does not exist (UNREADABLE_PATH)');
    expect((await run('--baseline', ...file)).stderr).toContain(
      '1 finding written to out/other.json; runs with this --baseline-file fail only for new ones\n',
    );
    expect((await run(...file)).stdout).toContain('Verification passed: 3 of 3 checks passed, 1 ignored\n');
    await writeFile(join(cwd, 'out/other.json'), '[]');
    expect((await run(...file)).stderr).toContain('out/other.json: the file must be an object (INVALID_CONFIG)');
    expect((await serviceHere(['verify', ...file], { cwd })).stderr).toContain('--baseline-file requires --local');
  });

  it('says that a baseline is of another ruleset', async () => {
    const cwd = await project({
      'package.json': '{ "name": "n8n-nodes-x", "n8n": {} }',
      '.service/baseline.json': '{ "ruleset": "old", "findings": [] }',
      'base.json': '{ "ruleset": "older", "findings": [] }',
    });
    const flags = ['--type', 'n8n-node', '--baseline-file', 'base.json', '--dry-run'];
    const { stderr } = await serviceHere(['verify', '--local', ...flags], { cwd });
    expect(stderr).toMatch(
      /\.service\/baseline\.json was written with ruleset old, this is \S+: findings of new rules/,
    );
    expect(stderr).toContain('base.json was written with ruleset older');
  });

  it('names files for GitHub relative to the repository, wherever it is started', async () => {
    const repository = await project({
      '.git/HEAD': 'ref: refs/heads/main',
      'pkg/package.json': '{ "name": "my-toy", "toy": true }',
      'pkg/.service/config.json': JSON.stringify({ plugins: [toyPlugin] }),
      'pkg/src/faults.json': JSON.stringify([{ code: 'toy-error', message: 'One', file: 'src/a.ts', line: 1 }]),
      'pkg/src/a.ts': 'a',
    });
    const cwd = join(repository, 'pkg/src');
    const reports = ['github', 'sarif', 'md', 'junit'].flatMap((format) => ['--report', `${format}=${format}.txt`]);
    await serviceHere(['verify', '--local', '--allow-plugins', '--no-logs', '--cwd', '..', ...reports], { cwd });
    const of = (format: string) => readFile(join(cwd, `${format}.txt`), 'utf8');
    expect(await of('github')).toContain('::error file=pkg/src/a.ts,line=1,');
    expect(await of('sarif')).toContain('"uri": "pkg/src/a.ts"');
    expect(await of('md')).toContain('<code>pkg/src/a.ts&#58;1</code>');
    expect(await of('junit')).toContain('../src/a.ts:1');
  });

  it('fails with more warnings than --max-warnings, with a reason, and does not change the document', async () => {
    const listed = JSON.stringify([{ code: 'toy-warning', message: 'A doubt' }]);
    const cwd = await toyProject({ 'src/faults.json': listed });
    const over = await serviceHere(
      ['verify', '--local', '--allow-plugins', '--json', '--no-logs', '--max-warnings', '0'],
      {
        cwd,
      },
    );
    expect(JSON.parse(over.stdout)).toMatchObject({ passed: true, status: 'success' });
    expect(over.stderr).toBe('Verification failed: 1 warning (maximum: 0)\n');
    expect(over.exitCode).toBe(1);
    const met = await serviceHere(['verify', '--local', '--allow-plugins', '--max-warnings', '1'], { cwd });
    expect(met.exitCode).toBe(0);
  });

  it('shows text of the project, and what a check threw, as text, in lines, in JSON and in reports', async () => {
    const harm = '\u001b[2J\u202egone\n::error::forged\n##vso[task.complete]\r';
    const listed = JSON.stringify([{ code: 'toy-warning', message: harm, file: 'src/\u001b]0;x\u0007.ts' }]);
    const manifest = JSON.stringify({ name: 'my-\u001b[31mtoy', toy: true });
    const cwd = await toyProject({ 'src/faults.json': listed, 'src/crash': harm, 'package.json': manifest });
    const formats = ['json', 'sarif', 'junit', 'github'];
    const reports = formats.flatMap((format) => ['--report', `${format}=out/${format}`]);
    const text = await serviceHere(['verify', '--local', '--allow-plugins', ...reports], { cwd });
    const document = await serviceHere(['verify', '--local', '--allow-plugins', '--json'], { cwd });
    const written = await Promise.all(formats.map((format) => readFile(join(cwd, 'out', format), 'utf8')));
    const github = written.at(-1) ?? '';
    expect(github).toContain(
      '::warning file=src/\\x1b]0;x\\x07.ts,title=toy-warning::\\x1b[2J\\u202egone%0A\\x3a:error::',
    );
    for (const output of [text.stdout, text.stderr, document.stdout, document.stderr, ...written]) {
      expect(output).toMatch(/\\x1b\[2J\\+u202egone/);
      expect(output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]|^\s*::error::forged|##vso\[/m);
    }
  });

  it('writes reports in addition to the text, and prints one in place of it', async () => {
    const cwd = await toyProject({});
    const both = ['--report', 'json=out/report.json', '--report', 'junit=out/report.xml'];
    const { stdout } = await serviceHere(['verify', '--local', '--allow-plugins', ...both], { cwd });
    expect(stdout).toContain('Verification passed');
    const written = JSON.parse(await readFile(join(cwd, 'out/report.json'), 'utf8'));
    expect(written).toMatchObject({
      packageName: 'my-toy',
      status: 'success',
      checks: [{ name: 'faults', findings: [] }, {}, {}],
    });
    expect(await readFile(join(cwd, 'out/report.xml'), 'utf8')).toContain('<testsuite name="my-toy" tests="3"');

    const printed = await serviceHere(['verify', '--local', '--allow-plugins', '--report', 'sarif'], { cwd });
    expect(JSON.parse(printed.stdout)).toMatchObject({ version: '2.1.0' });
    expect(printed.stderr).toContain('Verification passed: 3 of 3 checks passed');
  });

  it('keeps the verdict and the other reports when some cannot be written', async () => {
    const cwd = await toyProject({ 'src/a.txt': '' });
    const reports = ['--report', 'json=package.json/x', '--report', 'md=src', '--report', 'junit=out/report.xml'];
    const passing = await serviceHere(['verify', '--local', '--allow-plugins', ...reports], { cwd });
    expect(passing.stdout).toContain('Verification passed');
    for (const path of ['package.json/x', 'src'])
      expect(passing.stderr).toMatch(new RegExp(`Cannot write ${path}.*\\(UNWRITABLE_PATH\\)`));
    expect(await readFile(join(cwd, 'out/report.xml'), 'utf8')).toContain('failures="0"');
    expect(passing.exitCode).toBe(2);
  });

  it('fails with the project, not with its report; the document stays one', async () => {
    const cwd = await toyProject({ 'src/faults.json': JSON.stringify([{ code: 'toy-error', message: 'm' }]) });
    const { exitCode, stdout, stderr } = await serviceHere(
      ['verify', '--local', '--allow-plugins', '--json', '--report', 'sarif=package.json/x'],
      { cwd },
    );
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed' });
    expect(stderr).toContain('(UNWRITABLE_PATH)');
    expect(exitCode).toBe(1);
  });

  it('lists with --dry-run what would be sent, and stops', async () => {
    const cwd = await toyProject({ 'src/a.txt': 'x'.repeat(1234) });
    const text = await serviceHere(['verify', '--local', '--allow-plugins', '--dry-run'], { cwd });
    expect(text.stdout).toBe(
      '   34  package.json  (include: package.json)\n1,234  src/a.txt  (include: src/)\nTotal: 2 files, 1,268 bytes\n',
    );
    expect(text.stderr).toBe('');
    const { stdout } = await serviceHere(['verify', '--local', '--allow-plugins', '--dry-run', '--json'], { cwd });
    expect(JSON.parse(stdout)).toEqual({
      projectType: 'toy',
      packageName: 'my-toy',
      files: [
        { path: 'package.json', size: 34, why: 'include: package.json' },
        { path: 'src/a.txt', size: 1234, why: 'include: src/' },
      ],
      total: 1268,
    });
  });

  it('names the paths that no cloud accepts, which those above the project are not', async () => {
    const root = await project({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'tsconfig.base.json': '{}',
      'packages/x/package.json': '{ "name": "n8n-nodes-x", "keywords": ["n8n-community-node-package"] }',
      'packages/x/tsconfig.json': '{ "extends": "../../tsconfig.base.json" }',
      'packages/x/nodes/con.ts': '',
    });
    const { stdout } = await serviceHere(['verify', '--dry-run', '--json'], { cwd: join(root, 'packages/x') });
    const { files, refused } = JSON.parse(stdout);
    expect(files.map(({ path }: { path: string }) => path)).toContain('../../tsconfig.base.json');
    expect(refused).toEqual([{ path: 'nodes/con.ts', reason: 'the path has a name that is reserved on Windows' }]);
  });

  it('sends what the configuration names, what that leads to, and package.json', async () => {
    const cwd = await project({
      'package.json': '{ "name": "n8n-nodes-x", "keywords": ["n8n-community-node-package"] }',
      'nodes/X.node.ts': '',
      'lib/a.ts': "import './b'; import '../node_modules/y/z'",
      'lib/b.ts': '',
      'lib/c.ts': '',
      '.github/workflows/ci.yml': '',
      '.service/config.json': '{ "include": [".github/workflows/", "lib/a.ts"] }',
    });
    const { stdout } = await serviceHere(['verify', '--dry-run', '--json'], { cwd });
    const { files, leftOut } = JSON.parse(stdout);
    expect(files).toMatchObject([
      { path: '.github/workflows/ci.yml', why: 'include: .github/workflows/' },
      { path: 'lib/a.ts', why: 'include: lib/a.ts' },
      { path: 'lib/b.ts', why: 'imported by lib/a.ts' },
      { path: 'package.json', why: 'always sent' },
      { path: '.service/collected.json' },
    ]);
    expect(leftOut).toEqual([
      { path: 'node_modules/y/z', why: 'imported by lib/a.ts', reason: 'it is part of an installed package' },
    ]);
    const text = await serviceHere(['verify', '--dry-run'], { cwd });
    expect(text.stdout).toContain(
      'Not uploaded:\n  node_modules/y/z  (imported by lib/a.ts): it is part of an installed package\n',
    );
  });

  it('colours when it is asked to', async () => {
    const cwd = await toyProject({});
    const forced = await serviceHere(['verify', '--local', '--allow-plugins'], { cwd, env: { FORCE_COLOR: '1' } });
    expect(forced.stdout).toContain('\u001b[32m');
  });
});
