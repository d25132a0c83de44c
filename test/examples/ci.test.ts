import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { project, service } from '../cli/service-process.ts';
import { type Printed, repository, type ShellUser } from '../cli/shell-user.ts';
import { useLocalRegistry } from '../runner/source/local-registry.ts';
import { ciJob, expectNothingOfTheCheckoutRan, hostileUser, read, report } from './ci-job.ts';

const registry = useLocalRegistry();

const Step = Type.Object({
  id: Type.Optional(Type.String()),
  uses: Type.Optional(Type.String()),
  run: Type.Optional(Type.String()),
  shell: Type.Optional(Type.String()),
  with: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  env: Type.Optional(Type.Record(Type.String(), Type.String())),
});
const Workflow = Type.Object({ jobs: Type.Object({ verify: Type.Object({ steps: Type.Array(Step) }) }) });
const Pipeline = Type.Object({
  verify: Type.Object({
    script: Type.Array(Type.String()),
    artifacts: Type.Object({ reports: Type.Object({ junit: Type.String() }) }),
  }),
});
const Action = Type.Object({
  inputs: Type.Record(Type.String(), Type.Object({ description: Type.String(), default: Type.String() })),
  runs: Type.Object({ using: Type.Literal('composite'), steps: Type.Array(Step) }),
});

/** What the runner of GitHub does with it: inputs and outputs into the environment, then the scripts, one after the other. */
async function act(user: ShellUser, given: Record<string, string>, baseCommit = '') {
  const { inputs, runs } = Parse(Action, parse(await read('action.yml')));
  const files = join(user.folder, '..', 'runner');
  await mkdir(files, { recursive: true });
  const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [join(files, 'output'), join(files, 'summary')];
  await Promise.all([GITHUB_OUTPUT, GITHUB_STEP_SUMMARY].map((path) => writeFile(path, '')));
  const known: Record<string, string> = { 'runner.temp': files, 'github.event.pull_request.base.sha': baseCommit };
  for (const [name, { default: usual }] of Object.entries(inputs)) known[`inputs.${name}`] = usual;
  known['inputs.registry'] = registry.url;
  for (const [name, value] of Object.entries(given)) known[`inputs.${name}`] = value;
  let ended: Printed = { exitCode: undefined, stdout: '', stderr: '' };
  for (const { run, shell, env = {}, id } of runs.steps) {
    if (run === undefined) continue;
    expect(shell).toBe('bash');
    const expression = (_whole: string, name: string) => known[name] ?? expect.fail(`no value of ${name}`);
    const valued = Object.entries(env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ ([\w.-]+) \}\}/g, expression),
    ]);
    const github = { GITHUB_ACTION_PATH: repository, GITHUB_SHA: 'abc', GITHUB_OUTPUT, GITHUB_STEP_SUMMARY };
    // As if the cache had it.
    const kits = { SERVICE_KITS_DIR: user.env['SERVICE_KITS_DIR'] ?? '' };
    ended = await user.run(run, { shell: 'bash', env: { ...Object.fromEntries(valued), ...github, ...kits } });
    for (const [, name, value] of (await readFile(GITHUB_OUTPUT, 'utf8')).matchAll(/^(\w+)=(.*)$/gm))
      known[`steps.${id}.outputs.${name}`] = value ?? '';
  }
  return { ...ended, summary: await readFile(GITHUB_STEP_SUMMARY, 'utf8') };
}

async function runWorkflow(user: ShellUser) {
  const { steps } = Parse(Workflow, parse(await read('examples/ci/github.yml'))).jobs.verify;
  const script = steps.flatMap(({ run }) => run ?? []).join('\n');
  const upload = steps.find(({ uses }) => uses?.startsWith('github/codeql-action/upload-sarif@'));
  const ended = await user.run(script, { shell: 'bash', env: { GITHUB_SHA: 'abc' } });
  return { ...ended, upload: String(upload?.with?.['sarif_file']) };
}

async function runPipeline(user: ShellUser) {
  const { script, artifacts } = Parse(Pipeline, parse(await read('examples/ci/gitlab-ci.yml'))).verify;
  const ended = await user.run(script.join('\n'), { env: { CI_COMMIT_SHA: 'abc' } });
  return { ...ended, junit: artifacts.reports.junit };
}

describe('verify.sh', () => {
  it('fails with the project, and leaves reports', async () => {
    const user = await hostileUser(registry);
    const { exitCode, stdout } = await user.run(await read('examples/ci/verify.sh'));
    expect(stdout).toMatch(/^Starting verification of n8n-nodes-x\.\.\.\nRun ID: local-/m);
    expect(stdout).toMatch(/Verification failed: \d+ of \d+ checks passed/);
    expect(await report(user, 'reports/service.xml')).toMatch(/failures="[1-9]/);
    expect(JSON.parse(await report(user, 'reports/service.json'))).toMatchObject({ passed: false });
    expect(exitCode).toBe(1);
  });

  it('uses the cloud if there is a key', async () => {
    const user = await hostileUser(registry);
    const env = { SERVICE_API_KEY: `svc_12345678_${'x'.repeat(32)}`, SERVICE_BASE_URL: 'http://127.0.0.1:9' };
    const { exitCode, stderr } = await user.run(await read('examples/ci/verify.sh'), { env });
    expect(stderr).toContain('CONNECTION_FAILED');
    expect(exitCode).toBe(1);
  });
});

it('gitlab-ci.yml fails with the project, and leaves the report that it declares', async () => {
  const user = await hostileUser(registry);
  const { exitCode, stdout, junit } = await runPipeline(user);
  expect(stdout).toMatch(/Verification failed: \d+ of \d+ checks passed/);
  expect(await report(user, junit)).toMatch(/failures="[1-9]/);
  expect(exitCode).toBe(1);
  await expectNothingOfTheCheckoutRan(user, registry);
});

it('github.yml annotates, and uploads the report that it has written', async () => {
  const user = await hostileUser(registry);
  const { exitCode, stdout, upload } = await runWorkflow(user);
  expect(stdout).toMatch(/^::error file=package\.json,line=\d+,col=\d+,title=manifest-repository-not-github::/m);
  const sarif = JSON.parse(await report(user, upload));
  expect(sarif.runs[0].properties).toMatchObject({ ref: 'abc', status: 'failed' });
  expect(exitCode).toBe(1);
  await expectNothingOfTheCheckoutRan(user, registry);
});

describe('action.yml', () => {
  it('passes its inputs on, and writes the summary of the job', async () => {
    const user = await hostileUser(registry);
    const given = { local: 'true', 'only-new': 'false', report: 'github\nsarif=out/a b.sarif\n' };
    const { exitCode, stdout, summary } = await act(user, given, 'a'.repeat(40));
    expect(stdout).not.toContain('Base of the pull request');
    expect(stdout).toContain('::error file=package.json');
    expect(JSON.parse(await report(user, 'out/a b.sarif')).runs[0].properties.ref).toBe('abc');
    expect(exitCode).toBe(1);
    expect(summary).toMatch(/^### ❌ Verification failed: n8n-nodes-x\n/);
    expect(summary).toContain('<code>manifest-repository-not-github</code>');
    await expectNothingOfTheCheckoutRan(user, registry);
  });

  it('caches what it installs of n8n, for its version', async () => {
    const { steps } = Parse(Action, parse(await read('action.yml'))).runs;
    const cache = steps.find(({ uses }) => uses?.startsWith('actions/cache@'));
    expect(cache?.with?.['key']).toContain('steps.version.outputs.version');
    expect(steps.at(-1)?.env?.['SERVICE_KITS_DIR']).toBe(cache?.with?.['path']);
  });

  it('asks for an ID token of the job where it is given an account, and runs no input as a command', async () => {
    const user = await ciJob(registry);
    const cwd = '$(touch stolen); "`touch stolen`';
    await mkdir(join(user.folder, cwd));
    await writeFile(join(user.folder, cwd, 'package.json'), '{ "name": "n8n-nodes-x", "n8n": {} }');
    const { exitCode, stderr } = await act(user, { cwd, account: 'acc_x', 'base-url': 'http://127.0.0.1:9' });
    expect(stderr).toContain('NO_ID_TOKEN');
    expect(exitCode).toBe(2);
    await expect(report(user, 'stolen')).rejects.toThrow('ENOENT');
  });

  it('passes the rules of our example plugin for actions', async () => {
    const cwd = await project({ 'action.yml': await read('action.yml'), 'package.json': '{ "name": "x" }' });
    const plugin = join(repository, 'examples/github-action-plugin');
    const flags = ['--no-logs', '--type', 'github-action', '--plugin', plugin];
    const { stdout } = await service(['verify', '--local', ...flags], { cwd });
    expect(stdout).toMatch(/Verification passed: (\d+) of \1 checks passed\n/);
  });
});

describe('action.yml in a pull request', () => {
  const wrong = { name: 'n8n-nodes-x', version: '1.0.0', n8n: { nodes: [] } };

  /** A checkout with a base commit, and what the pull request changes. */
  async function pullRequest(base: object, head: object, more: Record<string, string> = {}) {
    const user = await ciJob(registry);
    const commit = async (files: Record<string, string>) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(user.folder, path)), { recursive: true });
        await writeFile(join(user.folder, path), text);
      }
      const by = 'git -c user.name=a -c user.email=a@example.org';
      return (await user.run(`git init -q . && git add -Af && ${by} commit -qm all && git rev-parse HEAD`)).stdout;
    };
    const baseCommit = await commit({ 'pkg/package.json': JSON.stringify(base) });
    await commit({ 'pkg/package.json': JSON.stringify(head), ...more });
    return { user, baseCommit };
  }

  it('fails for new findings, and annotates them relative to the repository', async () => {
    const url = 'https://gitlab.com/x/n8n-nodes-x';
    const { user, baseCommit } = await pullRequest(wrong, { ...wrong, repository: { url } });
    const { exitCode, stdout, summary } = await act(user, { local: 'true', cwd: 'pkg' }, baseCommit);
    const errors = stdout.split('\n').filter((line) => line.startsWith('::error'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^::error file=pkg\/package\.json,line=1,.*title=manifest-repository-not-github::/);
    expect(summary).toMatch(/checks passed, .*\d+ ignored/);
    expect(exitCode).toBe(1);
    expect((await user.run('git worktree list')).stdout.split('\n')).toHaveLength(1);
  });

  it('counts everything where there is no base, and does not use a folder of the pull request as repository', async () => {
    const steal = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch stolen\n';
    const planted = { HEAD: 'ref: refs/heads/main\n', config: steal, 'objects/a': '', 'refs/a': '' };
    const files = Object.fromEntries(Object.entries(planted).map(([path, text]) => [`pkg/${path}`, text]));
    const { user, baseCommit } = await pullRequest(wrong, wrong, files);
    await user.run('cd pkg && git status').catch(() => {});
    await expect(report(user, 'pkg/stolen')).resolves.toBe('');
    await rm(join(user.folder, 'pkg/stolen'));
    const { exitCode, stdout } = await act(user, { local: 'true', cwd: 'pkg' }, baseCommit);
    expect(stdout).toContain('::warning title=service::The base of the pull request could not be verified');
    expect(stdout).toContain('::error file=pkg/package.json');
    expect(exitCode).toBe(1);
    await expect(report(user, 'pkg/stolen')).rejects.toThrow('ENOENT');
  });
});
