import { expect, test } from 'vitest';
import { guard } from '../../../../kernel/guard.ts';
import { CompileOutput, LeftOutput } from '../../../../plugins/n8n-node/typescript/compile-output.ts';

const compileOutput = guard(CompileOutput);
const leftOutput = guard(LeftOutput);

test.each(['a.js', '', 'a\nb.js', '\u2028', '__proto__'])('the value under the name %j is a text', (name) => {
  const files = (value: unknown) => JSON.parse(`{ ${JSON.stringify(name)}: ${JSON.stringify(value)} }`);
  for (const [value, right] of [
    ['text', true],
    [1, false],
    [{}, false],
  ] as const) {
    expect(compileOutput.is({ diagnostics: [], files: files(value) })).toBe(right);
    expect(leftOutput.is({ asked: '', buildInfos: [], files: files(value) })).toBe(right);
  }
});
