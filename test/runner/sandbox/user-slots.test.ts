import { expect, test } from 'vitest';
import { UserSlots } from '../../../runner/sandbox/user-slots.ts';

test('no two children have the same user at the same time', async () => {
  const slots = new UserSlots();
  const taken = await Promise.all(Array.from({ length: 184 }, () => slots.take()));
  expect(new Set(taken)).toHaveLength(184);
  expect([Math.min(...taken), Math.max(...taken)]).toEqual([61_000, 61_183]);
});

test('waits for the first released user when all are taken', async () => {
  const slots = new UserSlots([1, 2]);
  const [one] = [await slots.take(), await slots.take()];
  const third = slots.take();
  slots.release(one);
  expect(await third).toBe(one);
});

test('does not use a user again immediately', async () => {
  const slots = new UserSlots([1, 2, 3]);
  const first = await slots.take();
  slots.release(first);
  expect(await slots.take()).not.toBe(first);
});
