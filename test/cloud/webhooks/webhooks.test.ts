import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeClouds } from '../server/describe-clouds.ts';
import type { Account } from '../server/test-cloud.ts';
import { certificateFor, receiver, status } from './receiver.ts';

/** Milliseconds: a busy machine is no fault. */
const patience = { timeout: 600_000 };
const settings = { webhookRanges: ['127.0.0.1'], webhookRetrySeconds: 0 };

async function hooked(account: Account, url: string): Promise<{ webhookId: string; secret: string }> {
  const { status, json } = await account.send('POST', '/webhooks', { url });
  expect(status).toBe(201);
  return json;
}

/** The newest delivery, once it is no longer to be delivered. */
async function settled(account: Account, webhookId: string) {
  for (;;) {
    const { json } = await account.send('GET', `/webhooks/${webhookId}/deliveries`);
    const [newest] = json.deliveries;
    if (newest && newest.status !== 'pending') return newest;
    await delay(50);
  }
}

describeClouds('webhooks', { settings, embedded: true }, (cloud, kind) => {
  it('are sent for each run that ends or is cancelled before it starts, until they are accepted, and can be sent again', async () => {
    const [account, other] = [await cloud().account(), await cloud().account()];
    const { url, received, count } = await receiver(status(204));
    const { webhookId, secret } = await hooked(account, url);
    const busy = await receiver((response, times) => status(times < 3 ? 500 : 200)(response));
    const retried = await hooked(account, busy.url);
    const gone = await receiver((response, times) => status(times === 1 ? 410 : 200)(response));
    const refused = await hooked(account, gone.url);
    const cancelled = await receiver(status(200));
    await hooked(other, cancelled.url);

    const runId = await account.run({ gate: 'ends', findings: 1 });
    await cloud().gates.arrival('ends');
    const waiting = await other.run();
    await other.send('POST', `/runs/${waiting}/cancel`);
    await cancelled.count(1);
    expect(JSON.parse(cancelled.received[0]?.body ?? '')).toMatchObject({
      data: { runId: waiting, status: 'rejected' },
    });
    cloud().gates.open('ends');

    await count(1);
    const [{ headers, body } = expect.fail()] = received;
    // Standard Webhooks verifies the signature.
    const message = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(message).toEqual({
      type: 'run.ended',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        runId,
        status: 'failed',
        passed: false,
        summary: '0 of 1 checks passed, 1 error',
        projectType: 'toy',
        packageName: 'toy',
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
      },
    });
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    const delivery = await settled(account, webhookId);
    expect(delivery).toMatchObject({
      deliveryId: headers['webhook-id'],
      runId,
      status: 'delivered',
      attempts: 1,
      responseStatus: 204,
    });
    expect(received).toHaveLength(1);

    const failed = await settled(account, refused.webhookId);
    expect(failed).toMatchObject({ status: 'failed', attempts: 1, responseStatus: 410, error: 'status 410' });
    const path = `/webhooks/${refused.webhookId}/deliveries/${failed.deliveryId}/redeliver`;
    const again = await account.send('POST', path);
    expect([again.status, again.json.status]).toEqual([202, 'pending']);
    await gone.count(2);
    expect(await settled(account, refused.webhookId)).toMatchObject({
      deliveryId: failed.deliveryId,
      status: 'delivered',
    });

    await busy.count(3);
    expect(await settled(account, retried.webhookId)).toMatchObject({
      status: 'delivered',
      attempts: 3,
      responseStatus: 200,
    });
    expect(new Set(busy.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  // The rest asks nothing of a database that is not asked above.
  if (kind === 'embedded') return;

  it('are told over HTTPS, once the server trusts the certificate', async () => {
    const account = await cloud().account();
    const tls = await certificateFor('127.0.0.1');
    const { url, received, count } = await receiver(status(204), tls);
    const { webhookId } = await hooked(account, url);
    await account.run();
    const path = `/webhooks/${webhookId}/deliveries`;
    const first = () => account.send('GET', path).then(({ json }) => json.deliveries[0]);
    await vi.waitUntil(async () => (await first())?.error, patience);
    expect(await first()).toMatchObject({
      status: 'pending',
      error: expect.stringContaining('self-signed certificate'),
    });
    const trusted = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, tls.cert]);
    await count(1);
    expect(await settled(account, webhookId)).toMatchObject({ status: 'delivered', responseStatus: 204 });
    expect(received).toHaveLength(1);
  });

  it('at an address that the operator does not allow are never reached', async () => {
    const account = await cloud().account();
    const { port, received } = await receiver(status(200));
    for (const host of ['127.0.0.2', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254', '0x7f.0.0.2', '2130706434']) {
      const { status, json } = await account.send('POST', '/webhooks', { url: `http://${host}:${port}/` });
      expect([host, status, json.detail]).toEqual([host, 422, '#/url: has an address that webhooks may not reach']);
    }
    expect(received).toEqual([]);
  });

  it.each(['', 'nothing', 'ftp://example.com/', 'http://me:secret@example.com/', 'file:///etc/passwd', 'javascript:1'])(
    'are not made of %j',
    async (url) => {
      const account = await cloud().account();
      expect((await account.send('POST', '/webhooks', { url })).json.code).toBe('INVALID_PAYLOAD');
    },
  );

  it('belong to their account, which has at most 20 and can remove them', async () => {
    const [account, stranger] = [await cloud().account(), await cloud().account()];
    const made = await Promise.all(
      Array.from({ length: 22 }, () => account.send('POST', '/webhooks', { url: 'https://example.com/hook' })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    const { webhooks } = (await account.send('GET', '/webhooks')).json;
    const { webhookId } = webhooks[0];
    expect(JSON.stringify(webhooks)).not.toContain('whsec_');
    for (const [method, path] of [
      ['GET', 'deliveries'],
      ['POST', 'remove'],
      ['POST', 'deliveries/msg_1/redeliver'],
    ] as const) {
      expect((await stranger.send(method, `/webhooks/${webhookId}/${path}`)).status).toBe(404);
    }
    expect((await account.send('POST', `/webhooks/${webhookId}/deliveries/msg_1/redeliver`)).status).toBe(404);
    expect((await account.send('POST', `/webhooks/${webhookId}/remove`)).json.webhookId).toBe(webhookId);
    expect((await account.send('GET', '/webhooks')).json.webhooks).toHaveLength(19);
  });
});
