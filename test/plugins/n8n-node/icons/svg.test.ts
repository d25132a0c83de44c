import { describe, expect, it } from 'vitest';
import { readPng } from '../../../../plugins/n8n-node/icons/png.ts';
import { readSvg } from '../../../../plugins/n8n-node/icons/svg.ts';
import { tagsOf } from '../../../../plugins/n8n-node/icons/xml-tags.ts';
import { png } from './icon-cases.ts';

describe('an SVG', () => {
  it('is as large as its viewBox, else as it says', () => {
    const svg = (attributes: string) => readSvg(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path/></svg>`);
    expect(svg('width="1" height="2" viewBox="0 0 30 40"')).toEqual({ width: 30, height: 40 });
    expect(svg("width='60px' height = '60.5'")).toEqual({ width: 60, height: 60.5 });
    expect(svg('width="100%" height="100%"')).toEqual({});
    expect(svg('viewBox="0 0 0 x"')).toEqual({});
  });

  it('may be written with a prefix', () => {
    expect(readSvg('<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:path/></s:svg>')).toEqual({});
  });

  it.each([
    ['comments', '<!--'.repeat(200_000)],
    ['tags', '<a '.repeat(200_000)],
    ['quotes', `<a "${'"'.repeat(500_000)}`],
    ['attributes', `<svg ${'a'.repeat(500_000)}`],
    ['nothing', ''],
    ['instructions', '<?'.repeat(300_000)],
  ])('made to keep a reader busy is read to its end: %s', (_, text) => {
    expect(readSvg(text).fault).toBeTypeOf('string');
  });

  it('has a tag end at the bracket outside of quotes', () => {
    const tags = [...tagsOf(`<a b="1>2" c='<d>' e/><![CDATA[<f>]]></a>`)];
    expect(tags.map(({ name, closing, selfClosing }) => [name, closing, selfClosing])).toEqual([
      ['a', false, true],
      ['a', true, false],
    ]);
    expect([...(tags[0]?.attributes ?? [])]).toEqual([
      ['b', '1>2'],
      ['c', '<d>'],
      ['e', ''],
    ]);
  });
});

describe('a PNG', () => {
  it('says how large it is', () => {
    expect(readPng(png(60, 61))).toEqual({ width: 60, height: 61 });
  });

  it('is none when it breaks off, or is something else', () => {
    expect(readPng(png(60, 60).subarray(0, 60))).toBeUndefined();
    expect(readPng(png(0, 60))).toBeUndefined();
    expect(readPng(new TextEncoder().encode('x'.repeat(100)))).toBeUndefined();
    expect(readPng(new Uint8Array())).toBeUndefined();
  });
});
