import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from '../../../runner/source/byte-reader.ts';

async function* chunksOf(parts: readonly Uint8Array[]): AsyncGenerator<Buffer, void> {
  for (const part of parts) yield Buffer.from(part);
}

test('bytes come in order and once, however they were cut and are asked for', async () => {
  const move = fc.record({ skip: fc.boolean(), length: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 9 })), fc.array(move), async (parts, moves) => {
      const all = Buffer.concat(parts);
      const reader = new ByteReader(chunksOf(parts));
      let at = 0;
      for (const { skip, length } of moves) {
        const expected = all.subarray(at, at + length);
        if (skip) expect(await reader.skip(length)).toBe(expected.length);
        else expect([...(await reader.take(length))]).toEqual([...expected]);
        at += expected.length;
      }
    }),
  );
});

test('closing ends what it reads from', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(10);
    } finally {
      ended = true;
    }
  }
  const reader = new ByteReader(endless());
  await reader.take(5);
  await reader.close();
  expect(ended).toBe(true);
  expect(await reader.take(0)).toEqual(Buffer.alloc(0));
});
