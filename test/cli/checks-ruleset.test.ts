import { expect, it } from 'vitest';
import { javascriptProject, project, serviceHere, temporaryFolder } from './service-process.ts';

it('`checks --ruleset next` shows what a newer ruleset would change, and what is in force', async () => {
  const ended = await serviceHere(['checks', '--ruleset', 'next'], { cwd: await project({}) });
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ended.stdout).toMatch(/current ruleset n8n-\d{4}-\d{2}/);
  expect(ended.stdout).toMatch(/next ruleset \(n8n-\d{4}-\d{2}-next, kit n8n-[\d.]+-next\)/);
  expect(ended.stdout).toMatch(/added +@n8n\/community-nodes\/no-unsafe-connection-type-cast {2}error/);
  expect(ended.stdout).toMatch(/stricter +@n8n\/community-nodes\/no-overrides-field/);
});

it('as JSON, for every project type', async () => {
  const ended = await serviceHere(['checks', '--ruleset', 'next', '--json'], { cwd: await project({}) });
  const [type, reserved] = JSON.parse(ended.stdout);
  expect(type).toMatchObject({ projectType: 'n8n-node', next: { changes: expect.arrayContaining([]) } });
  expect(type.next.changes[0]).toMatchObject({ kind: 'added', check: 'nodes', rule: { severity: 'error' } });
  expect(reserved).toMatchObject({ projectType: 'n8n-workflow', next: { changes: [] } });
});

it('the ruleset in force may be named, another one may not', async () => {
  const cwd = await project({});
  const all = await serviceHere(['checks', '--type', 'n8n-node'], { cwd });
  const [, inForce = ''] = /ruleset (n8n-\S+)/.exec(all.stdout) ?? [];
  expect((await serviceHere(['checks', '--type', 'n8n-node', '--ruleset', inForce], { cwd })).stdout).toBe(all.stdout);
  const unknown = await serviceHere(['checks', '--ruleset', 'n8n-1999-01'], { cwd });
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unknown.stderr).toContain('Unknown ruleset "n8n-1999-01"');
});

it('`verify --ruleset` takes `next` and the ruleset in force', async () => {
  const env = { SERVICE_KITS_DIR: await temporaryFolder() };
  const cwd = await javascriptProject();
  const verify = (name: string) => serviceHere(['verify', '--local', '--ruleset', name], { cwd, env });
  const next = await verify('next');
  expect(next.stderr).toMatch(/Ruleset: n8n-\d{4}-\d{2}-next/);
  expect(next.stdout).toMatch(/n8n [\d.]+-next is not installed; run `service n8n install [\d.]+-next`/);
  const unknown = await verify('n8n-1999-01');
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/Unknown ruleset "n8n-1999-01"; use one of: n8n-\d{4}-\d{2}, next/);
});
