import { describe, expect, it } from 'vitest';
import { readTable, writeTable } from '../../../../../plugins/n8n-node/project/language/ngram-table.ts';

describe('the table of pieces of words', () => {
  it('contains the data of eld, and nothing else', async () => {
    const file = new URL('../ngrams/small.js', import.meta.resolve('eld/small'));
    const { ngramsData }: { ngramsData: { ngrams: Record<string, Record<string, number>> } } = await import(file.href);
    const { ngrams } = ngramsData;
    const table = readTable(writeTable(ngrams));
    const wrong = Object.keys(ngrams)
      .flatMap((piece) => [piece, `${piece}~`, piece.slice(1)])
      .filter((piece) => JSON.stringify(table[piece]) !== JSON.stringify(ngrams[piece]));
    expect(wrong).toEqual([]);
  });

  it('returns undefined for what it does not contain', () => {
    const table = readTable(writeTable({ b: { 1: 2 }, d: { 3: 4, 5: 6 } }));
    expect([table['a'], table['b'], table['c'], table['d'], table['e'], table['']]).toEqual([
      undefined,
      { 1: 2 },
      undefined,
      { 3: 4, 5: 6 },
      undefined,
      undefined,
    ]);
    expect(readTable('')['a']).toBeUndefined();
  });
});
