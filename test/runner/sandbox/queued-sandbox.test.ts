import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SandboxJob, SandboxOutcome } from '../../../kernel/sandbox.ts';
import { QueuedSandbox } from '../../../runner/sandbox/queued-sandbox.ts';

const done: SandboxOutcome = { kind: 'done', result: null, output: '' };

function job(name: string, profile: SandboxJob['profile']): SandboxJob {
  return { program: new URL(`file:///${name}`), input: null, profile, timeout: 1 };
}

it('limits concurrent tools, but not programs with code of the project', async () => {
  const running = new Map<string, () => void>();
  const started: string[] = [];
  const inner = {
    isolation: 'the one inside',
    run({ program }: SandboxJob): Promise<SandboxOutcome> {
      const name = program.pathname.slice(1);
      started.push(name);
      return new Promise((resolve) => running.set(name, () => resolve(done)));
    },
  };
  const sandbox = new QueuedSandbox(inner, 2);
  const outcomes = [
    sandbox.run(job('lint', 'tool')),
    sandbox.run(job('compile', 'tool')),
    sandbox.run(job('read', 'tool')),
    sandbox.run(job('load', 'untrusted')),
  ];
  expect(sandbox.isolation).toBe('the one inside');
  expect(started).toEqual(['lint', 'compile', 'load']);
  for (const name of ['load', 'compile', 'lint', 'read']) {
    running.get(name)?.();
    await turn();
    // The end of another child makes no room for a tool.
    if (name === 'load') expect(started).not.toContain('read');
  }
  expect(started).toEqual(['lint', 'compile', 'load', 'read']);
  expect(await Promise.all(outcomes)).toEqual([done, done, done, done]);
});
