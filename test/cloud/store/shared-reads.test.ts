import { expect, it } from 'vitest';
import { SharedReads } from '../../../cloud/store/shared-reads.ts';

/** A source whose reads end when the test says so. */
class Source {
  value = 0;
  readonly under: { end(): void; fail(): void }[] = [];

  read = (): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const { value } = this;
    this.under.push({ end: () => resolve(value), fail: () => reject(new Error('failed')) });
    return promise;
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('many who ask at once are answered by two reads, and nobody by one that began before they asked', async () => {
  const source = new Source();
  const reads = new SharedReads<number>();
  const first = reads.read('a', source.read);
  source.value = 1;
  const later = Array.from({ length: 50 }, () => reads.read('a', source.read));
  source.under[0]?.end();
  expect(await first).toBe(0);
  await settled();
  expect(source.under).toHaveLength(2);
  source.under[1]?.end();
  expect(new Set(await Promise.all(later))).toEqual(new Set([1]));
});

it('different things are read apart', async () => {
  const source = new Source();
  const reads = new SharedReads<number>();
  const both = [reads.read('a', source.read), reads.read('b', source.read)];
  expect(source.under).toHaveLength(2);
  for (const read of source.under) read.end();
  await Promise.all(both);
});

it('a read that failed fails for who shared it, and is done again for the next', async () => {
  const source = new Source();
  const reads = new SharedReads<number>();
  const first = reads.read('a', source.read);
  const second = reads.read('a', source.read);
  source.under[0]?.fail();
  await expect(first).rejects.toThrow('failed');
  await settled();
  source.under[1]?.end();
  expect(await second).toBe(0);
  await settled();
  const third = reads.read('a', source.read);
  expect(source.under).toHaveLength(3);
  source.under[2]?.end();
  await third;
});
