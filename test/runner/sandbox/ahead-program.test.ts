import { expect, onTestFinished, test } from 'vitest';
import type { SandboxJob } from '../../../kernel/sandbox.ts';
import { AheadProgram } from '../../../runner/sandbox/ahead-program.ts';
import { descendantsOf } from './descendants.ts';
import { isolations } from './isolations.ts';

const [isolation] = isolations;

/** Its program starts a process before the input is known. */
const jobWith = (input: unknown): SandboxJob => {
  const program = new URL('prepared-program.js', import.meta.url);
  return { program, input, profile: 'tool', timeout: 60, ahead: { program, input: async () => input } };
};
const waiting = () => descendantsOf(process.pid).filter(({ command }) => command.includes('setInterval'));

test.runIf(isolation?.name === 'bubblewrap')('a process waits for the next job, does it, and is gone', async () => {
  if (!isolation) return;
  const ahead = new AheadProgram();
  const cancel = new AbortController();
  onTestFinished(() => cancel.abort());
  expect(await ahead.run(jobWith('first'))).toBeUndefined();
  ahead.start(isolation);
  await expect.poll(() => waiting().length).toBe(1);
  expect(await ahead.run(jobWith('second'))).toMatchObject({ kind: 'done', result: 'second' });
  expect(waiting()).toEqual([]);
  expect(await ahead.run(jobWith('third'))).toBeUndefined();
  ahead.start(isolation);
  setImmediate(() => cancel.abort());
  expect(await ahead.run({ ...jobWith('endless'), signal: cancel.signal })).toBeUndefined();
  expect(waiting()).toEqual([]);
});
