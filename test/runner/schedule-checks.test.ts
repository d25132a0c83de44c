import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Check } from '../../kernel/check.ts';
import type { CheckReport } from '../../kernel/result.ts';
import { emptyReport } from '../../runner/run-check.ts';
import { scheduleChecks } from '../../runner/schedule-checks.ts';
import { sampleCheck } from '../kernel/sample-plugin.ts';

interface Course {
  reports: CheckReport[];
  /** The names of the checks that were run, in the order in which they began. */
  began: string[];
  onSkipped: string[];
  most: number;
}

async function course(checks: readonly Check[], { failing = [] as string[], concurrency = 4 } = {}): Promise<Course> {
  const began: string[] = [];
  const onSkipped: string[] = [];
  let running = 0;
  let most = 0;
  const reports = await scheduleChecks({
    checks,
    concurrency,
    run: async (check) => {
      began.push(check.name);
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      running -= 1;
      return emptyReport(check, !failing.includes(check.name), 'ran');
    },
    onSkipped: (report) => onSkipped.push(report.name),
  });
  return { reports, began, onSkipped, most };
}

const needing = (name: string, ...needs: string[]) => sampleCheck(name, { needs });

test('reports are in the order of the checks, whatever order they end in', async () => {
  const checks = [needing('a', 'c'), needing('b', 'a'), sampleCheck('c')];
  const { reports, began } = await course(checks);
  expect(reports.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(began).toEqual(['c', 'a', 'b']);
});

test('no more run concurrently than allowed', async () => {
  const checks = Array.from({ length: 9 }, (_, index) => sampleCheck(`check-${index}`));
  expect((await course(checks, { concurrency: 3 })).most).toBe(3);
  expect((await course(checks, { concurrency: 1 })).most).toBe(1);
});

test('the check with the longest limit starts first', async () => {
  const checks = [
    sampleCheck('usual'),
    sampleCheck('long', { timeout: 120 }),
    sampleCheck('short', { timeout: 1 }),
    sampleCheck('as long', { timeout: 120 }),
  ];
  const { reports, began } = await course(checks);
  expect(began).toEqual(['long', 'as long', 'usual', 'short']);
  expect(reports.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));
});

test('a check runs to its first wait before the next one starts', async () => {
  const seen: string[] = [];
  await scheduleChecks({
    checks: [sampleCheck('first'), sampleCheck('second')],
    concurrency: 2,
    run: async (check) => {
      for (let step = 0; step < 50; step++) {
        await Promise.resolve();
        seen.push(check.name);
      }
      return emptyReport(check, true, 'ran');
    },
    onSkipped: () => {},
  });
  expect(seen.indexOf('second')).toBe(50);
});

test('waiting checks occupy no slot: one at a time never deadlocks', async () => {
  const checks = [needing('a', 'b'), needing('b', 'c'), needing('c', 'd'), sampleCheck('d')];
  expect((await course(checks, { concurrency: 1 })).began).toEqual(['d', 'c', 'b', 'a']);
});

describe('a check that needs one that failed', () => {
  test('is skipped with a reason, and passes', async () => {
    const { reports, began, onSkipped } = await course([sampleCheck('a'), needing('b', 'a')], { failing: ['a'] });
    expect(began).toEqual(['a']);
    expect(onSkipped).toEqual(['b']);
    expect(reports[1]).toMatchObject({
      passed: true,
      message: 'skipped: it needs the check "a" to pass first',
    });
  });

  test('skips the checks that need it, too', async () => {
    const { began, onSkipped } = await course([sampleCheck('a'), needing('b', 'a'), needing('c', 'b')], {
      failing: ['a'],
    });
    expect(began).toEqual(['a']);
    expect(onSkipped).toEqual(['b', 'c']);
  });
});

test('needs of another mode are ignored', async () => {
  expect((await course([needing('a', 'elsewhere')])).began).toEqual(['a']);
});
