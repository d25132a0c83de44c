import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../kernel/errors.ts';
import { builtinKernel } from '../../plugins/builtin.ts';
import { project, service, serviceHere } from './service-process.ts';
import { toyPlugin, toyProject } from './toy-project.ts';

const kernel = builtinKernel();

describe('explain', () => {
  it('prints all parts of a rule', async () => {
    const { exitCode, stdout } = await service(['explain', 'manifest-missing']);
    const { rule } = kernel.rules().get('manifest-missing') ?? {};
    for (const text of [rule?.title, rule?.why, rule?.fix, rule?.docs]) expect(stdout).toContain(text);
    expect(stdout).toMatch(/^manifest-missing {2}error, check manifest \(n8n-node\)\n/);
    expect(exitCode).toBe(0);
  });

  it('prints the message of an error and what to do', async () => {
    const { stdout } = await serviceHere(['explain', 'no_api_key']);
    const { message, next } = errorCatalogue.NO_API_KEY;
    expect(stdout).toBe(`NO_API_KEY  error, exit code 2\n\nMessage\n  ${message}\n\nWhat to do\n  ${next}\n`);
  });

  it('prints a check with its title, what it runs on and its codes', async () => {
    const { exitCode, stdout } = await serviceHere(['explain', 'manifest']);
    const [check] = kernel.checks('n8n-node').filter(({ name }) => name === 'manifest');
    expect(stdout).toMatch(/^manifest {2}check \(n8n-node\)\n/);
    expect(stdout).toContain(`\n\n${check?.title}\n`);
    expect(stdout).toContain('\n\nRuns on\n  a project on disk, a published package\n');
    for (const { code, title } of check?.rules ?? []) {
      expect(stdout).toContain(`\n  ${code} `);
      expect(stdout).toContain(title);
    }
    expect(exitCode).toBe(0);
    const document = JSON.parse((await serviceHere(['explain', 'manifest', '--json'])).stdout);
    expect(document).toMatchObject({ name: 'manifest', title: check?.title, projectType: 'n8n-node' });
    expect(document.rules).toHaveLength(check?.rules.length ?? 0);
  });

  it('gives either as a document', async () => {
    const rule = JSON.parse((await serviceHere(['explain', 'MANIFEST-MISSING', '--json'])).stdout);
    expect(rule).toMatchObject({
      code: 'manifest-missing',
      severity: 'error',
      check: 'manifest',
      projectType: 'n8n-node',
    });
    const error = JSON.parse((await serviceHere(['explain', 'TIMEOUT', '--json'])).stdout);
    expect(error).toEqual({ code: 'TIMEOUT', ...errorCatalogue.TIMEOUT });
  });

  it('finds rules of the plugins of this project, and of plugins that are named', async () => {
    const cwd = await toyProject({});
    const { exitCode, stdout } = await serviceHere(['explain', 'toy-error', '--allow-plugins'], { cwd });
    expect(stdout).toMatch(/^toy-error {2}error, check faults \(toy\)\n/);
    expect(exitCode).toBe(0);
    expect((await serviceHere(['explain', 'toy-error', '--allow-plugins', '--cwd', cwd])).stdout).toBe(stdout);
    expect((await serviceHere(['explain', 'toy-error', '--plugin', toyPlugin])).stdout).toBe(stdout);
    expect((await serviceHere(['explain', 'toy-error'])).exitCode).toBe(2);
  });

  it('explains an error in the configuration despite that configuration', async () => {
    const cwd = await project({ '.service/config.json': '{' });
    expect((await serviceHere(['explain', 'INVALID_CONFIG'], { cwd })).exitCode).toBe(0);
    expect((await serviceHere(['explain', 'manifest-missing'], { cwd })).exitCode).toBe(0);
    const { exitCode, stderr } = await serviceHere(['explain', 'toy-error', '--allow-plugins'], { cwd });
    expect(stderr).toContain('INVALID_CONFIG');
    expect(exitCode).toBe(2);
  });

  it('finds a code without its scope, and names codes that contain a word', async () => {
    const found = await serviceHere(['explain', 'valid-description']);
    expect(found.stdout).toMatch(/^@n8n\/community-nodes\/valid-description {2}error/);
    const { stderr, exitCode } = await serviceHere(['explain', 'package-json']);
    expect(stderr).toMatch(/Did you mean "\S*package-json\S*"( or "\S*package-json\S*")+\?/);
    expect(exitCode).toBe(2);
  });

  it('suggests the code that was meant', async () => {
    const { exitCode, stderr } = await serviceHere(['explain', 'manifest-mising']);
    expect(stderr).toContain('Did you mean "manifest-missing"? Run `service checks` to list checks and codes.');
    expect(exitCode).toBe(2);
  });
});

describe('checks', () => {
  it('lists every code once, under its check', async () => {
    const { exitCode, stdout } = await serviceHere(['checks']);
    for (const code of kernel.rules().keys()) {
      expect(stdout.split('\n').filter((line) => line.trim().split(/\s/)[0] === code)).toHaveLength(1);
    }
    expect(exitCode).toBe(0);
  });

  it('lists one project type as a document', async () => {
    const { stdout } = await serviceHere(['checks', '--type', 'n8n-workflow', '--json']);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({
        projectType: 'n8n-workflow',
        reserved: expect.stringContaining('not supported'),
        checks: [],
      }),
    ]);
    const all = JSON.parse((await serviceHere(['checks', '--json'])).stdout);
    const codes = all.flatMap(({ checks }: { checks: { rules: { code: string }[] }[] }) =>
      checks.flatMap(({ rules }) => rules.map(({ code }) => code)),
    );
    expect(codes.sort()).toEqual([...kernel.rules().keys()].sort());
  });

  it('lists those of the plugins of this project, and of plugins that are named', async () => {
    const cwd = await toyProject({});
    const inProject = await serviceHere(['checks', '--type', 'toy', '--allow-plugins'], { cwd });
    expect(inProject.stdout).toMatch(
      /^toy {2}.*\n\n {2}faults {2}The project has no faults, project only\n {4}toy-error/,
    );
    expect(inProject.exitCode).toBe(0);
    expect((await serviceHere(['checks', '--type', 'toy', '--plugin', toyPlugin])).stdout).toBe(inProject.stdout);
    expect((await serviceHere(['checks', '--allow-plugins'], { cwd })).stdout).toContain(inProject.stdout);
  });

  it('ignores a missing folder', async () => {
    const { exitCode, stderr } = await serviceHere(['checks', '--cwd', '/nowhere']);
    expect(stderr).toContain('UNREADABLE_PATH');
    expect(exitCode).toBe(2);
  });

  it('rejects an unknown type', async () => {
    const { exitCode, stderr } = await serviceHere(['checks', '--type', 'x']);
    expect(stderr).toContain('Error: Invalid --type "x" (INVALID_TYPE)');
    expect(exitCode).toBe(2);
  });
});
