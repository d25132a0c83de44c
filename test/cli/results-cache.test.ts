import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiledForAll, serviceHere, temporaryFolder } from './service-process.ts';
import { cachedToyPlugin, toyProject } from './toy-project.ts';

const unchanged = /1 of 3 checks from cache \(unchanged since \d{4}-\S+Z\)/;
const fault = { code: 'toy-error', message: 'One fault', file: 'src/a.txt', line: 3, column: 5 };
const doubt = { code: 'toy-warning', message: 'A doubt', file: 'src/a.txt', line: 4 };

/** A project with these faults, and a cache of its own to verify it with. */
async function place(faults: readonly object[]) {
  const cache = await temporaryFolder();
  const files = { 'src/faults.json': JSON.stringify(faults), 'src/a.txt': 'a' };
  const cwd = await toyProject(files, { plugins: [cachedToyPlugin] });
  const verify = async (...args: string[]) => {
    const env = { ...compiledForAll, XDG_CACHE_HOME: cache, SERVICE_NO_CACHE: '' };
    const { stdout, ...ended } = await serviceHere(['verify', '--local', '--allow-plugins', ...args], { cwd, env });
    return { ...ended, stdout: stdout.replace(/local-[0-9a-f]{16}/g, 'local-ID') };
  };
  const configure = async (config: object) => {
    const path = join(cwd, '.service/config.json');
    const { default: before } = await import(path, { with: { type: 'json' } });
    await writeFile(path, JSON.stringify({ ...before, ...config }));
  };
  return { cwd, cache, verify, configure };
}

describe('verify --local, a second time', () => {
  it('prints the same, logs that it is cached, and counts with the rules and flags of this time', async () => {
    const { verify, configure } = await place([fault, doubt]);
    const first = await verify();
    const second = await verify();
    expect(first.exitCode).toBe(1);
    expect(first.stderr).not.toMatch(unchanged);
    expect(second.stderr).toMatch(unchanged);
    expect(second.stderr).toContain('looking at 3 files');
    expect({ ...second, stderr: '' }).toEqual({ ...first, stderr: '' });
    await configure({ rules: { 'toy-error': 'warning' } });
    const softened = await verify('--max-warnings', '1');
    expect(softened).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(unchanged) });
    expect(softened.stdout).toContain('3 of 3 checks passed, 2 warnings');
    await configure({ rules: { 'toy-error': 'off' } });
    expect((await verify()).stdout).toContain('3 of 3 checks passed, 1 warning');
  });

  it('runs again when a byte has changed, and with --no-cache', async () => {
    const { cwd, verify } = await place([fault]);
    await verify();
    expect((await verify('--no-cache')).stderr).not.toMatch(unchanged);
    await writeFile(join(cwd, 'src/a.txt'), 'b');
    expect((await verify()).stderr).not.toMatch(unchanged);
  });

  it('runs again, with one message, if the cache cannot be used', async () => {
    const { cache, verify } = await place([]);
    await writeFile(join(cache, 'service'), 'in the way');
    const { exitCode, stderr } = await verify();
    expect(exitCode).toBe(0);
    expect(stderr.match(/Results are not cached/g)).toHaveLength(1);
  });
});
