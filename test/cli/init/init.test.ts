import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { project, service, serviceHere, temporaryFolder } from '../service-process.ts';

const manifest =
  '{\n\t"name": "n8n-nodes-acme",\n\t"n8n": { "nodes": [] },\n\t"scripts": {\n\t\t"build": "n8n-node build"\n\t}\n}\n';

describe('service init', () => {
  it('writes configuration, script and workflow', async () => {
    const cwd = await project({ 'package.json': manifest });
    await mkdir(join(cwd, '.git'));
    const { stdout, exitCode } = await service(['init'], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      'Project type: n8n-node\n' +
        '  created    .service/config.json (configuration)\n' +
        '  changed    package.json (script "verify")\n' +
        '  created    .github/workflows/verify.yml (CI workflow)\n',
    );
    expect(JSON.parse(await readFile(join(cwd, '.service/config.json'), 'utf8'))).toEqual({ projectType: 'n8n-node' });
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toMatch(
      /"build": "n8n-node build",\n\t\t"verify": "service verify --local"\n\t\},\n\t"devDependencies": \{\n\t\t"verify-service": "\^\d+\.\d+\.\d+"\n\t\}\n\}\n$/,
    );
    const workflow = parseDocument(await readFile(join(cwd, '.github/workflows/verify.yml'), 'utf8'));
    expect(workflow.errors).toEqual([]);
    expect(workflow.toJS().jobs.verify.steps[2].run).toContain('verify --local --ref');
  });

  it.each([
    [
      'of the remote',
      { HEAD: 'ref: refs/heads/topic\n', 'refs/remotes/origin/HEAD': 'ref: refs/remotes/origin/trunk\n' },
      ['trunk'],
    ],
    ['that is checked out', { HEAD: 'ref: refs/heads/master\n' }, ['master']],
    ['that is not known', { HEAD: `${'a'.repeat(40)}\n` }, undefined],
    ['that is a pattern', { HEAD: 'ref: refs/heads/a+b\n' }, undefined],
  ])('verifies pushes to the default branch %s', async (_, git, branches) => {
    const files = Object.entries(git).map(([path, text]) => [`.git/${path}`, text]);
    const cwd = await project({ 'package.json': manifest, ...Object.fromEntries(files) });
    await serviceHere(['init'], { cwd });
    const workflow = parseDocument(await readFile(join(cwd, '.github/workflows/verify.yml'), 'utf8')).toJS();
    expect(workflow.on.push?.branches).toEqual(branches);
    expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
  });

  it('changes no existing file', async () => {
    const cwd = await project({ 'package.json': manifest });
    await serviceHere(['init'], { cwd });
    const before = await readFile(join(cwd, 'package.json'), 'utf8');
    await writeFile(join(cwd, '.github/workflows/verify.yml'), 'mine');
    const { stdout } = await serviceHere(['init', '--json'], { cwd });
    expect(JSON.parse(stdout).steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      Array(3).fill('unchanged'),
    );
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe(before);
    expect(await readFile(join(cwd, '.github/workflows/verify.yml'), 'utf8')).toBe('mine');
  });

  it('puts the workflow of a package in the root of the repository', async () => {
    const root = await project({ 'packages/a/package.json': manifest });
    await mkdir(join(root, '.git'));
    await serviceHere(['init', '--cwd', 'packages/a'], { cwd: root });
    expect(await readFile(join(root, '.github/workflows/verify.yml'), 'utf8')).toContain(
      "--local --cwd 'packages/a' --ref",
    );
  });

  it('writes no GitHub workflow for other hosts', async () => {
    const config = '[remote "origin"]\n\turl = https://gitlab.com/a/b.git\n';
    const cwd = await project({ 'package.json': manifest, '.git/config': config });
    const { stdout } = await serviceHere(['init', '--json'], { cwd });
    expect(JSON.parse(stdout).steps).toHaveLength(2);
  });

  it('says what is missing', async () => {
    expect((await serviceHere(['init'], { cwd: await temporaryFolder() })).stderr).toContain(
      'has no valid package.json',
    );
    const cwd = await project({ 'package.json': '{}' });
    const { stderr, exitCode } = await serviceHere(['init'], { cwd });
    expect(stderr).toContain('No project type detected in package.json; pass --type');
    expect(exitCode).toBe(2);
  });
});
