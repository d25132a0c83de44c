import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository, type ShellUser, shellUser } from '../cli/shell-user.ts';

const read = (path: string) => readFile(join(repository, path), 'utf8');
const report = (user: ShellUser, path: string) => readFile(join(user.folder, path), 'utf8');

const Step = Type.Object({
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

/** Somebody whose project fails at once, and for little: it is a manifest. */
async function failingUser(): Promise<ShellUser> {
  const user = await shellUser();
  const manifest = { name: 'n8n-nodes-x', repository: { url: 'https://gitlab.com/x/n8n-nodes-x' } };
  await writeFile(join(user.folder, 'package.json'), JSON.stringify({ ...manifest, n8n: { nodes: [] } }));
  return user;
}

/** `npm ci` would ask the registry; the tests have none, and `service` is there already. */
const withoutInstall = (scripts: readonly string[]) => scripts.filter((script) => script !== 'npm ci');

describe('verify.sh', () => {
  it('passes with the project, and leaves reports', async () => {
    const user = await shellUser('passing-node');
    const { exitCode, stdout } = await user.run(await read('examples/ci/verify.sh'));
    expect(stdout).toMatch(/^Starting verification of n8n-nodes-harborline\.\.\.\nRun ID: local-/);
    expect(stdout).toMatch(/Verification passed: (\d+) of \1 checks passed\nCredits used: 0$/);
    expect(await report(user, 'reports/service.xml')).toContain('failures="0" errors="0"');
    expect(JSON.parse(await report(user, 'reports/service.json'))).toMatchObject({ passed: true });
    expect(exitCode).toBe(0);
  });

  it('goes to the cloud where there is a key', async () => {
    const user = await shellUser('passing-node');
    const env = { SERVICE_API_KEY: `svc_12345678_${'x'.repeat(32)}`, SERVICE_BASE_URL: 'http://127.0.0.1:9' };
    const { exitCode, stderr } = await user.run(await read('examples/ci/verify.sh'), { env });
    expect(stderr).toContain('CONNECTION_FAILED');
    expect(exitCode).toBe(1);
  });
});

it('gitlab-ci.yml fails with the project, and leaves the report that it declares', async () => {
  const { verify } = Parse(Pipeline, parse(await read('examples/ci/gitlab-ci.yml')));
  const scripts = withoutInstall(verify.script);
  const user = await failingUser();
  const { exitCode, stdout } = await user.run(scripts.join('\n'), { env: { CI_COMMIT_SHA: 'abc' } });
  expect(stdout).toMatch(/Verification failed: \d+ of \d+ checks passed/);
  expect(await report(user, verify.artifacts.reports.junit)).toMatch(/failures="[1-9]/);
  expect(exitCode).toBe(1);
});

it('github.yml annotates, and uploads the report that it has written', async () => {
  const { steps } = Parse(Workflow, parse(await read('examples/ci/github.yml'))).jobs.verify;
  const scripts = withoutInstall(steps.flatMap(({ run }) => run ?? []));
  const user = await failingUser();
  const { exitCode, stdout } = await user.run(scripts.join('\n'), { shell: 'bash', env: { GITHUB_SHA: 'abc' } });
  expect(stdout).toMatch(/^::error file=package\.json,line=\d+,col=\d+,title=manifest-repository-not-github::/m);
  const upload = steps.find(({ uses }) => uses?.startsWith('github/codeql-action/upload-sarif@'));
  const sarif = JSON.parse(await report(user, String(upload?.with?.['sarif_file'])));
  expect(sarif.runs[0].properties).toMatchObject({ ref: 'abc', status: 'failed' });
  expect(exitCode).toBe(1);
});

describe('action.yml', () => {
  /** What the runner of GitHub does with it: the inputs into the environment, then the script. */
  async function act(user: ShellUser, given: Record<string, string>) {
    const { inputs, runs } = Parse(Action, parse(await read('action.yml')));
    const input = (name: string) => given[name] ?? inputs[name]?.default ?? expect.fail(`no input ${name}`);
    const step = runs.steps.find(({ run }) => run !== undefined);
    const env = Object.fromEntries(
      Object.entries(step?.env ?? {}).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, name: string) => input(name)),
      ]),
    );
    expect(step?.shell).toBe('bash');
    return user.run(step?.run ?? '', { shell: 'bash', env: { ...env, GITHUB_SHA: 'abc' } });
  }

  it('passes its inputs on', async () => {
    const user = await failingUser();
    const { exitCode, stdout } = await act(user, { local: 'true', report: 'github\nsarif=out/a b.sarif\n' });
    expect(stdout).toContain('::error file=package.json');
    expect(JSON.parse(await report(user, 'out/a b.sarif')).runs[0].properties.ref).toBe('abc');
    expect(exitCode).toBe(1);
  });

  it('takes no input for a command', async () => {
    const user = await shellUser();
    const { exitCode, stderr } = await act(user, { local: 'true', cwd: '$(touch stolen); "`touch stolen`' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('$(touch stolen)');
    await expect(report(user, 'stolen')).rejects.toThrow('ENOENT');
  });

  it('says what is missing where there is no key', async () => {
    const { exitCode, stderr } = await act(await shellUser('passing-node'), {});
    expect(stderr).toContain('NO_API_KEY');
    expect(exitCode).toBe(2);
  });

  it('holds the rules that our own example plugin has for actions', async () => {
    const user = await shellUser();
    await user.run(`cp '${repository}/action.yml' . && echo '{ "name": "x" }' > package.json`);
    const plugin = join(repository, 'examples/github-action-plugin');
    const { stdout } = await user.run(`service verify --local --no-logs --type github-action --plugin '${plugin}'`);
    expect(stdout).toMatch(/Verification passed: (\d+) of \1 checks passed\n/);
  });
});
