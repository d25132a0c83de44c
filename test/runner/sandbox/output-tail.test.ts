import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutputTail } from '../../../runner/sandbox/output-tail.ts';

test('is the end of everything that was pushed, in any pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary-ascii' })), fc.integer({ min: 1, max: 20 }), (pieces, kept) => {
      const tail = new OutputTail(kept);
      for (const piece of pieces) tail.push(Buffer.from(piece));
      const all = pieces.join('');
      expect(tail.toString()).toBe(all.slice(-kept));
      expect(tail.total).toBe(all.length);
    }),
  );
});
