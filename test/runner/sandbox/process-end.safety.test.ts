import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { descendantsOf, isAlive, type Process } from './descendants.ts';
import { writeProject } from './hostile/hostile-project.ts';
import { isolations } from './isolations.ts';

const runsNode = ({ command }: Process) => /^\S*node .*(bootstrap-program|setInterval)/.test(command);

const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform !== 'linux').each(isolations)('processes under $name', (isolation) => {
  let folder: string;
  beforeAll(async () => {
    folder = await writeProject({});
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await isolation.close?.();
  });

  const start = (job: Partial<SandboxJob>, children = 0) =>
    isolation.sandbox({ folder }).run({
      program: new URL('./endless-program.js', import.meta.url),
      input: { children },
      profile: 'untrusted',
      timeout: 30,
      ...job,
    });

  /** Our processes, once `count` of them are running Node. */
  const whenUp = (count: number, of = process.pid): Promise<Process[]> =>
    vi.waitUntil(
      () => {
        const found = descendantsOf(of);
        const nodes = found.filter(runsNode);
        return nodes.length >= count && found;
      },
      { timeout: 600_000, interval: 25 },
    );

  test('a cancelled child is gone when its outcome is known', async () => {
    const abort = new AbortController();
    const running = start({ signal: abort.signal });
    const processes = await whenUp(1);
    abort.abort();
    expect(await running).toMatchObject({ kind: 'ended', reason: 'it was cancelled' });
    expect(processes.filter(isAlive)).toEqual([]);
  });

  test('a child cancelled while it is being started is gone as well', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const abort = new AbortController();
      const running = start({ signal: abort.signal });
      await vi.waitUntil(() => descendantsOf(process.pid).length > 0, { timeout: 600_000, interval: 1 });
      abort.abort();
      expect(await running).toMatchObject({ kind: 'ended', reason: 'it was cancelled' });
      expect(descendantsOf(process.pid)).toEqual([]);
    }
  });

  test('a child that is cancelled before it starts never does', async () => {
    const running = start({ signal: AbortSignal.abort() });
    expect(await running).toMatchObject({ kind: 'ended', reason: 'it was cancelled' });
    expect(descendantsOf(process.pid)).toEqual([]);
  });

  test('a child prepares itself while its input is not known, which counts for no limit', async () => {
    const job = { program: new URL('./prepared-program.js', import.meta.url), profile: 'tool' } as const;
    const input = Promise.withResolvers<string>();
    const running = start({ ...job, input: input.promise });
    const late = Promise.withResolvers<string>();
    const runningLate = start({ ...job, input: late.promise, timeout: 0.01 });
    await whenUp(4);
    input.resolve('ä');
    expect(await running).toMatchObject({ kind: 'done', result: 'ä' });
    late.resolve('endless');
    expect(await runningLate).toMatchObject({ kind: 'timeout', seconds: 0.01 });
  });

  test('a child whose input never comes is gone when it is cancelled', async () => {
    const program = new URL('./prepared-program.js', import.meta.url);
    const abort = new AbortController();
    const running = start({ program, profile: 'tool', input: new Promise(() => {}), signal: abort.signal });
    const processes = await whenUp(2);
    abort.abort();
    expect(await running).toMatchObject({ kind: 'ended', reason: 'it was cancelled' });
    await vi.waitUntil(() => processes.filter(isAlive).length === 0, { timeout: 600_000, interval: 25 });
  });

  test('a child past its time is gone with all that it started', async () => {
    const running = start({ profile: 'tool', timeout: 2 }, 3);
    const processes = await whenUp(4);
    expect(await running).toMatchObject({ kind: 'timeout', seconds: 2 });
    await vi.waitUntil(() => processes.filter(isAlive).length === 0, { timeout: 600_000, interval: 25 });
  });

  test.each([
    ['anybody can get to', 0o755],
    ['only its owner can get to', 0o700],
  ])('a child is gone when its parent is killed, with a project that %s', async (_, mode) => {
    const above = await mkdtemp(join(tmpdir(), 'service-process-end-'));
    onTestFinished(() => rm(above, { recursive: true }));
    const project = join(above, 'project');
    await mkdir(project);
    await chmod(project, 0o755);
    await chmod(above, mode);
    const script = fileURLToPath(new URL('./run-forever.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, isolation.name, project], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { TMPDIR: folder },
    });
    await once(parent.stdout, 'data');
    const processes = await whenUp(1, parent.pid).finally(() => parent.kill('SIGKILL'));
    await vi.waitUntil(() => processes.filter(isAlive).length === 0, { timeout: 600_000, interval: 25 });
  });

  test.each([
    { who: 'a child', isIt: runsNode },
    { who: 'whoever makes a child', isIt: ({ parent }: Process) => parent === process.pid },
  ])('$who is started again when somebody else kills it', async ({ isIt }) => {
    const abort = new AbortController();
    const running = start({ signal: abort.signal });
    const first = (await whenUp(1)).filter(isIt);
    for (const { id } of first) process.kill(id, 'SIGKILL');
    const isAnother = ({ id }: Process) => first.every((one) => one.id !== id);
    await vi.waitUntil(() => descendantsOf(process.pid).some((one) => runsNode(one) && isAnother(one)), {
      timeout: 600_000,
    });
    abort.abort();
    expect(await running).toMatchObject({ kind: 'ended', reason: 'it was cancelled' });
    expect(descendantsOf(process.pid)).toEqual([]);
  });

  test.runIf(existsSync('/proc/self/autogroup'))('a child in the background lets other sessions go first', async () => {
    const abort = new AbortController();
    const running = start({ background: true, signal: abort.signal });
    const program = (await whenUp(1)).find(runsNode);
    await vi.waitUntil(
      () => readFileSync(`/proc/${program?.id}/autogroup`, 'utf8').endsWith(` nice ${getPriority() + 5}\n`),
      {
        timeout: 600_000,
        interval: 25,
      },
    );
    abort.abort();
    await running;
  });

  test('concurrent children are different users, and none of them is root', async () => {
    const abort = new AbortController();
    const running = Array.from({ length: 3 }, () => start({ signal: abort.signal }));
    const processes = await whenUp(3);
    abort.abort();
    await Promise.all(running);
    const users = new Set(processes.filter(runsNode).map(({ user }) => user));
    expect(users).toHaveLength(isRoot ? 3 : 1);
    expect(users).not.toContain(0);
  });
});
