import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StallTimeout, withStallTimeout } from '../../../runner/source/stall-timeout.ts';

const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work that ends in time has its result', async () => {
  await expect(withStallTimeout(1, never, async () => 'done')).resolves.toBe('done');
  await expect(withStallTimeout(1, never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

test('work without progress is abandoned and aborted', async () => {
  let told: AbortSignal | undefined;
  const waiting = withStallTimeout(2, never, (signal) => {
    told = signal;
    return new Promise(() => {});
  });
  const outcome = expect(waiting).rejects.toEqual(new StallTimeout(2));
  await vi.advanceTimersByTimeAsync(1999);
  expect(told?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
  expect(told?.aborted).toBe(true);
});

test('slow work may continue as long as it makes progress', async () => {
  const working = withStallTimeout(2, never, async (_, alive) => {
    for (let step = 0; step < 10; step++) {
      await new Promise((resolve) => setTimeout(resolve, 1900));
      alive();
    }
    return 'done at last';
  });
  await vi.advanceTimersByTimeAsync(19_000);
  await expect(working).resolves.toBe('done at last');
});

test('work that fails because it was given up was silent, and did not fail', async () => {
  const waiting = withStallTimeout(
    2,
    never,
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  const outcome = expect(waiting).rejects.toBeInstanceOf(StallTimeout);
  await vi.advanceTimersByTimeAsync(2000);
  await outcome;
});

test('when the run ends, its reason is the outcome', async () => {
  const controller = new AbortController();
  const waiting = withStallTimeout(2, controller.signal, () => new Promise(() => {}));
  controller.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  await expect(withStallTimeout(2, controller.signal, () => new Promise(() => {}))).rejects.toThrow('over');
});
