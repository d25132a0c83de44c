import { describe, expect, it } from 'vitest';
import { isLoopback, safeIsolation } from '../../cloud/safe-isolation.ts';
import { chooseIsolation, type Isolation } from '../../runner/sandbox/isolation.ts';

const weak = () => chooseIsolation({ prefer: 'permission-model' });
const strong = async (): Promise<Isolation> => ({ ...(await weak()), name: 'bubblewrap' });

describe('runs of other people', () => {
  it('need bubblewrap', async () => {
    await expect(safeIsolation({ allowed: undefined, exposed: true }, weak)).rejects.toMatchObject({
      code: 'ISOLATION_REQUIRED',
      message: expect.stringContaining('bubblewrap'),
    });
    expect((await safeIsolation({ allowed: undefined, exposed: true }, strong)).name).toBe('bubblewrap');
  });

  it('use weaker isolation if the operator allows it', async () => {
    expect((await safeIsolation({ allowed: 'permission', exposed: true }, weak)).name).toBe('permission-model');
  });
});

it('local runs use weaker isolation, with a note', async () => {
  const isolation = await safeIsolation({ allowed: undefined, exposed: false }, weak);
  expect(isolation).toMatchObject({ name: 'permission-model', note: expect.stringContaining('does not protect') });
});

describe('only this machine reaches', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('%s', (host) => expect(isLoopback(host)).toBe(true));
});

describe('others reach', () => {
  it.each(['0.0.0.0', '::', '10.0.0.1', 'example.com', '127.0.0.1.example.com', ''])('%s', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
