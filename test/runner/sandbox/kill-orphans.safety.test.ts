import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { killOrphans } from '../../../runner/sandbox/kill-orphans.ts';

const bootstrap = join(import.meta.dirname, '../../../runner/sandbox/bootstrap-program.ts');

/** Starts a child that waits for its order, by a process that ends then, or stays. @returns where /proc shows it */
async function waitingChild(parent: 'ends' | 'stays'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-abandoned-test-'));
  const script = `mkfifo order; "$1" "$2" <>order >/dev/null 2>&1 3>/dev/null & echo $!; ${parent === 'stays' ? 'wait' : ''}`;
  const command = ['-c', script, 'sh', process.execPath, bootstrap];
  const shell = execa('sh', command, { cwd: folder, reject: false, stderr: 'ignore' });
  const [id] = await once(createInterface({ input: shell.stdout }), 'line');
  onTestFinished(async () => {
    await execa('kill', ['-9', String(id)], { reject: false });
    await shell;
    await rm(folder, { recursive: true, force: true });
  });
  return `/proc/${id}`;
}

it.runIf(process.platform === 'linux')('kills children of killed processes, and no others', async () => {
  const [abandoned, cared] = await Promise.all([waitingChild('ends'), waitingChild('stays')]);
  const isThere = async () => {
    await killOrphans();
    return existsSync(abandoned);
  };
  // The shell that started it may still be ending.
  await expect.poll(isThere).toBe(false);
  expect(existsSync(cared)).toBe(true);
});
