import { rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { chooseIsolation, type Isolation } from '../../../runner/sandbox/isolation.ts';
import { descendantsOf, isAlive, type Process } from './descendants.ts';
import { writeProject } from './hostile/hostile-project.ts';
import { isolations } from './isolations.ts';
import type { Fault, Noted } from './noting-program.ts';

const works = isolations.some(({ name }) => name === 'bubblewrap');
const program = new URL('./noting-program.ts', import.meta.url);
const isKept = ({ command }: Process) => /^\S*node .*kept-bootstrap-program/.test(command);
const isLauncher = ({ command }: Process) => /launcher-program/.test(command);
const soon = { timeout: 20_000, interval: 25 };
let accounts = 0;

describe.runIf(works)('tools of a process that lasts', () => {
  let isolation: Isolation;
  let folder: string;
  let other: string;
  beforeAll(async () => {
    isolation = await chooseIsolation({ thorough: true });
    folder = await writeProject({ 'a/one.txt': 'one', 'bytes.bin': new Uint8Array([0, 255, 10]) });
    other = await writeProject({ 'b/two.txt': 'two' });
  });
  afterAll(async () => {
    await isolation.close?.();
    await Promise.all([folder, other].map((path) => rm(path, { recursive: true })));
  });

  const run = (account: string | undefined, of: string, fault?: Fault, job: Partial<SandboxJob> = {}) =>
    isolation
      .sandbox({ folder: of, ...(account !== undefined && { account }) })
      .run({ program, input: { fault }, profile: 'tool', reusable: true, timeout: 30, ...job });
  const noted = async (...asked: Parameters<typeof run>): Promise<Noted> => {
    const outcome = await run(...asked);
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
    return outcome.result as Noted;
  };
  const anybody = () => `account ${++accounts}`;
  const kept = () => descendantsOf(process.pid).filter(isKept);

  test('stay for the next project of the same account, of which they see nothing but its files', async () => {
    const account = anybody();
    const first = await noted(account, folder);
    expect(first.files).toEqual({
      'package.json': '{"name":"n8n-nodes-hostile"}',
      'a/one.txt': 'one',
      'bytes.bin': '\u0000\u00ff\n',
    });
    const second = await noted(account, other);
    expect(second).toMatchObject({ self: first.self, earlier: 1 });
    expect(Object.keys(second.files).sort()).toEqual(['b/two.txt', 'package.json']);
    expect(second.scratch).toEqual(['p01', 'p01/b', 'p01/b/two.txt', 'p01/package.json', 's01']);
    expect(second.project).not.toBe(first.project);
    expect(second.project).toHaveLength('/project'.length);
  });

  test('are never used for another account, nor for another program or without a name', async () => {
    const { self } = await noted(anybody(), folder);
    const stranger = await noted(anybody(), folder);
    const nobody = await noted(undefined, folder);
    expect(new Set([self, stranger.self, nobody.self]).size).toBe(3);
    expect(nobody).toMatchObject({ project: '/project' });
    expect(nobody.earlier).toBeUndefined();
  });

  test('are told apart by where they are, not by what path they have in the sandbox', async () => {
    const account = anybody();
    const plugins = await Promise.all(
      ['one', 'two'].map((text) =>
        writeProject({ 'package.json': '{"type":"module"}', 'program.js': `export default () => '${text}';` }),
      ),
    );
    const answers = [];
    for (const plugin of plugins) {
      const own = { program: pathToFileURL(join(plugin, 'program.js')) };
      answers.push(await run(account, folder, undefined, own));
    }
    expect(answers).toMatchObject([{ result: 'one' }, { result: 'two' }]);
    await Promise.all(plugins.map((path) => rm(path, { recursive: true })));
  });

  test('do one thing at a time: what comes meanwhile waits for them, and has one of its own when that takes long', async () => {
    const account = anybody();
    const enough = Math.ceil(availableParallelism() / 2);
    const all = (fault?: Fault) => Promise.all(Array.from({ length: enough }, () => noted(account, folder, fault)));
    const selves = (of: readonly Noted[]) => new Set(of.map(({ self }) => self));
    const first = selves(await all());
    const soon = await Promise.all([all('wait'), noted(account, other, 'wait'), noted(account, other, 'wait')]);
    expect(selves(soon.flat())).toEqual(first);
    const [busy, impatient] = await Promise.all([all('wait long'), noted(account, other)]);
    expect(selves(busy)).toEqual(first);
    expect(impatient).toMatchObject({ earlier: 0, files: { 'b/two.txt': 'two' } });
  });

  test('that are waited for and end are replaced for who waits', async () => {
    const account = anybody();
    await noted(account, folder);
    const [slow, next] = await Promise.all([
      run(account, folder, 'hang', { timeout: 0.3 }),
      noted(account, other),
      noted(account, other),
    ]);
    expect(slow).toMatchObject({ kind: 'timeout' });
    expect(next).toMatchObject({ files: { 'b/two.txt': 'two' } });
  });

  test.each<Fault>(['throw', 'write', 'exit', 'print'])(
    'do again in a new process what goes wrong in a used one: %s',
    async (fault) => {
      const account = anybody();
      const first = await noted(account, folder);
      const second = await noted(account, other, fault);
      expect(second).toMatchObject({ earlier: 0, files: { 'b/two.txt': 'two' } });
      expect(second.self).not.toBe(first.self);
      expect(await noted(account, folder)).toMatchObject({ self: second.self, earlier: 1 });
    },
  );

  test.each<Fault>(['pollute', 'retire'])('are not used again when they say so: %s', async (fault) => {
    const account = anybody();
    const first = await noted(account, folder);
    expect(await noted(account, folder, fault)).toMatchObject({ self: first.self });
    expect(await noted(account, folder)).toMatchObject({ earlier: 0 });
  });

  test('that are killed while nobody asks are replaced', async () => {
    const account = anybody();
    const before = new Set(kept().map(({ id }) => id));
    const first = await noted(account, folder);
    for (const { id } of kept()) if (!before.has(id)) process.kill(id, 'SIGKILL');
    const second = await noted(account, folder);
    expect(second.earlier).toBe(0);
    expect(second.self).not.toBe(first.self);
  });

  test('are replaced when the process that starts them is', async () => {
    const account = anybody();
    await noted(account, folder);
    for (const { id } of descendantsOf(process.pid).filter(isLauncher)) process.kill(id, 'SIGKILL');
    expect(await noted(account, folder)).toMatchObject({ earlier: 0 });
  });

  test('have no more time than others, and no second try after it', async () => {
    const account = anybody();
    const before = new Set(kept().map(({ id }) => id));
    await noted(account, folder);
    const ours = kept().filter(({ id }) => !before.has(id));
    expect(ours.length).toBeGreaterThan(0);
    expect(await run(account, folder, 'hang', { timeout: 0.3 })).toMatchObject({ kind: 'timeout', seconds: 0.3 });
    expect(ours.filter(isAlive)).toEqual([]);
    expect(await noted(account, folder)).toMatchObject({ earlier: 0 });
  });

  test('are all gone when something is cancelled', async () => {
    const account = anybody();
    const before = new Set(kept().map(({ id }) => id));
    await Promise.all([noted(account, folder), noted(account, folder)]);
    const ours = kept().filter(({ id }) => !before.has(id));
    expect(ours.length).toBeGreaterThan(0);
    const abort = new AbortController();
    const running = run(account, folder, 'hang', { signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    expect(await running).toMatchObject({ kind: 'ended', reason: 'it was cancelled' });
    expect(ours.filter(isAlive)).toEqual([]);
    expect(await run(account, folder, undefined, { signal: abort.signal })).toMatchObject({
      reason: 'it was cancelled',
    });
  });

  test('that are waited for are not waited for after a cancel', async () => {
    const account = anybody();
    await noted(account, folder);
    const abort = new AbortController();
    const busy = Array.from({ length: Math.ceil(availableParallelism() / 2) }, () => run(account, folder, 'wait long'));
    const waiting = run(account, folder, undefined, { signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    expect(await waiting).toMatchObject({ kind: 'ended', reason: 'it was cancelled' });
    expect((await Promise.all(busy)).map(({ kind }) => kind)).toEqual(busy.map(() => 'done'));
  });

  test('are gone when there was no work for a while', async () => {
    await noted(anybody(), folder);
    expect(kept().length).toBeGreaterThan(0);
    await vi.waitUntil(() => kept().length === 0, soon);
  });

  test('see a project as it is, in a process for it alone, where it is more than files or has others laid over', async () => {
    const account = anybody();
    const linked = await writeProject({ 'a.txt': 'a' });
    await symlink('a.txt', join(linked, 'b.txt'));
    const large = await writeProject({});
    const hollow = await writeProject({ 'a/b.txt': 'b' });
    await rm(join(hollow, 'a/b.txt'));
    await writeFile(join(large, 'large.txt'), Buffer.alloc(5 * 1024 * 1024, 'a'));
    const alone = { project: '/project' };
    expect(await noted(account, linked)).toMatchObject(alone);
    const overlay = { 'c.txt': 'c' };
    expect(await noted(account, folder, undefined, { overlay })).toMatchObject({ ...alone, files: { 'c.txt': 'c' } });
    expect(await noted(account, large)).toMatchObject(alone);
    expect(await noted(account, hollow)).toMatchObject(alone);
    expect(await noted(account, folder, undefined, { reusable: false })).toMatchObject(alone);
    await Promise.all([linked, large, hollow].map((path) => rm(path, { recursive: true })));
  });
});
