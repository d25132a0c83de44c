import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../../plugins/n8n-node/project/language/plain-text.ts';
import { readMarkdown } from '../../../../../plugins/n8n-node/project/readme/markdown.ts';

const kinds = (text: string) => readMarkdown(text).map(({ kind, text: what }) => `${kind}: ${what}`);

describe('a README as blocks', () => {
  it('parses headings of every kind', () => {
    const text = '# One #\n\nTwo\n===\n\nThree\n---\n\n<h2 align="center">Four</h2>\n\n### 🚀 **Five** [link](#five)';
    expect(kinds(text)).toEqual([
      'heading: One',
      'heading: Two',
      'heading: Three',
      'heading: Four',
      'heading: Five link',
    ]);
  });

  it('keeps code out of the text, also of an open fence', () => {
    expect(kinds('Before\n\n```json\n# no heading\n```\nAfter\n~~~~\nrest')).toEqual([
      'prose: Before',
      'code: json',
      'prose: After',
      'code: ',
    ]);
  });

  it('counts lines as an editor does, comments included', () => {
    expect(readMarkdown('<!--\nTODO\n-->\n\n## Here\r\n\r\ntext')).toMatchObject([{ line: 5 }, { line: 7 }]);
  });

  it('finds pictures, list items and table cells', () => {
    expect(kinds('![a](b.png)\n- [x] done\n| Name | Value |\n|---|---|\n<img src="c.gif" width=10>')).toEqual([
      'image: b.png',
      'item: done',
      'item: Name',
      'item: Value',
      'image: c.gif',
    ]);
  });

  it('leaves no address or code in texts', () => {
    expect(plainText('See **the** [guide](https://a.b) at https://c.d and `code` <b>now</b> &amp; here')).toBe(
      'See the guide at and now here',
    );
  });

  it('reads any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => Array.isArray(readMarkdown(text))));
  });
});
