import { expect, it } from 'vitest';
import { oncePerKind } from '../../../plugins/n8n-node/once-per-kind.ts';

const at = (file: string, line: number, message: string) => ({ code: 'acme', message, file, line });
const together = (all: readonly ReturnType<typeof at>[]) => oncePerKind(all, ({ code }) => code);
const message = 'TS2345: wrong type\n  for a reason';

it('leaves one as it is', () => {
  const only = at('a.ts', 1, message);
  expect(together([only])).toEqual([only]);
});

it('lists where others say the same, without their reasons', () => {
  const all = [at('a.ts', 1, message), at('a.ts', 5, 'TS2345: wrong type\n  for another one'), at('b.ts', 2, message)];
  expect(together(all)).toEqual([{ ...all[0], message: `${message} (and 2 more)`, evidence: 'a.ts:1, 5\nb.ts:2' }]);
});

it('lists what others say, and where', () => {
  const all = [at('a.ts', 1, message), at('a.ts', 5, 'TS2345: other type')];
  expect(together(all)).toMatchObject([{ evidence: 'a.ts:1: TS2345: wrong type\na.ts:5: TS2345: other type' }]);
});

it('lists only so many lines', () => {
  const inOneFile = Array.from({ length: 30 }, (_, line) => at('a.ts', line + 1, message));
  const [one] = together(inOneFile);
  expect(one?.evidence).toMatch(/^a\.ts:1, 2, .+, 20, …$/);
  const [many] = together(Array.from({ length: 30 }, (_, file) => at(`${file}.ts`, 1, message)));
  expect(many?.evidence?.split('\n')).toHaveLength(10);
});
