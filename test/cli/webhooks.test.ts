import { expect, it } from 'vitest';
import { cloudWithoutWorkers } from './served-cloud.ts';
import { serviceHere } from './service-process.ts';

const cloud = cloudWithoutWorkers();

const run = (args: readonly string[]) =>
  serviceHere(args, { env: { SERVICE_API_KEY: cloud().key, SERVICE_BASE_URL: cloud().url } });

it('creates a webhook, lists its deliveries, repeats one, and removes it', async () => {
  const created = await run(['webhooks', 'create', 'http://hooks.invalid/hook']);
  const [, id = ''] = /^(wh_\w+) {2}http:\/\/hooks\.invalid\/hook\nSecret: whsec_\S+\n$/.exec(created.stdout) ?? [];
  expect(id).not.toBe('');
  expect((await run(['webhooks', 'list'])).stdout).toBe(`${id}  http://hooks.invalid/hook\n`);
  const verify = ['verify', 'n8n-nodes-x', '--type', 'n8n-node', '--no-wait', '--json'];
  const { runId } = JSON.parse((await run(verify)).stdout);
  await run(['runs', 'cancel', runId]);
  const { stdout } = await run(['webhooks', 'deliveries', id]);
  const [, message = ''] = new RegExp(`^(msg_\\w+) {2}pending +\\d attempts? .* ${runId}`).exec(stdout) ?? [];
  expect((await run(['webhooks', 'redeliver', id, message])).stdout).toContain(message);
  expect((await run(['webhooks', 'remove', id])).stdout).toBe(`Removed webhook ${id}\n`);
  expect(await run(['webhooks', 'deliveries', id])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`Webhook "${id}" does not exist`),
  });
});

it.each([
  [['create', 'http://127.0.0.1:1/'], 1, 'has an address that webhooks may not reach'],
  [['create'], 2, 'Missing argument <url>'],
  [['deliveries', 'wh_none'], 1, 'Webhook "wh_none" does not exist'],
  [['deliveries', 'wh_none', '--limit', '1000'], 2, 'Invalid --limit "1000"'],
])('refuses %j', async (args, exitCode, says) => {
  expect(await run(['webhooks', ...args])).toMatchObject({ exitCode, stderr: expect.stringContaining(says) });
});
