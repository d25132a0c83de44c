import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { chooseIsolation, type Isolation } from '../../../runner/sandbox/isolation.ts';
import { Launcher } from '../../../runner/sandbox/launcher.ts';
import { descendantsOf, isAlive, type Process } from './descendants.ts';
import { writeProject } from './hostile/hostile-project.ts';
import { isolations } from './isolations.ts';

const works = isolations.some(({ name }) => name === 'bubblewrap');
const isLauncher = ({ command }: Process) => /launcher-program/.test(command);
const isChild = ({ command }: Process) => /^\S*node .*bootstrap-program/.test(command);
const soon = { timeout: 20_000, interval: 25 };

describe.runIf(works)('children of a process that lasts', () => {
  let isolation: Isolation;
  let folder: string;
  beforeAll(async () => {
    isolation = await chooseIsolation({ thorough: true });
    folder = await writeProject({});
  });
  afterAll(() => isolation.close?.());

  const start = (job: Partial<SandboxJob> = {}) =>
    isolation.sandbox({ folder }).run({
      program: new URL('./endless-program.ts', import.meta.url),
      input: { children: 0 },
      profile: 'untrusted',
      timeout: 30,
      ...job,
    });
  const found = (which: (process: Process) => boolean, of = process.pid) => descendantsOf(of).filter(which);
  const whenUp = (count: number, of?: number) =>
    vi.waitUntil(() => {
      const up = found(isChild, of);
      return up.length >= count && up;
    }, soon);

  test('are started by another process, and gone when the outcome of a cancel is there', async () => {
    const abort = new AbortController();
    const running = [start({ signal: abort.signal }), start({ signal: abort.signal })];
    const children = await whenUp(2);
    expect(found(isLauncher)).toHaveLength(1);
    abort.abort();
    const cancelled = { kind: 'ended', reason: 'it was cancelled' };
    expect(await Promise.all(running)).toMatchObject([cancelled, cancelled]);
    expect(children.filter(isAlive)).toEqual([]);
  });

  test('never start when they are cancelled before', async () => {
    expect(await start({ signal: AbortSignal.abort() })).toMatchObject({ reason: 'it was cancelled' });
    expect(found(isChild)).toEqual([]);
  });

  test('end with the process that starts them, which says so; the next one has another', async () => {
    const running = start();
    const children = await whenUp(1);
    const [launcher] = found(isLauncher);
    process.kill(launcher?.id ?? 0, 'SIGKILL');
    expect(await running).toEqual({ kind: 'ended', reason: 'the process that started it ended', output: '' });
    await vi.waitUntil(() => children.filter(isAlive).length === 0, soon);
    expect(await start({ timeout: 0.1 })).toEqual({ kind: 'timeout', seconds: 0.1, output: '' });
  });

  test('have no process to start them when there were none for a while', async () => {
    await start({ timeout: 0.05 });
    expect(found(isLauncher)).toHaveLength(1);
    await vi.waitUntil(() => found(isLauncher).length === 0, soon);
  });

  test('are not taken for those of another process that starts some', async () => {
    const launcher = new Launcher();
    const run = { order: Buffer.from('{}'), resultLimit: 10, timeout: 10 };
    const sleep = { file: '/bin/sleep', args: ['0.3'] };
    for (let turn = 0; turn < 5; turn++) {
      const first = launcher.run(sleep, run);
      launcher.close();
      const second = launcher.run(sleep, run);
      await expect(first).rejects.toThrow('the process that started it ended');
      expect(await second).toMatchObject({ kind: 'ended', exitCode: 0 });
    }
    launcher.close();
  });

  test('that can not be started are told as such', async () => {
    const launcher = new Launcher();
    const run = { order: Buffer.from('{}'), resultLimit: 10, timeout: 10 };
    await expect(launcher.run({ file: '/no/such', args: [] }, run)).rejects.toThrow('it could not be started');
    launcher.close();
  });

  test('end with the process that wants them, though it is killed or its group is signalled', async () => {
    const script = fileURLToPath(new URL('./run-forever.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, 'lasting', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { TMPDIR: folder },
      detached: true,
    });
    await once(parent.stdout, 'data');
    const children = await whenUp(1, parent.pid);
    const all = found(() => true, parent.pid);
    expect(all.some(isLauncher)).toBe(true);
    process.kill(-(parent.pid ?? 0), 'SIGKILL');
    await vi.waitUntil(() => [...all, ...children].filter(isAlive).length === 0, soon);
  });

  test('are not ended by signals that are meant for the process that wants them', async () => {
    const running = start({ timeout: 3 });
    await whenUp(1);
    for (const { id } of found(isLauncher))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(id, signal);
    expect(await running).toMatchObject({ kind: 'timeout' });
  });
});
