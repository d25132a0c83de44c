import { expect, test } from 'vitest';
import { UserSlots } from '../../../runner/sandbox/user-slots.ts';

test('no two children have the same user at the same time', async () => {
  const slots = new UserSlots();
  const taken = await Promise.all(Array.from({ length: 184 }, () => slots.take()));
  expect(new Set(taken)).toHaveLength(184);
  expect([Math.min(...taken), Math.max(...taken)]).toEqual([61_000, 61_183]);
});

test('who comes when all are taken waits for the first that is given back', async () => {
  const slots = new UserSlots([1, 2]);
  const [one] = [await slots.take(), await slots.take()];
  const third = slots.take();
  slots.release(one);
  expect(await third).toBe(one);
});

test('a user is not used again at once', async () => {
  const slots = new UserSlots([1, 2, 3]);
  const first = await slots.take();
  slots.release(first);
  expect(await slots.take()).not.toBe(first);
});
