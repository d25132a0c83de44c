import { leadsOn, type NextAs, newShape, type Shape } from './recorder.ts';
import { pageNumberOf } from './request-text.ts';

/** One of several pages. */
export interface Page {
  /** From 1. */
  number: number;
  isLast: boolean;
  /** Address of the request. */
  url: string;
  /** Entries of the last page, which has fewer where others are full. */
  lastEntries: number;
}

/** Pages of a list that has more than one. */
export const pages = 3;

/** Fields that say whether there is more, how many pages or entries there are, and which page this is. */
const says = {
  more: /(has|is)_?more|^more|has_?(next|prev)/i,
  pages: /^(total_?pages|pages_?total|page_?count|num_?pages|max_?pages?|last_?page|pages)$/i,
  page: /^(current_?)?page(_?(number|no|num|index))?$/i,
  last: /^(is_?)?last$/i,
  entries: /^(total|count|total_?(count|results|items|records|entries|elements))$/i,
};

const countsEntries = /total|count|size$|length|results$/i;

const { entries: _, ...places } = says;
const pageNames = [leadsOn, ...Object.values(places)];

/** Whether something is read of an answer by which the next page can be found, or whether there is one. */
export const readsPage = ({ fields, hasNext }: Shape): boolean =>
  hasNext === true ||
  [...fields].some(
    ([name, inner]) => (!isListOf(inner) && pageNames.some((one) => one.test(name))) || readsPage(inner),
  );

/** Whether a field is read that has a value only where there is another page. */
export const readsNext = ({ fields }: Shape): boolean =>
  [...fields].some(
    ([name, inner]) => (!isListOf(inner) && inner.kind !== 'text' && ofNext.test(name)) || readsNext(inner),
  );
const ofNext = /^(?:next|next_?page|next_?(?:page_?)?(?:token|offset)|\w*cursor|\w*continuation_?token|page_?token)$/i;

/** Entries that are called links, or pages. */
const isListOf = ({ kind, element }: Shape): boolean =>
  (kind === 'list' || element !== undefined) && !isListOfLinks({ element });

/** Links of which one is looked for by what it leads to: `links.find((link) => link.rel === 'next')` */
const isListOfLinks = ({ element }: Pick<Shape, 'element'>): boolean => element?.fields.has('rel') === true;

/** Whether something is read of an answer by which it is known how many entries there are. */
export const readsCount = ({ fields, element }: Shape): boolean =>
  [...fields].some(([name, inner]) => (countsEntries.test(name) && !says.pages.test(name)) || readsCount(inner)) ||
  (element !== undefined && readsCount(element));

/** The same for the number of all entries, as this one tells it. */
export const readsTotal = ({ fields }: Shape): boolean =>
  [...fields].some(([name, inner]) => says.entries.test(name) || readsTotal(inner));

/** The number of a page that a request names by what the page before said of it. */
export function namedPage(sent: string): number | undefined {
  const number = /\bcursor([2-9])\b/.exec(sent)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Parameters by which APIs are asked for a page: code may take any of them out of the address of the next one. */
const parameters = {
  number: ['page', 'p', 'page[number]', 'page_number', 'pageNumber'],
  offset: ['offset', 'page[offset]', 'skip', '$skip', 'start', 'startAt', 'from'],
  cursor:
    'cursor after page_token pageToken token next starting_after marker continuation since bookmark $skiptoken page[cursor] page[after] page_info next_token nextToken scroll_id'.split(
      ' ',
    ),
};

/** What of a field of a page is told at once; the rest is written down, as something of it may be read. */
export const recordedField = (page: Page) => (name: string, within: string) =>
  mayHaveFields.test(name) ? undefined : pageField({ name, within, shape: newShape() }, { ...page, size: 2 });
const mayHaveFields = /^(next|next_?page|_?links|pagination|more|pages?|total|count|cursors)$/i;
/** Where a page begins and ends: https://relay.dev/graphql/connections.htm, https://developers.facebook.com/docs/graph-api/results */
const cursors = { start: /^start_?cursor$/i, within: /^cursors$/i, before: /^before$/i, after: /^after$/i };
/** What has fields that say something of the page, as Spring does: https://docs.spring.io/spring-data/commons/reference/repositories/core-extensions.html */
const aroundPage = /^(|data|page|pagination|paging|meta)$/i;

/** The number of entries that a page may have. */
const ofSize = /^(?:page_?size|per_?page|page_?limit|limit)$/i;

interface AskedPage extends Page {
  /** Entries of a page. */
  size: number;
  next?: NextAs | undefined;
  /** The last one has nothing in fields that are no list, whatever their names. */
  isBareAtEnd?: boolean;
}

/**
 * What a field of a page holds, if it has to do with pages.
 * @param within name of the field that it is in
 */
export function pageField(
  { name, within, shape: { kind, fields, element } }: { name: string; within: string; shape: Shape },
  { number, isLast, url, lastEntries, size, next, isBareAtEnd = false }: AskedPage,
): { value: unknown } | undefined {
  // Some go backwards.
  if (/^(next(_?page)?|prev(ious)?)$/i.test(name) && isLast) return { value: null };
  if (/^_?links$/i.test(name) && isListOfLinks({ element }))
    return { value: isLast ? [] : [{ rel: 'next', href: nextAddress({ number, url, size }) }] };
  if (fields.size > 0 || element) return undefined;
  // https://developers.hubspot.com/docs/api-reference/overview#pagination: { paging: { next: { after, link } } }
  if (/^next(_?page)?$/i.test(within) && !isLast) {
    if (/^(href|ur[il]|link)$/i.test(name)) return { value: nextAddress({ number, url, size }) };
    if (parameters.number.includes(name) || name === 'number') return { value: number + 1 };
    if (parameters.offset.includes(name)) return { value: number * size };
    if (parameters.cursor.includes(name)) return { value: cursorAfter(number) };
  }
  if (says.more.test(name)) return { value: !isLast };
  if (ofSize.test(name)) return { value: size };
  if (says.pages.test(name)) return { value: pages };
  // Some count from 0.
  if (says.page.test(name)) return { value: pageNumberOf(url) ?? number };
  if (says.last.test(name) && aroundPage.test(within)) return { value: isLast };
  if (says.entries.test(name)) return { value: (pages - 1) * size + lastEntries };
  const isOfBoth = cursors.within.test(within);
  if (cursors.start.test(name) || (isOfBoth && cursors.before.test(name)))
    return { value: isLast ? null : `startcursor${number}` };
  if (isOfBoth && cursors.after.test(name)) return { value: isLast ? null : `cursor${number + 1}` };
  if (!leadsOn.test(name) && !(isLast && isBareAtEnd)) return undefined;
  if (isLast) return { value: null };
  const as = next ?? nextAs(name, kind);
  if (as === 'offset') return { value: number * size };
  if (as === 'number') return { value: number + 1 };
  return { value: as === 'cursor' ? cursorAfter(number) : nextAddress({ number, url, size }) };
}

function nextAs(name: string, kind: Shape['kind']): NextAs {
  if (/offset$/i.test(name)) return 'offset';
  if (kind === 'number') return 'number';
  return /^next$|ur[il]$|link$/i.test(name) ? 'address' : 'cursor';
}

const cursorAfter = (number: number) => `cursor${number + 1}`;

/** The address of the page after this one, without what the request has: it may hold secrets. */
function nextAddress({ number, url, size }: { number: number; url: string; size: number }): string {
  const next = new URL(new URL(url).pathname, url);
  for (const name of parameters.number) next.searchParams.set(name, `${number + 1}`);
  for (const name of parameters.offset) next.searchParams.set(name, `${number * size}`);
  for (const name of parameters.cursor) next.searchParams.set(name, cursorAfter(number));
  return next.href;
}
