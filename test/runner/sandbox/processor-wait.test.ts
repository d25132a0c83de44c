import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { processorWait } from '../../../runner/sandbox/processor-wait.ts';

const isTold = existsSync('/proc/self/schedstat');

/** A process whose child has more threads at work than there are processors. */
const crowded = `
  const { Worker } = require('node:worker_threads');
  for (let n = ${availableParallelism() + 2}; n > 0; n--) new Worker('for (;;);', { eval: true });
  setTimeout(() => console.log('ready'), 300);
`;
const parent = `
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(crowded)}], { stdio: 'inherit' });
`;

test.runIf(isTold)('returns how long a grandchild has waited for a processor', async () => {
  const child = execa(process.execPath, ['-e', parent], { reject: false, killDescendants: true, buffer: false });
  try {
    await once(child.stdout, 'data');
    const first = await processorWait(child.pid ?? 0);
    expect(first).toBeGreaterThan(50);
    await delay(300);
    expect(await processorWait(child.pid ?? 0)).toBeGreaterThan(first);
  } finally {
    child.kill('SIGKILL');
    await child;
  }
});

test('is 0 for a missing process', async () => {
  expect(await processorWait(2 ** 30)).toBe(0);
});
