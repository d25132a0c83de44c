import { readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxJob, SandboxOutcome } from '../../../kernel/sandbox.ts';
import { writeProject } from './hostile/hostile-project.ts';
import { isolations, lasting } from './isolations.ts';

const program = new URL('./sample-program.js', import.meta.url);

/** Temporary folders of this process. */
const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`service-sandbox-${process.pid}-`));

const all = [...isolations.map((isolation) => ({ isolation, of: '' })), { isolation: lasting, of: ' that lasts' }];

describe.each(all)('a sandbox of $isolation.name$of', ({ isolation }) => {
  let folder: string;
  beforeAll(async () => {
    folder = await writeProject({ 'src/index.ts': 'source', 'dist/old.js': 'old' });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await isolation.close?.();
    expect(temporary()).toEqual([]);
  });

  const run = (action: string, job: Partial<SandboxJob> & { given?: unknown; of?: string } = {}) => {
    const { given, of = folder, ...rest } = job;
    const input = { action, given };
    return isolation.sandbox({ folder: of }).run({ program, input, profile: 'tool', timeout: 20, ...rest });
  };
  const resultOf = (outcome: SandboxOutcome): unknown => {
    expect(outcome).toMatchObject({ kind: 'done' });
    return outcome.kind === 'done' ? outcome.result : undefined;
  };

  test('uses the expected isolation', () => {
    expect(isolation.sandbox({ folder }).isolation).toBe(isolation.name);
  });

  test.each(['tool', 'untrusted'] as const)(
    'passes the input to the program and returns its result: %s',
    async (profile) => {
      const given = { text: 'ä\u2028\0', list: [1, null, { deep: true }], large: 'x'.repeat(500_000) };
      expect(resultOf(await run('echo', { profile, given }))).toEqual(given);
    },
  );

  test('gives background programs a lower priority', async () => {
    const usual = Number(resultOf(await run('priority')));
    expect(resultOf(await run('priority', { background: true }))).toBeGreaterThan(usual);
  });

  test('distinguishes no result from null', async () => {
    expect(resultOf(await run('nothing'))).toBeNull();
  });

  test('returns the error of the program, and prints its stack', async () => {
    const outcome = await run('throw');
    expect(outcome).toMatchObject({ kind: 'threw', message: 'the program gave up' });
    expect(outcome.output).toMatch(/TypeError: the program gave up\n +at .*sample-program/);
  });

  test('reports a missing program', async () => {
    const outcome = await run('echo', { program: new URL('./no-such-program.ts', import.meta.url) });
    expect(outcome).toMatchObject({ kind: 'threw', message: expect.stringContaining('no-such-program') });
  });

  test('keeps the last 64 KiB of the output', async () => {
    const { output } = await run('print');
    expect(output).toContain('ooothe end\n');
    expect(output).toContain('and an error\n');
    expect(output).toHaveLength(65_536);
  });

  test('shows the project', async () => {
    expect(resultOf(await run('project'))).toEqual({
      'dist/old.js': 'old',
      'package.json': '{"name":"n8n-nodes-hostile"}',
      'src/index.ts': 'source',
    });
  });

  test('shows packages as if they were installed above the project', async () => {
    const modules = await mkdtemp(join(tmpdir(), 'packages-'));
    await mkdir(join(modules, 'acme'), { mode: 0o755 });
    await writeFile(join(modules, 'acme/package.json'), '{"name":"acme"}');
    const seen = { text: '{"name":"acme"}', beside: true };
    try {
      await chmod(modules, 0o755);
      expect(resultOf(await run('packages', { packages: modules }))).toEqual(seen);
      // Under a folder that only we may enter, as that of the cache is.
      await chmod(modules, 0o700);
      await mkdir(join(modules, 'open'), { mode: 0o755 });
      await rename(join(modules, 'acme'), join(modules, 'open/acme'));
      const overlay = { 'src/index.ts': 'other' };
      expect(resultOf(await run('packages', { packages: join(modules, 'open'), overlay }))).toEqual(seen);
    } finally {
      await rm(modules, { recursive: true });
    }
    expect(await run('packages')).toMatchObject({ kind: 'threw', message: expect.stringContaining('Cannot find') });
  });

  test.each(['known', 'promised'])('overlays files on the project, which is unchanged: %s', async (when) => {
    const files = { 'dist/old.js': 'new', 'dist/nodes/deep/added.js': 'added' };
    const overlay = when === 'known' ? files : new Promise<typeof files>((resolve) => setImmediate(resolve, files));
    expect(resultOf(await run('project', { profile: 'untrusted', overlay }))).toEqual({
      'dist/nodes/deep/added.js': 'added',
      'dist/old.js': 'new',
      'package.json': '{"name":"n8n-nodes-hostile"}',
      'src/index.ts': 'source',
    });
    expect(await readFile(join(folder, 'dist/old.js'), 'utf8')).toBe('old');
    expect(readdirSync(join(folder, 'dist'))).toEqual(['old.js']);
  });

  test.each(['../outside', '/etc/passwd', 'a/../../outside', '', '.'])('rejects an overlay over %j', async (path) => {
    const outcome = await run('project', { overlay: { [path]: 'x' } });
    expect(outcome).toMatchObject({
      kind: 'ended',
      reason: `The overlay path "${path}" leads out of the project`,
    });
  });

  test('follows no link that leads out of the project', async () => {
    const linked = await writeProject({ 'a.js': 'a' });
    await symlink('/etc/passwd', join(linked, 'absolute.js'));
    await symlink('../../etc/passwd', join(linked, 'relative.js'));
    await symlink('a.js', join(linked, 'inside.js'));
    const outcome = await run('project', { of: linked, overlay: { 'b.js': 'b' } });
    await rm(linked, { recursive: true });
    expect(resultOf(outcome)).toMatchObject({ 'a.js': 'a', 'b.js': 'b', 'inside.js': 'a' });
    expect(Object.keys(resultOf(outcome) ?? {})).toEqual(['a.js', 'b.js', 'inside.js', 'package.json']);
  });

  test('shows a project that only we may read, in a folder that only we may enter', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'closed-'));
    const closed = join(parent, 'project');
    await mkdir(closed, { mode: 0o700 });
    await writeFile(join(closed, 'index.js'), 'x', { mode: 0o600 });
    expect(resultOf(await run('project', { of: closed, profile: 'untrusted' }))).toEqual({ 'index.js': 'x' });
    await chmod(closed, 0o755);
    await chmod(join(closed, 'index.js'), 0o644);
    expect(resultOf(await run('project', { of: closed, profile: 'untrusted' }))).toEqual({ 'index.js': 'x' });
    await rm(parent, { recursive: true });
  });

  test('gives a tool an empty writable folder', async () => {
    expect(resultOf(await run('scratch'))).toEqual({ before: [], after: ['file'] });
  });

  test('lets a tool start processes and load compiled modules', async () => {
    expect(resultOf(await run('child'))).toBe('42\n');
    expect(resultOf(await run('compiled'))).toEqual([]);
  });

  test('returns a large result of a tool', async () => {
    expect(resultOf(await run('large'))).toHaveLength(2 ** 20);
    expect(await run('large', { profile: 'untrusted' })).toMatchObject({ kind: 'ended' });
  });

  // Node's permission model hides nothing but what is in the files.
  const whereHidden = test.skipIf(isolation.name === 'permission-model');

  whereHidden('shows no hidden files of our own package', async () => {
    expect(String(resultOf(await run('beside')))).not.toContain('.git');
  });

  whereHidden('tells no path of the host', async () => {
    const seen = [await run('place'), await run('module'), await run('throw')];
    const here = new URL('../../..', import.meta.url).pathname;
    expect(JSON.stringify(seen)).not.toContain(here);
    expect(JSON.stringify(seen)).not.toContain(folder);
  });

  test('leaves nothing in the temporary folder', async () => {
    await run('place');
    const before = temporary();
    await Promise.all([run('place'), run('throw'), run('project', { overlay: { 'x.js': '' } }), run('scratch')]);
    expect(temporary()).toEqual(before);
  });
});
