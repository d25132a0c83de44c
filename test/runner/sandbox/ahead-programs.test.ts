import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { AheadPrograms } from '../../../runner/sandbox/ahead-programs.ts';
import { descendantsOf } from './descendants.ts';
import { writeProject } from './hostile/hostile-project.ts';
import { isolations } from './isolations.ts';

const [isolation] = isolations;
const program = new URL('prepared-program.js', import.meta.url);

/** Its program starts a process before the input is known. */
const jobWith = (input: unknown, more: Partial<SandboxJob> = {}): SandboxJob => ({
  ...{ program, input, profile: 'tool', timeout: 60, ahead: program, overlay: { 'built.js': '' } },
  ...more,
});
const waiting = () => descendantsOf(process.pid).filter(({ command }) => command.includes('setInterval'));

test.runIf(isolation?.name === 'bubblewrap')('a process waits for the next job, does it, and is gone', async () => {
  if (!isolation) return;
  const project = await writeProject({ 'a.js': '' });
  const ahead = new AheadPrograms();
  const cancel = new AbortController();
  onTestFinished(async () => {
    cancel.abort();
    await rm(project, { recursive: true });
  });
  const run = (job: SandboxJob) => ahead.run(job, async () => project);
  const start = async () => {
    ahead.start(isolation);
    await expect.poll(() => waiting().length).toBe(1);
  };
  expect(await run(jobWith('first'))).toBeUndefined();
  await start();
  const result = ['a.js', 'built.js', 'package.json'];
  expect(await run(jobWith('files'))).toMatchObject({ kind: 'done', result });
  expect(waiting()).toEqual([]);
  expect(await run(jobWith('third'))).toBeUndefined();
  await start();
  // It waits for a job with other packages.
  expect(await run(jobWith('fourth', { packages: project }))).toBeUndefined();
  expect(waiting()).toEqual([]);
  expect(await run(jobWith('fifth'))).toBeUndefined();
  await start();
  setImmediate(() => cancel.abort());
  expect(await run(jobWith('endless', { signal: cancel.signal }))).toBeUndefined();
  expect(waiting()).toEqual([]);
});
