import { expect, it } from 'vitest';
import { describeClouds } from './describe-clouds.ts';
import type { Account } from './test-cloud.ts';

// Without workers: runs stay queued, so that limits hold for as long as the test looks.
describeClouds('POST /runs:batch', { workers: 0, embedded: true }, (cloud) => {
  const send = (account: Account, packageRefs: unknown, { key = 'batch', ...options }: Record<string, unknown> = {}) =>
    account.send(
      'POST',
      '/runs:batch',
      { projectType: 'toy', packageRefs, ...options },
      { 'idempotency-key': `${key}` },
    );
  const names = (count: number) => Array.from({ length: count }, (_, index) => `@acme/toy-${index}`);

  it('creates runs up to the cap, and the rest later, each once', async () => {
    const account = await cloud().account({ credits: 100, concurrency: 2 });
    const first = await send(account, names(5));
    expect([first.status, first.headers.get('retry-after')]).toEqual([200, '5']);
    expect(first.json).toMatchObject({ created: 2, waiting: 3 });
    const [one, two, three] = first.json.packages;
    expect(one).toEqual({ packageRef: '@acme/toy-0', runId: expect.any(String), status: 'queued' });
    expect(three).toMatchObject({ packageRef: '@acme/toy-2', code: 'CONCURRENCY_CAP_REACHED' });
    expect((await send(account, names(5))).json).toEqual({ ...first.json, created: 0 });
    await account.send('POST', `/runs/${one.runId}/cancel`);
    const next = (await send(account, names(5))).json;
    expect(next).toMatchObject({ created: 1, waiting: 2 });
    expect(next.packages.slice(0, 2)).toEqual([{ ...one, status: 'rejected' }, two]);
    expect((await account.send('GET', '/runs')).json.runs).toHaveLength(3);
  });

  it('creates one run for a package that is listed twice, or requested several times at once', async () => {
    const account = await cloud().account({ concurrency: 10 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(account, ['@acme/a', '@acme/b', '@acme/a'])));
    for (const { json } of answers) expect(json).toMatchObject({ waiting: 0, packages: [{}, {}] });
    expect(answers.reduce((sum, { json }) => sum + json.created, 0)).toBe(2);
    expect((await account.send('GET', '/account')).json.credits).toEqual({ balance: 8, held: 2 });
  });

  it('creates no more runs than there are credits for', async () => {
    const account = await cloud().account({ credits: 1, concurrency: 10 });
    const { json } = await send(account, names(3));
    expect(json).toMatchObject({ created: 1, waiting: 2 });
    expect(json.packages[1].code).toBe('INSUFFICIENT_CREDITS');
  });

  it('verifies again with another key, and refuses the same key with other options', async () => {
    const account = await cloud().account({ concurrency: 10 });
    const [{ runId }] = (await send(account, names(1))).json.packages;
    expect((await send(account, names(1), { key: 'other' })).json.packages[0].runId).not.toBe(runId);
    expect((await send(account, names(1), { timeout: 10 })).json.code).toBe('INVALID_PAYLOAD');
    expect((await send(await cloud().account(), names(1))).json.packages[0].runId).not.toBe(runId);
  });

  it.each([
    ['no packages', []],
    ['more than a thousand', Array.from({ length: 1_001 }, (_, index) => `p${index}`)],
    ['far too many', Array.from({ length: 50_000 }, () => 'p')],
    ['a path', ['fine', '../etc']],
    ['what is no text', [1]],
  ])('refuses %s, and creates nothing', async (_, packageRefs) => {
    const account = await cloud().account();
    expect((await send(account, packageRefs)).json.code).toBe('INVALID_PAYLOAD');
    expect((await account.send('GET', '/runs')).json.runs).toEqual([]);
  });

  it('says which package it refuses', async () => {
    const { json } = await send(await cloud().account(), ['fine', 'x@']);
    expect(json.errors).toEqual([{ pointer: '#/packageRefs/1', detail: expect.stringContaining('no version') }]);
  });

  it('refuses a million lines before it looks at them', async () => {
    const account = await cloud().account();
    expect(
      (
        await send(
          account,
          Array.from({ length: 1_000_000 }, () => 'p'),
        )
      ).status,
    ).toBe(413);
  });

  it('refuses a batch without a key', async () => {
    const account = await cloud().account();
    const { json } = await account.send('POST', '/runs:batch', { projectType: 'toy', packageRefs: ['p'] });
    expect(json.code).toBe('INVALID_PAYLOAD');
  });
});
