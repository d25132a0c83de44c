import { expect, it } from 'vitest';
import { describeClouds } from './describe-clouds.ts';
import { toyRequest } from './test-cloud.ts';

describeClouds('a run whose configuration names plugins', {}, (cloud) => {
  it('is judged if the cloud has them', async () => {
    const account = await cloud().account();
    const { status, json } = await account.send('POST', '/runs', { ...toyRequest(), plugins: ['toy'] });
    expect(status).toBe(201);
    await account.ended(json.runId);
    expect((await account.send('GET', `/runs/${json.runId}`)).json.status).toBe('success');
  });

  it('is refused before it costs anything if the cloud lacks one', async () => {
    const account = await cloud().account();
    const answer = await account.send('POST', '/runs', { ...toyRequest(), plugins: ['toy', '@acme/<house-rules>'] });
    expect(answer).toMatchObject({ status: 422, json: { code: 'PLUGIN_UNAVAILABLE' } });
    expect(answer.json.errors).toEqual([{ pointer: '#/plugins/1', detail: expect.stringContaining('it has: toy') }]);
    expect((await account.send('GET', '/runs')).json.runs).toEqual([]);
    expect((await account.send('GET', '/account')).json.credits).toEqual({ balance: 10, held: 0 });
  });

  it.each([[['']], [['a\nb']], [['x'.repeat(513)]], [[1]], ['toy'], [Array.from({ length: 101 }, () => 'toy')]])(
    'is refused for what are no names',
    async (plugins) => {
      const account = await cloud().account();
      const answer = await account.send('POST', '/runs', { ...toyRequest(), plugins });
      expect(answer).toMatchObject({ status: 422, json: { code: 'INVALID_PAYLOAD' } });
    },
  );
});
