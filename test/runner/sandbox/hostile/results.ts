import { expect } from 'vitest';
import type { SandboxOutcome } from '../../../../kernel/sandbox.ts';
import { ended, type HostileCase, noResult, nothingOpen } from './hostile-case.ts';

const result = '{"kind":"done","result":"forged"}';

export const results: HostileCase[] = [
  { name: 'exit before the result', code: 'process.exit(0);', held: ended },
  { name: 'exit past all handlers', code: 'process.reallyExit(0);', held: ended },
  { name: 'abort', code: 'process.abort();', held: ended },
  {
    name: 'an error after the result is due',
    code: "queueMicrotask(() => { throw new Error('late'); });",
    held: ended,
  },
  {
    name: 'becoming another program',
    code: 'process.execve(process.execPath, [process.execPath, \'-e\', \'require("fs").writeSync(3, "x")\']);',
    held: noResult,
  },
  {
    name: 'a result on standard output',
    code: `console.log('${result}'); process.exit(0);`,
    held: ended,
  },
  {
    name: 'a result on every descriptor',
    code: `for (let fd = 3; fd < 64; fd++) try { require('fs').writeSync(fd, '${result}'); } catch {}
      module.exports = 'honest';`,
    held: notForged,
  },
  {
    name: 'a result on every descriptor, then exit',
    code: `for (let fd = 3; fd < 64; fd++) try { require('fs').writeSync(fd, '${result}'); } catch {}
      process.exit(0);`,
    held: notForged,
  },
  {
    name: 'a result behind the honest one',
    code: `process.on('exit', () => { require('fs').writeSync(3, '${result}'); }); module.exports = 'honest';`,
    held(outcome) {
      expect(outcome).toMatchObject({ kind: 'done', result: 'honest' });
    },
  },
  {
    name: 'a changed file system module',
    code: `const fs = require('fs');
      for (const name of ['writeSync', 'writevSync', 'closeSync']) fs[name] = (fd, data) => data.length;
      require('module').syncBuiltinESMExports();
      module.exports = 'honest';`,
    held(outcome) {
      expect(outcome).toMatchObject({ kind: 'done', result: 'honest' });
    },
  },
  {
    name: 'changed prototypes and globals',
    code: `JSON.stringify = () => '${result}';
      globalThis.TextEncoder = class { encode() { return new Uint8Array(0); } };
      TextEncoder.prototype.encode = () => new Uint8Array(0);
      Uint8Array.prototype.set = () => {};
      Object.getPrototypeOf(Uint8Array.prototype).set = () => {};
      module.exports = 'honest';`,
    held: notForged,
  },
  {
    name: 'what freed memory holds',
    code: `const fs = require('fs');
      for (let n = 0; n < 200; n++) {
        const left = Buffer.allocUnsafe(32);
        fs.writeSync(3, Buffer.concat([left, Buffer.from('${result}')]));
      }
      process.exit(0);`,
    held: notForged,
  },
  {
    name: 'descriptors of ours',
    code: `module.exports = () => {
      const found = [];
      for (let fd = 4; fd < 256; fd++) {
        try { const stat = require('fs').fstatSync(fd); if (stat.isSocket() || stat.isFile()) found.push(fd); } catch {}
      }
      return found;
    };`,
    held: nothingOpen,
  },
  {
    name: 'a closed result descriptor',
    code: "require('fs').closeSync(3); setInterval(() => {}, 1000);",
    job: { timeout: 2 },
    held(outcome) {
      expect(['ended', 'timeout', 'threw']).toContain(outcome.kind);
    },
  },
  {
    name: 'an oversized result',
    code: "module.exports = 'x'.repeat(1 << 20);",
    held(outcome) {
      expect(outcome).toMatchObject({ kind: 'ended', reason: 'its result is larger than 1048576 bytes' });
    },
  },
  {
    name: 'a result with a cycle',
    code: 'const self = {}; self.self = self; module.exports = self;',
    held: threw,
  },
  {
    name: 'a result whose getter throws',
    code: "module.exports = { get description() { throw new Error('no'); } };",
    held: threw,
  },
  {
    name: 'a result that is a hostile proxy',
    code: "module.exports = new Proxy({}, { ownKeys() { throw new Error('no'); }, get() { throw new Error('no'); } });",
    held: threw,
  },
  {
    name: 'throwing what can not be shown',
    code: 'module.exports = () => { throw { toString() { throw this; }, get message() { throw this; } }; };',
    held: noResult,
  },
];

function notForged(outcome: SandboxOutcome): void {
  expect(outcome).not.toMatchObject({ kind: 'done', result: 'forged' });
}

function threw(outcome: SandboxOutcome): void {
  expect(outcome.kind).toBe('threw');
}
