import { printable } from '../../kernel/printable.ts';

/** Markup that was made by `html`: the only text that goes into a page as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes. Nothing is shown of `false` and `undefined`. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/**
 * A template that makes markup: what is put into it is text, unless it was made by this function. Text is neutralised
 * as in every other output and escaped for content and for attributes in double quotes; other places are not safe.
 */
export function html(template: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(String.raw({ raw: template }, ...parts.map(textOf)));
}

/** Text of several lines, which a preformatted element shows as such. */
export function multiline(text: string): Markup {
  return new Markup(escaped(printable(text, { lines: true })));
}

/** Where a link leads, if it is an address of the web: undefined for `javascript:` and all others. */
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
