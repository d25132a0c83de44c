import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { isolationAs } from '../../../runner/sandbox/isolation.ts';
import { attack, writeProject } from './hostile/hostile-project.ts';
import { isolations } from './isolations.ts';

const bubblewrap = isolations.find(({ name }) => name === 'bubblewrap');

describe.skipIf(bubblewrap === undefined)('a child under bubblewrap', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await writeProject({});
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function resultOf(action: string, profile: SandboxJob['profile'] = 'tool'): Promise<unknown> {
    const program = new URL('./sample-program.js', import.meta.url);
    const job = { program, input: { action }, profile, timeout: 20 };
    const outcome = await bubblewrap?.sandbox({ folder }).run(job);
    expect(outcome).toMatchObject({ kind: 'done' });
    return outcome?.kind === 'done' ? outcome.result : undefined;
  }

  test('is nobody, may gain nothing, and is filtered', async () => {
    const status = await resultOf('status');
    expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
    expect(status).toMatch(/^Gid:\t65534\t65534\t65534\t65534$/m);
    expect(status).toMatch(/^Cap(Inh|Prm|Eff|Bnd|Amb):\t0{16}$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(status).toMatch(/^NSpid:\t1$/m);
  });

  test.each([
    ['ends at once', '/bin/false', 'it exited with code 1 without a result'],
    ['is not there', '/nowhere', '(ENOENT)'],
  ])('is no fault of the project where bubblewrap %s', async (_, bwrap, reason) => {
    const parts = bubblewrap?.parts;
    if (!parts) throw new Error('There is no bubblewrap');
    const broken = await isolationAs({ parts: { ...parts, bwrap } });
    const program = new URL('./sample-program.js', import.meta.url);
    const job = { program, input: { action: 'nothing' }, profile: 'untrusted' as const, timeout: 20 };
    const running = broken.sandbox({ folder }).run(job);
    await expect(running).rejects.toMatchObject({ code: 'RUNNER_ERROR', message: expect.stringContaining(reason) });
  });

  test('without mounts of our own writes nothing, and loads no libraries', async () => {
    const parts = bubblewrap?.parts;
    if (!parts) throw new Error('There is no bubblewrap');
    const plain = await isolationAs({ parts: { ...parts, mounts: undefined } });
    const writes = `module.exports = ({ scratch }) => require('fs').writeFileSync(scratch + '/file', 'x')`;
    expect(await attack(plain, writes)).toMatchObject({ kind: 'threw', message: expect.stringContaining('EROFS') });
    const loads = `module.exports = ({ project }) => require('crypto').setEngine(project + '/package.json')`;
    expect(await attack(plain, loads)).toMatchObject({ message: expect.stringContaining('unsupported') });
    expect(await attack(plain, 'module.exports = () => 1')).toMatchObject({ kind: 'done', result: 1 });
  });

  test('has its limits', async () => {
    const limits = await resultOf('limits');
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
    expect(limits).toMatch(/^Max open files +4096 +4096 /m);
    expect(limits).toMatch(/^Max processes +256 +256 /m);
    expect(limits).toMatch(/^Max data size +8589934592 +8589934592 /m);
  });

  test('sees the folders that it was given, two devices, Node and prlimit', async () => {
    const folders = ['bin', 'dev', 'lib', 'lib64', 'project', 'service', 'tmp'];
    const [root, devices, programs] = Object.values((await resultOf('root', 'untrusted')) ?? {});
    expect(folders).toEqual(expect.arrayContaining(root));
    expect(devices).toEqual(['null', 'urandom']);
    expect(programs).toEqual(['node', 'prlimit']);
  });
});
