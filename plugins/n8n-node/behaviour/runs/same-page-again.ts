import { pages } from '../simulated/page-fields.ts';
import { pageAfter } from '../simulated/request-text.ts';
import { hasEnded } from '../trace/ending.ts';
import { addressOf, type TracedRequest } from '../trace/request.ts';
import type { Run } from '../trace/run.ts';

/** What gives each entry once: the next request is for others. */
const queue = /queue|pull|pop\b|receive|dequeue|poll|next/i;

/** An entry of the first page, after which the next one begins. Numbers and times are the same for all entries. */
const ofFirstPage = /[?&][\w[\]]{1,40}=v[12](?=&|$)/;

/** The URL of the request that is sent again and again in place of the one for the next page. */
export function samePageAgain({ requests }: Run): string | undefined {
  const at = requests.findIndex(({ hasNext }) => hasNext === true);
  const first = requests[at];
  if (!first || queue.test(new URL(first.url).pathname)) return undefined;
  const others = requests.slice(at).filter((one) => addressOf(one) !== addressOf(first));
  // What it writes may decide what the first page has.
  if (others.some(({ method }) => method !== 'GET')) return undefined;
  const asked = requests.slice(at).filter((one) => addressOf(one) === addressOf(first));
  const [page, ...again] = asked.slice(asked.findIndex(({ digest }) => digest === asked.at(-1)?.digest));
  // Once more may be for the entries, after a first one for their number.
  const isStuck = again.length > 1 && again.every(({ digest }) => digest === page?.digest);
  if (!page || !isStuck) return undefined;
  const isBefore = page.page !== undefined && page.page.number < pages && ofFirstPage.test(page.url);
  const isLater = again.length >= manyRepeated && isBefore;
  // Without entries, it may only ask some more times.
  if (first.page?.entries === 0 && again.length < manyRepeated) return undefined;
  return isLater || (page.hasNext === true && isFirst(page, first)) ? page.url : undefined;
}

/** Requests that are repeated after the last page, from which on nothing can be expected to end it. */
const manyRepeated = 20;

/** The URL of the request that follows the last page, which said that there are no more, where it sends nothing new any more. */
export function pageWithoutEnd(run: Run): string | undefined {
  const { requests } = run;
  const last = requests.findIndex(({ page }) => page?.number === pages);
  const next = requests[last + 1];
  if (hasEnded(run) || last < 0 || !next || requests.some(({ method }) => method !== 'GET')) return undefined;
  const isStuck = requests.length - new Set(requests.map(({ digest }) => digest)).size >= manyRepeated;
  return isStuck ? next.url : undefined;
}

/** Whether it is the same page, with its number or without. */
const isFirst = (page: TracedRequest, first: TracedRequest) =>
  page.digest === first.digest || pageAfter(first.url, page.url) === 0;
