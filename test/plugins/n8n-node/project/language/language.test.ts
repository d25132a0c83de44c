import fc from 'fast-check';
import { expect, it } from 'vitest';
import { languageOf } from '../../../../../plugins/n8n-node/project/language/language.ts';

it('a label is judged as the same text that is too long to be one', async () => {
  const word = fc.constantFrom('Name', 'of', 'the', 'user', 'ID', 'maximo', 'de', "don't", 'well-known', 'a');
  const other = fc.constantFrom(
    ...['{{ $json.a }}', '`code`', '[text](b)', '![c](d)', '<b>', '&amp;', '"quoted"', '*a*', '_b_', '~', '*-', 'x_y'],
    ...['https://a.b/c', 'www.a.b', 'a.b', '2', '(s)', 'ü', 'Número', 'имя', '名', '’', '\n', '\t'],
  );
  const piece = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: other });
  const sign = fc.constantFrom('', '-', '*', '.', '"', '`', '\u200d', '\ufe0f');
  const gap = fc.oneof({ weight: 6, arbitrary: fc.constant(' ') }, { weight: 1, arbitrary: sign });
  const text = fc.array(fc.tuple(piece, gap), { maxLength: 10 }).map((parts) => parts.flat().join(''));
  await fc.assert(
    fc.asyncProperty(text, async (label) => {
      expect(await languageOf(label)).toEqual(await languageOf(`${label}${' '.repeat(250)}`));
    }),
    { numRuns: 1000 },
  );
});

it('examples in brackets do not tell the language', async () => {
  expect(await languageOf('Locale code (e.g., en, de, fr)')).not.toHaveProperty('foreign');
  expect(await languageOf('Le code de la langue est en minuscules (e.g. fr)')).toHaveProperty('foreign');
});

it.each(['日本語', 'amazon.co.jp - 日本語 - JA - 翻訳', 'Chinese (中文)'])('%s offers a language', async (text) => {
  expect(await languageOf(text)).not.toHaveProperty('foreign');
});

it.each([
  ['සිංහල පණිවිඩය', true],
  ['පණිවිඩය', true],
  ['संदेश', true],
  ['μ ± Δ', false],
])('%s is in another language: %s', async (text, isForeign) => {
  expect('foreign' in (await languageOf(text))).toBe(isForeign);
});
