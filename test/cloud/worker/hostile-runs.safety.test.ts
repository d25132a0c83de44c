import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cloud, startCloud } from '../../../cloud/start-cloud.ts';
import { descendantsOf } from '../../runner/sandbox/descendants.ts';
import { makeFolder } from '../folder.ts';
import { type Account, account as accountAt, toyRequest } from '../server/test-cloud.ts';
import { emptyDataFolder } from '../store/embedded-template.ts';
import { Gates, type Toy } from '../toy-plugin.ts';

// On the embedded database, where one process does it all.
let cloud: Cloud;
let gates: Gates;
let account: Account;
let stop: () => Promise<void>;
beforeAll(async () => {
  const folder = await makeFolder();
  await emptyDataFolder(folder.path);
  gates = await Gates.make();
  cloud = await startCloud({ database: { folder: folder.path }, port: 0, workers: 2, plugins: [gates.plugin] });
  account = accountAt(cloud.url, { id: '', keyId: '', key: cloud.firstKey ?? '' });
  stop = async () => {
    await cloud.close();
    await Promise.all([gates.remove(), folder.remove()]);
  };
});
afterAll(() => stop());

/** What comes of a run, and how often the server answered from when its check began until it ended. */
async function runOf(toy: Toy, gate: string, timeout = 300) {
  // Open from the start: a check that computes goes on at once, whatever its limit.
  gates.open(gate);
  const created = await account.send('POST', '/runs', { ...toyRequest({ ...toy, gate }), timeout });
  const { runId } = created.json;
  await gates.arrival(gate);
  let answers = 0;
  let over = false;
  const ended = account.ended(runId).finally(() => {
    over = true;
  });
  while (!over) {
    const { status } = await fetch(`${cloud.url}/healthz`);
    if (status === 200) answers += 1;
    await delay(50);
  }
  await ended;
  const run = await account.send('GET', `/runs/${runId}`);
  const result = await account.send('GET', `/runs/${runId}/result`);
  const log = await account.send('GET', `/runs/${runId}/logs`, undefined, { accept: 'application/x-ndjson' });
  return { run: run.json, result: result.json, log: log.text, answers };
}

it('a check that blocks its thread for ever ends with the limit of its run; the server answers all the while', async () => {
  const { run, result, log, answers } = await runOf({ block: true }, 'block', 20);
  expect(run).toMatchObject({ status: 'timeout', credits: { charged: 1, refunded: 0 } });
  expect(result.checks).toMatchObject([
    { name: 'toy', passed: false, message: expect.stringContaining('time limit of the run reached') },
  ]);
  expect(log).toContain('running: toy');
  expect(answers).toBeGreaterThan(5);
  expect((await runOf({}, 'after-block')).run.status).toBe('success');
});

it.runIf(existsSync('/proc/self/autogroup'))('the server goes before runs, in their own session too', async () => {
  await account.send('POST', '/runs', toyRequest({ gate: 'nice' }));
  await gates.arrival('nice');
  const niceness = getPriority() + 10;
  const isNice = ({ id }: { id: number }) =>
    getPriority(id) === niceness && readFileSync(`/proc/${id}/autogroup`, 'utf8').endsWith(` nice ${niceness}\n`);
  const judges = () => descendantsOf(process.pid).filter(({ command }) => command.includes('judge-program'));
  await vi.waitUntil(() => judges().some(isNice), { timeout: 600_000, interval: 20 });
  gates.open('nice');
});

it('a check that exhausts the memory fails its run, which is charged once', async () => {
  const { run, result, answers } = await runOf({ fillOutside: true }, 'fill');
  expect(run).toMatchObject({ status: 'failed', credits: { charged: 1, refunded: 0 } });
  expect(result.checks).toMatchObject([{ name: 'toy', message: expect.stringContaining('memory limit') }]);
  expect(answers).toBeGreaterThan(5);
  expect((await runOf({}, 'after-fill')).run.status).toBe('success');
});

it('what the machine lacks is refunded', async () => {
  const { run, result } = await runOf({ stray: 'too many open files', code: 'EMFILE' }, 'machine');
  expect(run).toMatchObject({ status: 'rejected', credits: { charged: 0, refunded: 1 } });
  expect(result.summary).toMatch(/^RUNNER_ERROR: /);
});
