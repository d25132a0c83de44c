import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../../plugins/n8n-node/project/language/plain-text.ts';
import { readMarkdown } from '../../../../../plugins/n8n-node/project/readme/markdown.ts';

const kinds = (text: string) => readMarkdown(text).blocks.map(({ kind, text: what }) => `${kind}: ${what}`);

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
    expect(readMarkdown('<!--\nTODO\n-->\n\n## Here\r\n\r\ntext').blocks).toMatchObject([{ line: 5 }, { line: 7 }]);
  });

  it('finds pictures, list items and table cells', () => {
    expect(kinds('![a](b.png)\n- [x] done\n\n| Name | Value |\n|---|---|\n\n<img src="c.gif" width=10>')).toEqual([
      'image: b.png',
      'item: done',
      'item: Name',
      'item: Value',
      'image: c.gif',
    ]);
  });

  it('finds links and images of every kind, with their lines', () => {
    const text = [
      'See [the *guide*](a.md "Guide"), [more][m] and',
      '[![build](badge.svg)](b.md) or `[no](c.md)`.',
      '',
      '<p>',
      '  <a href="d.md">Here</a> <img src=e.png>',
      '</p>',
      '',
      '[m]: f.md',
      '<!-- [no](g.md) -->',
    ].join('\n');
    expect(readMarkdown(text).links.map((link) => Object.values(link).join())).toEqual([
      'a.md,the guide,false,1',
      'f.md,more,false,1',
      'b.md,,false,2',
      'badge.svg,,true,2',
      'd.md,Here,false,5',
      'e.png,,true,5',
    ]);
  });

  it('knows the anchors that GitHub makes of headings', () => {
    const { anchors } = readMarkdown(
      '# Get `my_key`\n\n## Use\n\n## Use\n\n<a name="At_End"></a>\n\n<h2 id="x">Über uns</h2>',
    );
    expect([...anchors]).toEqual(expect.arrayContaining(['getmykey', 'use', 'use1', 'atend', 'x', 'überuns']));
  });

  it('tells headings in a fence that nobody closed from those of an example', () => {
    const lost = (text: string) => readMarkdown(text).fencedHeadings;
    expect(lost('```md\n## Usage\n```\n\n## After')).toEqual([]);
    expect(lost('```sh\nnpm i\n\n## Usage\n\n```json\n{}\n```\n')).toEqual(['Usage']);
    expect(lost('```sh\nnpm i\n\n## Usage\n')).toEqual(['Usage']);
  });

  it('leaves no address or code in texts', () => {
    expect(plainText('See **the** [guide](https://a.b) at https://c.d and `code` <b>now</b> &amp; here')).toBe(
      'See the guide at and now here',
    );
  });

  it('reads any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => Array.isArray(readMarkdown(text).blocks)));
  });
});
