import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Judge } from '../../judge/judge.ts';
import type { TimedEvent } from '../../kernel/events.ts';
import type { Verification } from '../../kernel/result.ts';
import { Gates, type Toy } from '../cloud/toy-plugin.ts';
import { descendantsOf, isAlive } from '../runner/sandbox/descendants.ts';
import { judged, toyOrder } from './toy-request.ts';

let gates: Gates;
beforeAll(async () => {
  gates = await Gates.make();
});
afterAll(() => gates.remove());

const onLinux = existsSync('/proc/self/stat');
const soon = { timeout: 600_000, interval: 20 };
const processes = (of = process.pid) => descendantsOf(of).filter(({ command }) => /judge-program/.test(command));

async function judge(
  toy: Toy,
  { timeout = 60, signal = new AbortController().signal, during = async (_: Judge) => {} } = {},
): Promise<{ verification: Verification; events: TimedEvent[]; diagnostics: string | undefined }> {
  // Another file's cloud may have one that waits.
  const before = new Set(onLinux ? processes().map(({ id }) => id) : []);
  await using one = new Judge();
  const [result] = await Promise.all([judged(one, toyOrder(gates, toy, { timeout }), signal), during(one)]);
  await one.close();
  if (onLinux) expect(processes().filter(({ id }) => !before.has(id))).toEqual([]);
  return { ...result, diagnostics: one.diagnostics };
}

describe('a judge', () => {
  test('reports events and the result, and ends', async () => {
    const { verification, events } = await judge({ log: ['a line'], findings: 2 });
    expect(verification).toMatchObject({ status: 'failed', summary: '0 of 1 checks passed, 2 errors' });
    expect(verification.checks[0]?.findings).toHaveLength(2);
    expect(events.map(({ type }) => type)).toEqual(['checks', 'check-start', 'log', 'check-end']);
  });

  test('that was asked for nothing ends when it is closed', async () => {
    const one = new Judge();
    await one.close();
    expect(one.alive).toBe(false);
  });

  test('has no key, no database and no secret in its environment', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret');
    vi.stubEnv('SERVICE_API_KEY', 'secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { events } = await judge({ environment: true });
    const line = events.find((event) => event.type === 'log');
    expect(line).toMatchObject({ message: expect.stringContaining('HOME') });
    expect(JSON.stringify(line)).not.toMatch(/SECRET|API_KEY|DATABASE/i);
  });
});

describe('a check that never lets its thread go', () => {
  test('ends at the time limit of its run, and names the running check', async () => {
    const { verification, events, diagnostics } = await judge({ block: true }, { timeout: 10 });
    expect(verification).toMatchObject({
      status: 'timeout',
      passed: false,
      summary: 'TIMEOUT: the run exceeded its time limit of 10 s',
      checks: [{ name: 'toy', passed: false, message: expect.stringContaining('time limit') }],
    });
    expect(events.at(-1)).toMatchObject({ type: 'log', message: expect.stringContaining('running: toy') });
    expect(diagnostics).toBeDefined();
  });

  test.for([
    ['a loop', 'for (;;);', 3],
    ['a regular expression', "/^(a+)+$/.test('a'.repeat(50) + 'b');", 3],
  ] as const)('is stopped, and the other checks end: %s', async ([, code, line]) => {
    const { verification } = await judgedWith(`
      run: async function* ({ files }) { await files.read('toy.json');
        ${code} }`);
    expect(verification).toMatchObject({
      status: 'failed',
      checks: [
        {
          name: 'blocks',
          passed: false,
          message: `the check was stopped: the event loop was blocked for more than 5 s (p.mjs:${line}); in long loops, await \`setImmediate\` from \`node:timers/promises\``,
        },
        { name: 'waits', passed: true },
      ],
    });
  });

  test('ends when its run is cancelled, which is no failure', async () => {
    const abort = new AbortController();
    const during = async () => {
      await gates.arrival('spinning');
      gates.open('spinning');
      abort.abort();
    };
    const { verification, diagnostics } = await judge(
      { gate: 'spinning', spin: true },
      { signal: abort.signal, during },
    );
    expect(verification).toMatchObject({ status: 'rejected', summary: 'CANCELLED: the run was cancelled' });
    expect(diagnostics).toBeUndefined();
  });

  test.runIf(onLinux)('ends with the process that asked, though that is killed', async () => {
    const script = fileURLToPath(new URL('./spin-forever.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, gates.plugin.folder], { stdio: 'ignore' });
    await gates.arrival('orphan');
    const found = processes(parent.pid);
    expect(found).toHaveLength(1);
    gates.open('orphan');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await vi.waitUntil(() => found.filter(isAlive).length === 0, soon);
  });
});

/** The verdict on a toy of a plugin with two checks, of which one is given, and the other waits for it. */
async function judgedWith(run: string) {
  const folder = await mkdtemp(join(tmpdir(), 'blocking-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const check = "title: 'T', modes: ['project'], rules: [], timeout: 900";
  const plugin = `import { definePlugin } from 'verify-service'; const blocks = { name: 'blocks', ${check},${run} };
    const waits = { name: 'waits', ${check}, async *run() { await new Promise((end) => setTimeout(end, 3000)); } };
    export default definePlugin({ name: 'p', projectTypes: [{ name: 'toy', title: 'Toy', include: [], checks: [blocks, waits] }] });`;
  await writeFile(join(folder, 'p.mjs'), plugin);
  await using one = new Judge();
  const order = toyOrder({ plugin: { folder, specifier: './p.mjs' } }, {}, { timeout: 900 });
  return judged(one, order, new AbortController().signal);
}

test('a check that exceeds the memory limit fails its run with this reason', async () => {
  const { verification, events } = await judge({ fill: true });
  expect(verification).toMatchObject({
    status: 'failed',
    checks: [{ name: 'toy', passed: false, message: expect.stringMatching(/exceeded the memory limit of \d+ MiB/) }],
  });
  expect(events.at(-1)).toMatchObject({ level: 'error', message: expect.stringContaining('running: toy') });
  expect((await judge({})).verification.status).toBe('success');
});

test.runIf(onLinux)(
  'a check that exceeds the memory limit outside of the heap fails its run with this reason',
  async () => {
    const { verification, events } = await judge({ fillOutside: true });
    expect(verification).toMatchObject({
      status: 'failed',
      checks: [{ message: expect.stringMatching(/exceeded the memory limit of 1536 MiB/) }],
    });
    expect(events.at(-1)).toMatchObject({ level: 'error', message: expect.stringContaining('running: toy') });
  },
);

test('an error that nothing catches fails the run that it is in', async () => {
  const { verification } = await judge({ stray: 'a stray error' });
  expect(verification).toMatchObject({
    status: 'failed',
    checks: [{ message: expect.stringContaining('crashed: a stray error') }],
  });
});

test('a check that calls process.exit fails its run at once, and is named', async () => {
  const { verification, events } = await judge({ exit: true });
  const reason = 'the check process crashed: check "toy" called process.exit(0)';
  expect(verification).toMatchObject({ status: 'failed', checks: [{ message: `not finished: ${reason}` }] });
  expect(events.at(-1)).toMatchObject({ level: 'error', message: `${reason} (running: toy)` });
});

describe('a failure that the project did not cause', () => {
  test('is an internal error: a lack of resources', async () => {
    const { verification } = await judge({ stray: 'too many', code: 'EMFILE' });
    expect(verification).toMatchObject({
      status: 'rejected',
      summary: expect.stringContaining('RUNNER_ERROR: '),
      checks: [],
    });
  });

  test.runIf(onLinux)('is an internal error: a judge that was killed', async () => {
    const during = async () => {
      await gates.arrival('lost');
      for (const { id } of processes()) process.kill(id, 'SIGKILL');
    };
    const { verification } = await judge({ gate: 'lost' }, { during });
    expect(verification).toMatchObject({
      status: 'rejected',
      summary: 'RUNNER_ERROR: the check process ended unexpectedly (SIGKILL)',
      checks: [],
    });
  });

  test.runIf(onLinux)('is an internal error: no descriptors to start a judge', async () => {
    const script = fileURLToPath(new URL('./without-descriptors.ts', import.meta.url));
    const child = spawn(process.execPath, [script, gates.plugin.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(child.stdout, 'data');
    expect(JSON.parse(String(said))).toMatchObject({
      status: 'rejected',
      summary: 'RUNNER_ERROR: the check process failed to start (EMFILE)',
    });
  });
});
