import { expect, it, vi } from 'vitest';
import { account } from '../server/test-cloud.ts';
import { ownDatabase } from '../shared-postgres.ts';
import { start, toyModule } from '../started-process.ts';

const keyIn = (lines: readonly string[]) => lines[0]?.replace('API key: ', '') ?? '';
const urlIn = (lines: readonly string[]) => lines.at(-1)?.replace('Listening on ', '') ?? '';

it('workers take over the run of one that was killed, and no other', async () => {
  const env = { DATABASE_URL: await ownDatabase() };
  const server = await start(['serve', '--port', '0', '--workers', '0', '--plugin', toyModule], {
    ready: 'Listening on ',
    env,
  });
  const worker = () =>
    start(['worker', '--plugin', toyModule, '--isolation', 'permission'], { ready: 'Waiting for runs', env });
  const client = account(urlIn(server.lines), { id: '', keyId: '', key: keyIn(server.lines) });
  const log = async (runId: string) =>
    (await client.send('GET', `/runs/${runId}/logs`, undefined, { accept: 'application/x-ndjson' })).text;
  const atWork = (runId: string) =>
    vi.waitFor(async () => expect(await log(runId)).toContain('at work'), { timeout: 600_000, interval: 100 });
  await worker();
  const kept = await client.run({ log: ['at work'], forever: true });
  await atWork(kept);
  const victim = await worker();
  const taken = await client.run({ log: ['at work'], forever: true });
  await atWork(taken);
  const heir = await worker();
  victim.kill('SIGKILL');
  await vi.waitFor(async () => expect(await log(taken)).toContain('Restarted (attempt 2)'), {
    timeout: 600_000,
    interval: 250,
  });
  // A worker that lives keeps its run, however long that takes.
  expect(await log(kept)).not.toContain('Restarted (attempt 2)');
  for (const runId of [taken, kept]) {
    await client.send('POST', `/runs/${runId}/cancel`);
    await client.ended(runId);
  }
  const numbers = [...(await log(taken)).matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect((await client.send('GET', '/account')).json.credits).toEqual({ balance: 1_000, held: 0 });
  heir.kill('SIGTERM');
  await heir.ended;
});
