import { describe, expect, it } from 'vitest';
import { median } from './pairs.ts';
import type { Row } from './row.ts';
import { memoryOfCommand, timeCommand } from './run-command.ts';
import { tableOf, withTable } from './table.ts';

/** Works for so many milliseconds of processor time, however few of them a second has. */
const busy = (ms: number) => `while (process.cpuUsage().user < ${ms * 1000});`;

describe('a measured command', () => {
  it('counts the processor time of the processes that it starts', async () => {
    const child = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy(150))}])`;
    const { wall, cpu } = await timeCommand({ args: ['-e', child] });
    expect(wall).toBeGreaterThan(0);
    if (process.platform === 'linux') expect(cpu).toBeGreaterThan(100);
  });

  it('counts the memory of the processes that it starts', async () => {
    const hold = `const held = Buffer.alloc(200 * 2 ** 20, 1); setTimeout(() => held, 500);`;
    const child = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(hold)}])`;
    const memory = await memoryOfCommand({ args: ['-e', child] });
    if (process.platform === 'linux') expect(memory).toBeGreaterThan(200);
  });

  it('has to end as it should: a crash is no fast run', async () => {
    await expect(timeCommand({ args: ['-e', 'throw new Error("broken")'] })).rejects.toThrow('broken');
    await expect(timeCommand({ args: ['-e', '0'], exit: 1 })).rejects.toThrow('ended with 0');
  });
});

describe('the table', () => {
  const row: Row = { name: 'a', what: 'a thing', measure: () => Promise.reject(new Error('never')) };

  it('has the figures of a row, and whether a bound is met', () => {
    const measurement = {
      ours: { wall: 250, cpu: 1500, memory: 80.4 },
      against: { what: 'nothing', cost: { wall: 50 } },
      figure: '5 ×',
      bound: '≤ 1.6 ×',
      met: false,
    };
    expect(tableOf([{ row, measurement }]).split('\n')[2]).toBe(
      '| a thing | 0.250 s | 1.50 s | 80 MiB | nothing | 0.050 s |  | 5 × | ≤ 1.6 × | **no** |',
    );
  });

  it('has the reason of a row that failed', () => {
    expect(tableOf([{ row, failure: 'no luck' }])).toContain(
      '| a thing |  |  |  |  |  |  |  |  | not measured: no luck |',
    );
  });

  it('replaces the text between its markers, and nothing else', () => {
    const page = 'Above\n<!-- npm run bench: from here -->\nold\n<!-- npm run bench: to here -->\nBelow\n';
    const once = withTable(page, '| new |');
    expect(once).toBe(page.replace('\nold\n', '\n\n| new |\n\n'));
    expect(withTable(once, '| new |')).toBe(once);
    expect(() => withTable('no marks', 'x')).toThrow('has no');
  });
});

describe('median', () => {
  it('is the middle, or half way between the two in the middle', () => {
    expect(median([9, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 9])).toBe(3);
  });
});
