import { join, normalize } from 'node:path/posix';
import { plainText } from '../language/plain-text.ts';
import type { GithubRepository } from '../manifest/github-repository.ts';

interface PlacedLink {
  address: string;
  /** Of a link in Markdown. */
  label: string;
  /** From 1. */
  line: number;
}

/** Limits: characters of a text, and links in it. */
const maxLength = 500_000;
const maxLinks = 2000;

const inLine =
  /\[([^\][]{0,300})\]\(\s?<?([^)\s>]{1,2000})|<(?:img|a|source)\b[^>]{0,500}?\b(?:src|href)\s?=\s?["']([^"'\s>]{1,2000})/gi;

/** The links and images of a text, outside of code and comments. */
export function linksWithLines(text: string): PlacedLink[] {
  const links: PlacedLink[] = [];
  for (const { line, content } of linesOutsideCode(text)) {
    // The address of an image in a link is inside the brackets of the link.
    const inner = content.replace(/!\[[^\][]{0,300}\]\(([^)]{1,2000})\)/g, (image) => {
      for (const [, , address = ''] of image.matchAll(inLine)) links.push({ address, label: '', line });
      return 'image';
    });
    for (const [, label = '', markdown, html] of inner.matchAll(inLine))
      links.push({ address: markdown ?? html ?? '', label, line });
    if (links.length > maxLinks) break;
  }
  return links.slice(0, maxLinks);
}

/** Possible targets of `#…`: headings as GitHub names them, and explicit anchors. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  let before = '';
  for (const { content } of linesOutsideCode(text, { withCode: true })) {
    const [, hash] = /^\s{0,3}#{1,6}\s(.*)$/.exec(content) ?? [];
    const [, html] = /<h[1-6]\b[^>]{0,500}>(.{0,500}?)(?:<\/h[1-6]>|$)/i.exec(content) ?? [];
    const underlined = /^\s{0,3}(=+|-{3,})\s*$/.test(content) ? before : undefined;
    for (const title of [hash, html, underlined]) if (title !== undefined) addHeading(anchors, title);
    for (const [, name = ''] of content.matchAll(/\b(?:id|name)\s?=\s?["']?([^"'\s>]{1,200})/gi))
      anchors.add(name.toLowerCase());
    before = content;
  }
  return anchors;
}

function addHeading(anchors: Set<string>, title: string): void {
  const shown = title.replace(/`([^`]{0,300})`/g, '$1').replace(/\s#+\s*$/, '');
  // With and without markup, which differ for names with underscores.
  for (const one of [
    shown.replace(/\[([^\]]{0,300})\]\([^)]{0,2000}\)/g, '$1').replace(/<[^>]{0,300}>/g, ''),
    plainText(shown),
  ]) {
    const anchor = slugOf(one);
    for (let count = 0; count < 100; count += 1) {
      const name = count === 0 ? anchor : `${anchor}-${count}`;
      if (anchors.has(name)) continue;
      anchors.add(name);
      break;
    }
  }
}

/** As on GitHub: https://github.com/gjtorikian/html-pipeline */
const slugOf = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');

/** The letters and digits of an anchor, because renderers treat signs and emojis differently. */
export const bareAnchor = (anchor: string) => anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A file of a repository on GitHub, on the branch that others start from. */
const onGithub =
  /^https:\/\/(?:raw\.githubusercontent\.com\/([\w-]+\/[\w.-]+)|(?:www\.)?github\.com\/([\w-]+\/[\w.-]+)\/(?:blob|raw|tree))\/(?:refs\/heads\/)?(?:main|master|HEAD)\/([^?#]+)/i;

/**
 * The path of an address in the project: a relative one, or one of its own repository on GitHub; undefined for others.
 * @param own the repository of the project
 */
export function pathOf(address: string, own?: GithubRepository): string | undefined {
  const [, raw, page, file = ''] = (own && onGithub.exec(address)) ?? [];
  if (own && (raw ?? page)?.toLowerCase() === own.name) {
    const folder = own.directory === '' ? '' : `${own.directory}/`;
    return file.startsWith(folder) ? pathOf(file.slice(folder.length)) : undefined;
  }
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\{|<|\$)/i.test(address) || /[{}*<>|\\]/.test(address)) return undefined;
  const [bare = ''] = address.split(/[?#]/);
  let decoded = bare;
  try {
    decoded = decodeURIComponent(bare);
  } catch {
    return undefined;
  }
  const path = normalize(join('.', decoded.replace(/^\/+/, '')));
  return path === '.' || path.startsWith('..') ? undefined : path.replace(/\/$/, '');
}

function* linesOutsideCode(text: string, { withCode = false } = {}): Generator<{ line: number; content: string }> {
  const bare = text.slice(0, maxLength).replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]+/g, ''));
  let fence: string | undefined;
  for (const [index, raw] of bare.split(/\r\n|\n|\r/).entries()) {
    const marker = /^\s{0,20}(?:>\s?)*(```+|~~~+)/.exec(raw)?.[1];
    if (fence !== undefined) {
      if (marker?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (marker) fence = marker;
    else if (raw.length < 20_000)
      yield { line: index + 1, content: withCode ? raw : raw.replace(/`{1,3}[^`]{0,1000}`{1,3}/g, ' ') };
  }
}
