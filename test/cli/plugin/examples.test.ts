import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { javascriptProject, project, service, temporaryFolder } from '../service-process.ts';
import { runAuthorTests } from './author-tests.ts';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const githubAction = join(examples, 'github-action-plugin');
const houseRules = join(examples, 'house-rules-plugin');

describe.each([githubAction, houseRules])('%s', (plugin) => {
  it('passes the contract, and each of its codes is raised', async () => {
    const { exitCode, stdout } = await service(['plugin', 'test', plugin]);
    expect(stdout).not.toContain('✗');
    expect(exitCode).toBe(0);
  });

  it('passes its own tests', async () => {
    // Beside the other modules that it needs, but not in the repository: something gets installed.
    const copy = join(await temporaryFolder(), 'plugin');
    await cp(plugin, copy, { recursive: true });
    await cp(fileURLToPath(new URL('../../../node_modules/yaml', import.meta.url)), join(copy, 'node_modules/yaml'), {
      recursive: true,
    });
    const tests = await runAuthorTests(copy);
    expect(tests).toMatchObject({ exitCode: 0, failed: 0 });
    expect(tests.passed).toBeGreaterThan(0);
  });
});

describe('a project of the type that the example brings', () => {
  const action = (run: string) => ({
    'package.json': '{ "name": "greet", "keywords": ["github-action"] }\n',
    '.service/config.json': JSON.stringify({ plugins: [githubAction] }),
    '.gitignore': 'dist/\n',
    'action.yml': `name: Greet\ndescription: Says hello\nruns:\n  using: composite\n  steps:\n    - shell: bash\n      run: ${run}\n`,
  });

  it('fails where a fault is', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub, not of JavaScript
    const cwd = await project(action('"echo ${{inputs.who}}"'));
    const { exitCode, stdout } = await service(['verify', '--local', '--allow-plugins', '--no-logs'], { cwd });
    expect(stdout).toContain('Project type: github-action (auto-detected)');
    expect(stdout).toContain('action.yml:7:12  error  action-script-injection');
    expect(exitCode).toBe(1);
  });

  it('is known by --plugin as well, and has its bundle although it is ignored', async () => {
    const cwd = await project({
      '.gitignore': 'dist/\n',
      'action.yml': 'name: Greet\ndescription: Says hello\nruns:\n  using: node24\n  main: dist/index.js\n',
      'dist/index.js': '',
    });
    const args = ['verify', '--local', '--no-logs', '--type', 'github-action', '--plugin', githubAction];
    const { exitCode, stdout } = await service(args, { cwd });
    expect(stdout).toContain('Verification passed: 2 of 2 checks passed, 1 not run');
    expect(exitCode).toBe(0);
  });
});

describe('a house rule', () => {
  it('is one more check of a project type that it does not own', async () => {
    const args = ['verify', '--local', '--no-logs', '--plugin', houseRules];
    const { exitCode, stdout } = await service(args, { cwd: await javascriptProject() });
    expect(stdout).toContain('✗ acme: 1 error, 1 warning');
    expect(stdout).toContain('package.json:2:11  error  acme-scope');
    expect(exitCode).toBe(1);
  });
});
