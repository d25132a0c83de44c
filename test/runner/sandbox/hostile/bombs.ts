import { expect } from 'vitest';
import type { SandboxOutcome } from '../../../../kernel/sandbox.ts';
import { ended, type HostileCase } from './hostile-case.ts';

/** It could take no more than its limit of memory: it was told so, or it is gone. */
const bounded = (outcome: SandboxOutcome): void => {
  if (outcome.kind === 'done') expect(outcome.result).toBeLessThan(768);
  else expect(['ended', 'threw', 'timeout']).toContain(outcome.kind);
};

export const memory: HostileCase[] = [
  {
    name: 'a heap bomb',
    code: 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));',
    held: ended,
  },
  {
    name: 'a Buffer bomb',
    code: `module.exports = () => {
      const all = [];
      try { for (; all.length < 4096;) all.push(Buffer.alloc(1 << 20, 1)); } catch {}
      return all.length;
    };`,
    held: bounded,
  },
  {
    name: 'a bomb of shared memory',
    code: `module.exports = () => {
      const all = [];
      try { for (; all.length < 4096;) all.push(new Uint8Array(new SharedArrayBuffer(1 << 20)).fill(1)); } catch {}
      return all.length;
    };`,
    held: bounded,
  },
  {
    name: 'a WebAssembly bomb',
    code: `module.exports = () => {
      const all = [];
      try {
        for (; all.length < 4096;) {
          const memory = new WebAssembly.Memory({ initial: 16 });
          new Uint8Array(memory.buffer).fill(1);
          all.push(memory);
        }
      } catch {}
      return all.length;
    };`,
    held: bounded,
  },
];

export const endless: HostileCase[] = [
  { name: 'an endless loop', code: 'for (;;);', job: { timeout: 1 }, held: timedOut },
  {
    name: 'an endless loop of promises',
    code: 'module.exports = async () => { for (;;) await null; };',
    job: { timeout: 1 },
    held: timedOut,
  },
  {
    name: 'a thenable that never settles',
    code: 'module.exports = () => ({ then() {} });',
    held: ended,
  },
  {
    name: 'a thenable that never settles, kept alive',
    code: 'setInterval(() => {}, 1000); module.exports = () => ({ then() {} });',
    job: { timeout: 1 },
    held: timedOut,
  },
  {
    name: 'an output flood',
    code: "for (;;) require('fs').writeSync(1, 'x'.repeat(65536));",
    held: flooded,
  },
  {
    name: 'an output flood on standard error',
    code: "for (;;) require('fs').writeSync(2, 'x'.repeat(65536));",
    held: flooded,
  },
];

function timedOut(outcome: SandboxOutcome): void {
  expect(outcome).toMatchObject({ kind: 'timeout', seconds: 1 });
}

function flooded(outcome: SandboxOutcome): void {
  expect(outcome).toMatchObject({ kind: 'ended', reason: 'it printed more than 1048576 bytes' });
  expect(outcome.output).toHaveLength(65_536);
}
