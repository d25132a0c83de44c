import fc from 'fast-check';
import { expect, it } from 'vitest';
import { languageOf } from '../../../../plugins/n8n-node/english/language.ts';

it('a label is judged as the same text that is too long to be one', async () => {
  const piece = fc.constantFrom(
    ...['Número', 'máximo', 'Name', 'of', 'the', 'user', "don't", 'well-known', 'a', 'https://a.b/c', 'www.a.b', 'a.b'],
    ...['{{ $json.a }}', '`code`', '[text](b)', '![c](d)', '<b>', '&amp;', '"quoted"', '*a*', '_b_', '~', '*-', 'x_y'],
    ...['ID', '2', '(s)', 'ü', 'имя', '名', '’', '\n', '\t'],
  );
  const gap = fc.constantFrom(' ', ' ', ' ', '', '-', '*', '.', '"', '`', '\u200d', '\ufe0f');
  const text = fc.array(fc.tuple(piece, gap), { maxLength: 10 }).map((parts) => parts.flat().join(''));
  await fc.assert(
    fc.asyncProperty(text, async (label) => {
      expect(await languageOf(label)).toEqual(await languageOf(`${label}${' '.repeat(250)}`));
    }),
    { numRuns: 3000 },
  );
});
