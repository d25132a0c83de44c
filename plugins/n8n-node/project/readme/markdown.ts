import MarkdownIt, { type Token } from 'markdown-it';
import { plainText } from '../language/plain-text.ts';
import { anchorsFor } from './anchors.ts';
import { maxLength } from './links.ts';

/** A block of a Markdown text. */
export interface Block {
  kind: 'heading' | 'prose' | 'item' | 'code' | 'image';
  /** Without markup, links and inline code; for `code` the language, for `image` the address. */
  text: string;
  /** From 1. */
  line: number;
  /** Of a heading: 1 to 6. */
  level?: number;
}

export interface Link {
  address: string;
  text: string;
  isImage: boolean;
  /** From 1. */
  line: number;
}

export interface Markdown {
  blocks: readonly Block[];
  /** Links and images, in Markdown and HTML, outside of code and comments. */
  links: readonly Link[];
  /** Possible targets of `#…`. */
  anchors: ReadonlySet<string>;
  /** Headings that are code, because a fence before them is not closed, or only by the fence of the next example. */
  fencedHeadings: readonly string[];
}

/** Links of a README that are judged. */
const maxLinks = 2000;

const parser = new MarkdownIt({ html: true });
// Addresses are judged as they are written.
parser.validateLink = () => true;
parser.normalizeLink = (address) => address;

export function readMarkdown(text: string): Markdown {
  const reader = new Reader();
  const tokens = parser.parse(text.slice(0, maxLength), {});
  for (const [at, token] of tokens.entries()) reader.read(token, tokens[at - 1], tokens[at - 2]);
  return {
    blocks: reader.blocks,
    links: reader.links.slice(0, maxLinks),
    anchors: anchorsFor(reader.titles, reader.names),
    fencedHeadings: reader.fencedHeadings,
  };
}

class Reader {
  readonly blocks: Block[] = [];
  readonly links: Link[] = [];
  readonly titles: string[] = [];
  /** Anchors in HTML. */
  readonly names: string[] = [];
  readonly fencedHeadings: string[] = [];
  #line = 1;

  /** @param opening the token before it: of a text, what it is the text of */
  read(token: Token, opening: Token | undefined, parent: Token | undefined): void {
    // Cells have no line of their own.
    if (token.map) this.#line = token.map[0] + 1;
    if (token.type === 'inline') this.#readInline(token.children ?? [], opening, parent);
    else if (token.type === 'html_block') this.#readHtml(withoutComments(token.content), this.#line);
    else if (token.type === 'fence' || token.type === 'code_block') {
      const [language = ''] = token.info.trim().toLowerCase().split(/\W/, 1);
      this.blocks.push({ kind: 'code', text: language, line: this.#line });
      if (token.type === 'fence') this.fencedHeadings.push(...headingsIn(token));
    }
  }

  #readInline(children: readonly Token[], opening: Token | undefined, parent: Token | undefined): void {
    const first = this.#line;
    let [line, text, title] = [first, '', ''];
    let link: Link | undefined;
    const add = (shown: string, isCode = false) => {
      text += isCode ? ' ' : shown;
      title += shown;
      if (link) link.text += shown;
    };
    for (const token of children) {
      const html = token.type === 'html_inline' ? token.content : '';
      if (token.type === 'text') add(token.content);
      else if (token.type === 'code_inline') add(token.content, true);
      else if (token.type === 'softbreak' || token.type === 'hardbreak') {
        add(' ');
        line += 1;
      } else if (token.type === 'image') this.#addImage(attribute(token, 'src'), line);
      else if (token.type === 'link_open') link = this.#addLink(attribute(token, 'href'), line);
      else if (token.type === 'link_close' || /^<\/a\b/i.test(html)) link = undefined;
      else if (html !== '') {
        add(' ', true);
        link = this.#readTags(html, line).at(-1) ?? link;
        line += html.split('\n').length - 1;
      }
    }
    if (opening?.type === 'heading_open') this.#addHeading(title, text, first, Number(opening.tag.slice(1)));
    else {
      const isItem = parent?.type === 'list_item_open' || opening?.type === 'td_open' || opening?.type === 'th_open';
      this.#addText(isItem ? 'item' : 'prose', isItem ? text.replace(/^\[[ xX]\]\s/, '') : text, first);
    }
  }

  #readHtml(html: string, line: number): void {
    this.#readTags(html, line);
    const lineAt = linesOf(html, line);
    const rest = html.replace(/<h([1-6])\b[^>]{0,500}>([\s\S]{0,500}?)(?:<\/h[1-6]>|$)/gi, (_, level, title, at) => {
      this.#addHeading(title.replace(/<[^>]{0,300}>/g, ''), title, lineAt(at), Number(level));
      return ' ';
    });
    this.#addText('prose', rest, line);
  }

  /** @returns its links */
  #readTags(html: string, line: number): Link[] {
    for (const [, name = ''] of html.matchAll(/\s(?:id|name)\s?=\s?["']?([^"'\s>]{1,200})/gi)) this.names.push(name);
    const tags =
      /<(img|video|source|a)\b[^>]{0,500}?\b(?:src|href)\s?=\s?["']?([^"'\s>]{1,2000})[^>]{0,500}>([^<]{0,300})/gi;
    const lineAt = linesOf(html, line);
    return [...html.matchAll(tags)].flatMap(({ 1: tag = '', 2: address = '', 3: text = '', index }) => {
      const at = lineAt(index);
      if (tag.toLowerCase() === 'a') return [this.#addLink(address, at, text)];
      this.#addImage(address, at);
      return [];
    });
  }

  #addLink(address: string, line: number, text = ''): Link {
    const link = { address, text, isImage: false, line };
    this.links.push(link);
    return link;
  }

  #addImage(address: string, line: number): void {
    this.links.push({ address, text: '', isImage: true, line });
    this.blocks.push({ kind: 'image', text: address, line });
  }

  #addHeading(title: string, shown: string, line: number, level: number): void {
    this.titles.push(title);
    this.#addText('heading', shown, line, level);
  }

  #addText(kind: Block['kind'], raw: string, line: number, level?: number): void {
    const text = plainText(raw);
    if (text !== '') this.blocks.push({ kind, text, line, ...(level !== undefined && { level }) });
  }
}

/** Tells the lines of places in a text, which are asked for in order. @param first the line with which it begins */
function linesOf(text: string, first: number): (index: number) => number {
  let [line, from] = [first, 0];
  return (index) => {
    for (; from < index; from += 1) if (text[from] === '\n') line += 1;
    return line;
  };
}

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? '');

/** Keeps line breaks, and with them line numbers. */
const withoutComments = (html: string) =>
  html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]+/g, ''));

/** Comments of a shell have one sign. https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
function headingsIn({ content, map }: Token): string[] {
  const examples = content.split(/^ {0,3}(?:`{3,20}|~{3,20})[^`~\s].{0,200}$/m);
  const [start = 0, end = 0] = map ?? [];
  // The content has one line less than the lines between two fences.
  const isClosed = end - start > content.split('\n').length;
  return (isClosed ? examples.slice(0, -1) : examples).flatMap((example) =>
    [...example.matchAll(/^#{2,6}[ \t]+(\S.{0,200})$/gm)].map(([, heading = '']) => heading),
  );
}

/** Whether an image is a badge: a version, a download count, a build state. */
export function isBadge(address: string): boolean {
  return /shields\.io|badge|badgen\.net|codecov\.io|david-dm|snyk\.io|travis-ci|circleci|img\.shields|nodei\.co|star-history|contrib\.rocks|buymeacoffee|ko-fi/i.test(
    address,
  );
}
