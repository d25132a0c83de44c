import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compiledForAll, project, service, temporaryFolder } from './service-process.ts';

/** Node.js then refuses to start other processes. */
const alone = { NODE_OPTIONS: '--permission --allow-fs-read=* --allow-fs-write=*' };

/** A project, and a cache of its own to verify it with. */
async function place() {
  const cwd = await project({ 'package.json': JSON.stringify({ name: 'n8n-nodes-toy', version: '1.0.0' }) });
  const env = { ...compiledForAll, XDG_CACHE_HOME: await temporaryFolder(), SERVICE_NO_CACHE: '' };
  const verify = async (args: readonly string[] = [], more: Record<string, string> = {}) => {
    const ended = await service(['verify', '--local', '--type', 'n8n-node', ...args], {
      cwd,
      env: { ...env, ...more },
    });
    const same = (text: string) =>
      text.replace(/local-[0-9a-f]{16}/g, 'local-ID').replace(/\[\d\d:\d\d:\d\d\]/g, '[time]');
    return { ...ended, stdout: same(ended.stdout), stderr: same(ended.stderr) };
  };
  return { cwd, verify };
}

it('verify --local of a project that has not changed starts no process, and prints the same; after any change it does', async () => {
  const { cwd, verify } = await place();
  const args = ['--report', 'json=report.json', '--report', 'md=-'];
  const first = await verify(args);
  const cached = await verify(args);
  const recorded = await verify(args, alone);
  expect(first.exitCode).toBe(1);
  expect(recorded.stdout).toBe(cached.stdout);
  expect(recorded).toMatchObject({ exitCode: 1, stderr: cached.stderr, left: [] });

  const needsProcess = async (args: readonly string[] = [], env: Record<string, string> = {}) => {
    const { stdout, stderr } = await verify(args, { ...alone, ...env });
    expect(stdout).not.toContain('manifest-');
    return stderr;
  };
  expect(await needsProcess(['--no-cache'])).toMatch(/RUNNER_ERROR|denied|restricted/i);
  await needsProcess(['--timeout', '100']);
  await needsProcess([], { SERVICE_KITS_DIR: await temporaryFolder() });
  await mkdir(join(cwd, '.service'));
  await writeFile(join(cwd, '.service/config.json'), '{ "rules": { "manifest-repository-missing": "off" } }');
  await needsProcess();
  await writeFile(join(cwd, '.service/config.json'), '{}');
  expect((await verify([], alone)).stdout).toContain('manifest-');
  await appendFile(join(cwd, 'package.json'), '\n');
  await needsProcess();
});
