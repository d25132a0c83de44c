import { afterEach, expect, it, vi } from 'vitest';
import type { SandboxJob } from '../../../../kernel/sandbox.ts';
import type { PlannedOperation, RunInput } from '../../../../plugins/n8n-node/behaviour/plan/run-input.ts';
import { runInChildren } from '../../../../plugins/n8n-node/behaviour/run-in-children.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('starts no child when the time of all is over, and tells each how much is left', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const clocks: number[] = [];
  const sandbox = {
    isolation: 'none' as const,
    async run(job: SandboxJob) {
      const { operations, limits }: RunInput = Object(await job.input);
      clocks.push(limits.clock);
      vi.advanceTimersByTime(50_000);
      return { kind: 'done' as const, output: '', result: { traces: operations.map(({ index }) => trace(index)) } };
    },
  };
  const { traces } = await runInChildren(
    { sandbox, signal: new AbortController().signal },
    {
      ...{ kit: '', laid: undefined, packages: undefined, credentials: [], credentialValues: {} },
      ...{ hostCredentials: {}, responses: [], missing: {} },
    },
    [0, 1, 2, 3, 4, 5].map((index) => [operation(index)]),
  );
  expect(clocks).toEqual([160_000, 160_000, 60_000, 60_000]);
  expect([0, 5].map((index) => traces.get(index)?.unrun)).toEqual([undefined, 'time limit reached']);
});

const operation = (index: number): PlannedOperation => ({
  ...{ index, path: 'dist/nodes/Acme.node.js', version: 1, kind: 'execute', choices: {} },
});
const trace = (index: number) => ({ index, marked: [], shown: [], runs: [] });
