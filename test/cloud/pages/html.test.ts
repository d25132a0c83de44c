import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html, multiline, prose, webAddress } from '../../../cloud/pages/html.ts';

it('shows text as text, in content and in attributes', () => {
  const evil = `<img src=x onerror="alert(1)">'\`&amp;`;
  const { text } = html`<p title="${evil}">${evil}</p>`;
  expect(text).toBe(`<p title="${escapedEvil}">${escapedEvil}</p>`);
});
const escapedEvil = '&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#39;&#96;&#38;amp;';

it('lets no text begin or end anything', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const markup of [html`${text}`, multiline(text)]) expect(markup.text).not.toMatch(/[<>"'`]|&(?!#\d+;)/);
    }),
  );
});

it('escapes escape sequences and bidirectional controls', () => {
  expect(html`${'\u001b[31m\u202e\n'}`.text).toBe('\\x1b[31m\\u202e\\n');
  expect(multiline('a\n\u0007').text).toBe('a\n\\x07');
});

it('keeps its own markup, joins lists, and omits missing values', () => {
  const parts = ['<', html`<b>${1}</b>`, [html`<i>`]];
  expect(html`(${parts}${false}${undefined})`.text).toBe('(&#60;<b>1</b><i>)');
});

it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'not an address', undefined])(
  'links nowhere for %s',
  (text) => expect(webAddress(text)).toBeUndefined(),
);

it('shows parts in backticks as code, and nothing else as markup', () => {
  expect(prose('Set `icon` to\n`<svg>`').text).toBe('Set <code>icon</code> to\n<code>&#60;svg&#62;</code>');
  expect(prose('a ` b').text).toBe('a &#96; b');
  expect(prose('`a\nb`').text).not.toContain('<code>');
});

it('links to addresses of the web', () => {
  expect(webAddress('https://example.com/a"b')).toBe('https://example.com/a%22b');
});
