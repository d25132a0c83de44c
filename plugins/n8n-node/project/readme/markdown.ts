import { plainText } from '../language/plain-text.ts';
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

/** Characters of a README that are parsed. */
const maxLength = 500_000;

/**
 * Splits Markdown into blocks, line by line: headings (Markdown and HTML), fenced code, list items, paragraphs. Never
 * fails: everything else is a paragraph.
 */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = withoutComments(text.slice(0, maxLength)).split(/\r\n|\n|\r/);
  let fence: string | undefined;
  let paragraph: { words: string[]; line: number } | undefined;
  const flush = () => {
    if (paragraph) addText(blocks, 'prose', paragraph.words.join(' '), paragraph.line);
    paragraph = undefined;
  };

  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const marker = /^\s{0,3}(?:>\s?)*(```+|~~~+)\s*([\w+-]*)/.exec(raw);
    if (fence !== undefined) {
      if (marker?.[1]?.startsWith(fence) && marker[2] === '') fence = undefined;
      continue;
    }
    if (marker) {
      flush();
      fence = marker[1] ?? '```';
      blocks.push({ kind: 'code', text: (marker[2] ?? '').toLowerCase(), line });
      continue;
    }
    const content = raw.replace(/^\s{0,3}(?:>\s?)+/, '');
    const heading = hashHeading(content) ?? htmlHeading(content);
    const underline = /^\s{0,3}(=+|-{3,})\s*$/.exec(content);
    if (heading) {
      flush();
      addText(blocks, 'heading', heading.title, line, heading.level);
    } else if (underline && paragraph?.words.length === 1) {
      addText(blocks, 'heading', paragraph.words[0] ?? '', paragraph.line, underline[1]?.startsWith('=') ? 1 : 2);
      paragraph = undefined;
    } else if (content.trim() === '' || underline) {
      flush();
    } else if (/^\s*([-*+]|\d{1,3}[.)])\s+/.test(content)) {
      flush();
      addText(blocks, 'item', content.replace(/^\s*([-*+]|\d{1,3}[.)])\s+(\[[ xX]\]\s+)?/, ''), line);
    } else if (/^\s*\|/.test(content)) {
      flush();
      for (const cell of content.split('|')) if (!/^[\s:-]*$/.test(cell)) addText(blocks, 'item', cell, line);
    } else {
      paragraph ??= { words: [], line };
      paragraph.words.push(content);
    }
  }
  flush();
  return blocks;
}

function withoutComments(text: string): string {
  // Keeps line breaks, and with them line numbers.
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]+/g, ''));
}

interface Heading {
  level: number;
  title: string;
}

function hashHeading(line: string): Heading | undefined {
  const [, marks, title = ''] = /^\s{0,3}(#{1,6})\s(.*)$/.exec(line) ?? [];
  return marks === undefined ? undefined : { level: marks.length, title: title.trim().replace(/(?<!#)#+$/, '') };
}

function htmlHeading(line: string): Heading | undefined {
  const [, level, title = ''] = /^\s{0,20}<h([1-6])\b[^>]{0,500}>(.*)$/i.exec(line) ?? [];
  return level === undefined ? undefined : { level: Number(level), title: title.split(/<\/h[1-6]>/i)[0] ?? '' };
}

function addText(blocks: Block[], kind: Block['kind'], raw: string, line: number, level?: number): void {
  for (const address of imagesIn(raw)) blocks.push({ kind: 'image', text: address, line });
  const text = plainText(raw);
  if (text !== '') blocks.push({ kind, text, line, ...(level !== undefined && { level }) });
}

function imagesIn(text: string): string[] {
  const markdown = [...text.matchAll(/!\[[^\]]{0,300}\]\(\s?<?([^)\s>]{1,2000})/g)];
  const html = [...text.matchAll(/<(?:img|video|source)\b[^>]{0,500}?\bsrc\s?=\s?["']?([^"'\s>]{1,2000})/gi)];
  return [...markdown, ...html].map(([, address = '']) => address);
}

export interface Link {
  text: string;
  address: string;
}

/** The links of a text, in Markdown and HTML, without images. */
export function linksIn(text: string): Link[] {
  const start = text.slice(0, maxLength);
  const markdown = [...start.matchAll(/(?<!!)\[([^\][]{1,300})\]\(\s?<?([^)\s>]{1,2000})/g)];
  const html = [
    ...start.matchAll(/<a\b[^>]{0,500}?\bhref\s?=\s?["']([^"'\s>]{1,2000})["'][^>]{0,500}>([^<]{0,300})/gi),
  ];
  return [
    ...markdown.map(([, said = '', address = '']) => ({ text: said, address })),
    ...html.map(([, address = '', said = '']) => ({ text: said, address })),
  ];
}

/** Whether an image is a badge: a version, a download count, a build state. */
export function isBadge(address: string): boolean {
  return /shields\.io|badge|badgen\.net|codecov\.io|david-dm|snyk\.io|travis-ci|circleci|img\.shields|nodei\.co|star-history|contrib\.rocks|buymeacoffee|ko-fi/i.test(
    address,
  );
}
