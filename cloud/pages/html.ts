import { printable } from '../../kernel/printable.ts';

/** Markup from `html`: the only text that is not escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template accepts. `false` and `undefined` render nothing. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/**
 * A template for markup. Values are text unless they are `Markup`: control characters are made visible, and the text is
 * escaped for content and for attributes in double quotes. Other positions are not safe.
 */
export function html(template: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(String.raw({ raw: template }, ...parts.map(textOf)));
}

/** Text that keeps its line breaks, for preformatted elements. */
export function multiline(text: string): Markup {
  return new Markup(escaped(printable(text, { lines: true })));
}

/** Text that keeps its line breaks and shows parts in backticks as code. */
export function prose(text: string): Markup {
  return new Markup(
    escaped(printable(text, { lines: true })).replace(/&#96;((?:(?!&#96;)[^\n])+)&#96;/g, '<code>$1</code>'),
  );
}

/** The URL of a link if it is http or https; undefined for `javascript:` and all others. */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escaped(printable(String(part)));
}

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
