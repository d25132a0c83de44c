import type { Readme } from './readme.ts';

/** What a README lists of something that it names: `Contact: create, get` or the items below a heading `Contact`. */
export interface OperationList {
  owner: string;
  entries: readonly ListedOperation[];
}

export interface ListedOperation {
  /** A few words: `Create`, `Get many contacts`. */
  text: string;
  /** From 1. */
  line: number;
}

/** Headings under which a README says what a node does. */
const listing = /\b(?:operations?|resources?|features?|actions?|supported|capabilit\w+|what (?:it|this))\b/i;
/** Headings of what there is not, not yet or no longer, of what a service sends, and of advice. */
const other =
  /\b(?:triggers?|events?|webhooks?|planned|roadmap|road map|upcoming|soon|future|todo|to do|limit\w*|unsupported|not|missing|known issues|change ?log|changes|history|what'?s new|releases?|versions?|deprecated|removed|examples?|usage|workflows?|use cases?|tools?|permissions?|scopes?)\b|\bv?\d+\.\d/i;
/** The same in a line: `❌ Delete`, `Archive (coming soon)`. */
const notThere =
  /~~|[❌✗✘🚧⏳🔜☐⛔🚫]|\[ \]|\b(?:soon|planned|upcoming|roadmap|future|todo|not|no longer|without|never|deprecated|removed|instead|via|unsupported|beta|v\d|\d+\.\d)\b/iu;

/** The lists of a README of what resources can do, in the order of the text. */
export function operationLists({ text, blocks }: Readme): OperationList[] {
  const lines = text.split(/\r\n|\n|\r/);
  const lists = new Map<string, { owner: string; entries: ListedOperation[] }>();
  const add = (owner: string, ownerLine: number, entries: readonly ListedOperation[]) => {
    const key = `${ownerLine} ${owner}`;
    const list = lists.get(key) ?? { owner, entries: [] };
    lists.set(key, list);
    list.entries.push(...entries);
  };
  const headings: Place[] = [];
  // The items that the next one may be part of, the outermost first.
  let parents: (Place & { indent: number })[] = [];
  const byLine = Map.groupBy(blocks, ({ line }) => line);
  for (const [line, found] of byLine) {
    const [first] = found;
    if (first?.kind === 'heading') {
      const level = first.level ?? 1;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ text: first.text, line, level });
      parents = [];
      continue;
    }
    const items = found.filter(({ kind }) => kind === 'item').map((item) => item.text);
    const [head, second] = items;
    if (head === undefined || !isListing(headings)) continue;
    const raw = lines[line - 1] ?? '';
    const isThere = !notThere.test(raw);
    const heading = headings.at(-1);
    if (/^\s*\|/.test(raw)) {
      if (second !== undefined && isThere) add(head, 0, split(second, line));
      if (heading && isThere) add(heading.text, heading.line, split(head, line));
      continue;
    }
    const indent = /^\s*/.exec(raw)?.[0].length ?? 0;
    parents = parents.filter((one) => one.indent < indent);
    const [, named, rest] = /^([^:]{1,60}?)(?::| [-–—] )(.+)$/.exec(head) ?? [];
    if (named !== undefined && rest !== undefined && isThere) add(named, line, split(rest, line));
    const owner = parents.at(-1) ?? heading;
    if (owner && isThere) add(owner.text, owner.line, split(phraseOf(head), line));
    parents.push({ text: phraseOf(head), line, level: 0, indent });
  }
  return [...lists.values()];
}

interface Place {
  text: string;
  line: number;
  level: number;
}

const isListing = (headings: readonly Place[]) =>
  headings.some(({ text, level }) => level > 1 && listing.test(text)) &&
  // The title names the package.
  !headings.some(({ text, level }) => level > 1 && other.test(text));

/** `Create` of `Create - a new contact` and of `Create: a new contact`. */
const phraseOf = (item: string) => item.split(/\s[-–—→]+\s|[:(]/, 1)[0]?.trim() ?? '';

/** `Create, update and delete`, one by one. */
const split = (list: string, line: number): ListedOperation[] =>
  phraseOf(list)
    .split(/[,;/&+]|\band\b|\bor\b/)
    .map((entry) => ({ text: entry.trim(), line }))
    .filter(({ text }) => text !== '');
