import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serviceError } from '../../kernel/errors.ts';
import type { Hooks } from '../../kernel/hooks.ts';
import type { Source } from '../../runner/source/source.ts';
import { memorySource } from './memory-source.ts';
import { failing, hanging, logged, passing, run } from './sample-run.ts';

describe('a source', () => {
  test('is closed once, for any status', async () => {
    const sources = [memorySource(), memorySource()] as const;
    await run({ checks: [passing('a')], source: sources[0] });
    await run({ checks: [failing('a')], source: sources[1] });
    expect(sources.map(({ closed }) => closed)).toEqual([1, 1]);
  });

  test('that fails with an error of the catalogue ends the run with its code', async () => {
    const source: Source = {
      ...memorySource(),
      open: () => Promise.reject(serviceError('INVALID_PAYLOAD', { reason: 'no' })),
    };
    expect((await run({ checks: [passing('a')], source })).verification).toMatchObject({
      status: 'rejected',
      passed: false,
      summary: 'INVALID_PAYLOAD: no',
      checks: [],
    });
  });

  test('that fails otherwise is an internal error, without a path of this machine', async () => {
    const source: Source = { ...memorySource(), open: () => Promise.reject(new Error("EIO: read '/var/lib/x/y'")) };
    expect((await run({ source })).verification).toMatchObject({
      status: 'rejected',
      summary: "RUNNER_ERROR: EIO: read 'y'",
    });
  });

  test('that throws synchronously does too', async () => {
    const source: Source = {
      ...memorySource(),
      open: () => {
        throw new Error('boom');
      },
    };
    expect((await run({ source })).verification.summary).toBe('RUNNER_ERROR: boom');
  });

  test('that can’t be closed leaves the verdict and a line in the log', async () => {
    const source = memorySource();
    const { open } = source;
    source.open = async (run) => ({
      ...(await open.call(source, run)),
      close: () => Promise.reject(new Error('busy')),
    });
    const { events, verification } = await run({ checks: [passing('a')], source });
    expect(verification.status).toBe('success');
    expect(logged(events)).toMatchObject([
      { level: 'error', message: 'Could not remove the copy of the project: busy' },
    ]);
  });
});

describe('the deadline', () => {
  test('ends the run as timed out, with every check there', async () => {
    const source = memorySource();
    const checks = [passing('a'), hanging('b'), passing('c', { needs: ['b'] })];
    const { verification } = await run({ checks, source, options: { timeout: 0.05 } });
    expect(verification).toMatchObject({
      status: 'timeout',
      passed: false,
      summary: 'TIMEOUT: the run exceeded its time limit of 0.05 s',
    });
    expect(verification.checks).toMatchObject([
      { name: 'a', passed: true },
      { name: 'b', passed: false, message: 'not finished: the run ended first' },
      { name: 'c' },
    ]);
    expect(source.closed).toBe(1);
  });

  test('limits opening the source', async () => {
    const source: Source = {
      ...memorySource(),
      open: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    };
    const { verification } = await run({ checks: [passing('a')], source, options: { timeout: 0.02 } });
    expect(verification).toMatchObject({
      status: 'timeout',
      checks: [{ name: 'a', passed: false, message: 'not finished: the run ended first' }],
    });
  });

  test('limits plugins that prepare the run', async () => {
    const tap = (hooks: Hooks) => hooks.run.tapPromise('slow', () => new Promise(() => {}));
    const { verification } = await run({ checks: [passing('a')], tap, options: { timeout: 0.02 } });
    expect(verification.status).toBe('timeout');
  });

  test.each([0.57, 1.2345, 1e9])('may be %d s', async (timeout) => {
    expect((await run({ checks: [passing('a')], options: { timeout } })).verification.status).toBe('success');
  });
});

describe('something that hangs and ignores the abort', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('in a source: the run ends after a grace period, and the project is closed if it ever opens', async () => {
    const source = memorySource();
    const opening = Promise.withResolvers<Awaited<ReturnType<Source['open']>>>();
    const stubborn: Source = { ...source, open: () => opening.promise };
    const verifying = run({ source: stubborn, options: { timeout: 5 } });
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(10_000);
    const { events, verification } = await verifying;
    expect(verification.status).toBe('timeout');
    expect(logged(events)).toMatchObject([{ message: 'The project was still being fetched when the run ended' }]);
    opening.resolve(await source.open({ signal: new AbortController().signal, log: () => {} }));
    await vi.advanceTimersByTimeAsync(0);
    expect(source.closed).toBe(1);
  });

  test('in a done hook: the run ends after a grace period', async () => {
    const called = Promise.withResolvers<void>();
    const hang = () => {
      called.resolve();
      return new Promise<void>(() => {});
    };
    const verifying = run({ checks: [passing('a')], tap: (hooks) => hooks.done.tapPromise('slow', hang) });
    await called.promise;
    await vi.advanceTimersByTimeAsync(10_000);
    const { events, verification } = await verifying;
    expect(verification.status).toBe('success');
    expect(logged(events)).toMatchObject([{ message: expect.stringContaining('A plugin failed in its "done" hook') }]);
  });
});

describe('a cancel', () => {
  const cancelled = { status: 'rejected', passed: false, summary: 'CANCELLED: the run was cancelled' };

  test('ends the run as rejected while checks run', async () => {
    const controller = new AbortController();
    const source = memorySource();
    const cancelling = passing('a', {
      async *run() {
        controller.abort();
        await new Promise(() => {});
      },
    });
    const { verification } = await run({ checks: [cancelling], source, options: { signal: controller.signal } });
    expect(verification).toMatchObject(cancelled);
    expect(source.closed).toBe(1);
  });

  test('before the start of the run ends it, too', async () => {
    const { verification } = await run({ checks: [passing('a')], options: { signal: AbortSignal.abort() } });
    expect(verification).toMatchObject(cancelled);
  });

  test('after the end changes nothing', async () => {
    const controller = new AbortController();
    const { verification } = await run({ checks: [passing('a')], options: { signal: controller.signal } });
    controller.abort();
    expect(verification.status).toBe('success');
  });
});
