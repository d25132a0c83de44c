import { counted } from '../../../../../kernel/index.ts';
import { allPages } from '../../../behaviour/all-pages.ts';
import { isVariant, type RunOperation, usualOf } from '../../../behaviour/run-package.ts';
import { pageSizeOf, pageStart } from '../../../behaviour/simulated/request-text.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { addressOf } from '../../../behaviour/trace/request.ts';
import type { Run } from '../../../behaviour/trace/run.ts';
import { most } from '../../../behaviour/trace/trace-limits.ts';
import { docs } from '../../../docs-links.ts';
import { shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overOperations } from '../behaviour-rule.ts';
import { shownRun } from '../outcome-text.ts';
import { hostOf } from '../request-hosts.ts';

/** Entries of a page up to which it is one of several; a larger number may stand for all. */
const maxPageSize = 250;
const limits = /[?&](?:limit|per_?page|page_?(?:size|limit)|max_?results)=/i;

/** `with "Return All"`, or what the node calls it. */
function toGetAll({ of }: RunOperation): string {
  const name = of.parameters.parameters.find((one) => allPages.test(one.name))?.raw['displayName'];
  return `with ${shown(typeof name === 'string' ? name : 'Return All')}`;
}

export const pagesMissing = overOperations({
  code: 'behaviour-pages-missing',
  title: '"Return All" does not return all entries',
  severity: 'warning',
  why: 'The operation stops before the last page, or drops the entries of a page that it requested: entries are silently missing from the output. Reported as an error if the response says that there is another page.',
  fix: 'Request pages until the API says that there are no more (no next cursor, total reached, `has_more: false`), or until a page is empty. Add the entries of each page to the result before testing whether to stop. Do not stop at a page shorter than the requested size if the API may return short pages.',
  bad: 'if (page.length <= pageSize) break;',
  good: 'if (page.length === 0) break;',
  docs: docs.nodeMethods,
  isGrave: ({ trace: { missedPage } }) => missedPage !== undefined && missedPage.isFull !== true,
  fault(operation, others) {
    const { missedPage } = operation.trace;
    const all = toGetAll(operation);
    if (missedPage) {
      const { requested, entries, output, from, isFull, isLonger } = missedPage;
      if (isLonger)
        return `it asks for pages of ${entries} entries, but requests the next one only after a page with more of them`;
      if (isFull) return `${all}, it gets a full page of ${entries} entries, and the next page is not requested`;
      if (from !== undefined)
        return `${all}, it asks for the entries from ${from} on after it has got ${entries}: those between are missing`;
      const asked = counted(requested, 'page');
      return output < entries
        ? `${all}, it requests ${asked} with ${entries} entries, and outputs only ${output} of them`
        : `${all}, it requests ${asked}, but not the next one, although the response says that there is one`;
    }
    const pages = operation.run('pages');
    const usual = isVariant(operation) ? usualOf(operation, others) : operation;
    // Where the answer says that there is another page, it gets that.
    if (usual?.trace.getsNextPage) return undefined;
    if (!pages?.isFull || !hasEnded(pages) || pages.readsHeaders) return undefined;
    const last = pages.requests.at(-1);
    if (!last?.isFullPage) return undefined;
    // Another request may tell how many there are.
    if (new Set(pages.requests.map(addressOf)).size > 1) return undefined;
    const size = pageSizeOf(last.url);
    const isOnly =
      pages.requests.length === 1 && size !== undefined && size >= 10 && size <= maxPageSize && limits.test(last.url);
    if (!isOnly && !pageStart.test(last.url)) return undefined;
    const page = size === undefined ? 'a full page' : `a full page of ${size} entries`;
    return `${all}, its last ${last.method} request to ${hostOf(last.url)} gets ${page}, and the next page is not requested`;
  },
});

export const filterLost = overOperations({
  code: 'behaviour-filter-lost',
  title: 'Filter is not sent with every page of "Return All"',
  severity: 'warning',
  why: 'Users get entries that they have filtered out. Reported as an error if the first page is filtered and the others are not. In declarative nodes, `qs` of `pagination` replaces the whole query of the request.',
  fix: 'Send the same filters with every page, with and without "Return All"; change only the page or the cursor. In `pagination` of a declarative node, repeat the filters: `qs: { state: "={{ $parameter.filters.state }}", page: … }`.',
  bad: 'if (returnAll) orders = await getAllPages({});\nelse orders = await getPage({ ...filters, limit });',
  good: 'if (returnAll) orders = await getAllPages({ ...filters });\nelse orders = await getPage({ ...filters, limit });',
  docs: docs.nodeMethods,
  isGrave: ({ trace: { unfiltered } }) => unfiltered?.isLater === true,
  fault(operation) {
    const { unfiltered } = operation.trace;
    if (!unfiltered) return undefined;
    const { names, isLater } = unfiltered;
    const all = toGetAll(operation);
    return {
      what: isLater ? `${all}, filters are sent for the first page only` : `filters are sent, but not ${all}`,
      detail: listed(names.map(shown)),
    };
  },
});

/** Names of parameters that limit the number of entries. */
const ofLimit = /limit|^max|(?:page|batch)_?size/i;
/** What a node says of a limit that is exceeded. */
const aboutLimit = /limit|\bcap\b|exceed|too many|at most|maximum/i;

export const limitIgnored = overOperations({
  code: 'behaviour-limit-ignored',
  title: '"Limit" does not limit the output',
  severity: 'warning',
  why: 'The limit is in no request, and the code does not cut the list: users get more entries than they ask for, or an error.',
  fix: 'Send the limit under the name that the API uses, such as `per_page`, or cut the list: `orders.slice(0, limit)`.',
  bad: "const limit = this.getNodeParameter('limit', i);\nconst orders = await get('/orders');",
  good: "const limit = this.getNodeParameter('limit', i);\nconst orders = await get('/orders', { limit });",
  docs: docs.nodeMethods,
  fault({ trace: { ignoresLimit, failsWithLimit, unread = [] }, of }) {
    // `behaviour-parameter-not-sent` tells that no code reads it.
    if (!of.isDeclarative && unread.some((name) => ofLimit.test(name))) return undefined;
    // Another error may be about the simulated response.
    if (failsWithLimit !== undefined && aboutLimit.test(failsWithLimit))
      return `it fails if the response has more entries than the limit: ${shown(failsWithLimit.split('\n')[0])}`;
    return ignoresLimit ? 'with a limit of 1, it outputs all entries of the response' : undefined;
  },
});

export const emptyAsItem = overOperations({
  code: 'behaviour-empty-as-item',
  title: 'Empty list is output as one item',
  severity: 'warning',
  why: 'The operation outputs one item for each entry of the list in the response. If the list is empty, it outputs the whole response as one item, and later nodes process it as if it were an entry.',
  fix: 'Return no items if the list is empty.',
  bad: 'const entries = response.orders.length > 0 ? response.orders : [response];',
  good: 'const entries = response.orders;',
  docs: docs.nodeMethods,
  fault: ({ trace }) =>
    trace.emptyAsItem ? 'if the list in the response is empty, it outputs the whole response as an item' : undefined,
});

export const pageRepeated = overOperations({
  code: 'behaviour-page-repeated',
  title: 'Same page is requested again',
  severity: 'error',
  why: 'There is a next page, but the operation requests an earlier page again: users get the same entries more than once and never the others, or it does not end.',
  fix: 'Put the number, the offset or the cursor of the next page into the request before it is sent again.',
  bad: 'let page = 1;\nconst qs = { page };\ndo {\n  response = await get(qs); // qs.page is always 1\n  page++;\n} while (response.has_more);',
  good: 'let page = 1;\ndo {\n  response = await get({ page });\n  page++;\n} while (response.has_more);',
  docs: docs.nodeMethods,
  fault({ run, trace: { repeatedPage } }) {
    const pages = [run('plain'), run('pages')];
    if (repeatedPage === undefined || pages.some((one) => one && asksForSamePage(one))) return undefined;
    return `it sends the same request to ${hostOf(repeatedPage)} again, and never gets the next page`;
  },
});

/** Whether it sent one request again and again, and ended when lists had no entries any more. */
function asksForSamePage(run: Run): boolean {
  const { requests, items } = run;
  const [first, ...others] = requests.slice(0, most.full + 1);
  const isOver = requests.length > most.full && requests.length <= most.full + Math.max(1, items);
  return hasEnded(run) && isOver && others.every(({ digest }) => digest === first?.digest);
}

/** Requests that are the same, from which on a node does not stop to try again. */
const manyTries = 15;

const isRetrying = ({ requests }: Run) =>
  requests.length >= manyTries &&
  requests.slice(-manyTries).every(({ digest, status }) => status === 500 && digest === requests[0]?.digest);

/** Pages without entries, after which an API has no more. */
const manyEmpty = 50;

/**
 * Whether it goes on to ask for the next page until the simulated API fails, long after pages have no entries any more, and
 * reads nothing but the entries of the first one.
 */
function goesOnAfterEmpty({ thrown, requests }: Run): boolean {
  const [first, last] = [requests[0], requests.at(-1)];
  const pages = requests.slice(-manyEmpty);
  if (thrown === undefined || last?.status !== 500 || requests.length < most.full + manyEmpty) return false;
  // Another address may be that of single entries.
  if (first?.isList !== true || addressOf(first) !== addressOf(last) || !pageStart.test(last.url)) return false;
  const isAlike = pages.every((one) => one.method === last.method && addressOf(one) === addressOf(last));
  return isAlike && new Set(pages.map(({ digest }) => digest)).size === pages.length;
}

export const neverStops = overOperations({
  code: 'behaviour-never-stops',
  title: 'Operation does not stop sending requests',
  severity: 'warning',
  why: 'The operation sends requests endlessly: it blocks the workflow and uses up the quota of the user. That also happens to code that polls a task without a limit, if the task never finishes. Reported as an error if that happens with every list that has more than one page.',
  fix: 'Stop at the last page, at an empty page, and at an error; limit how often the operation polls a status.',
  bad: 'do {\n  page = await get(cursor);\n} while (true);',
  good: 'do {\n  page = await get(cursor);\n} while (page.items.length > 0 && page.nextCursor);',
  docs: docs.nodeMethods,
  kinds: 'all',
  // Who has more entries than fit on one page gets no result.
  isGrave: ({ run, trace: { endlessPage } }) => {
    if (endlessPage !== undefined) return true;
    const pages = run('pages');
    const [first] = pages?.requests ?? [];
    // What one request takes out of a queue, the next one does not get.
    return pages?.isFull === true && first?.method === 'GET' && first.isFullPage === true && asksForSamePage(pages);
  },
  fault(operation) {
    // It may ask every second until there is something to emit.
    if (operation.kind === 'trigger') return undefined;
    const { endlessPage, endlessPolling } = operation.trace;
    if (endlessPage !== undefined)
      return `after the last page, it repeats its requests to ${hostOf(endlessPage)}, and does not end`;
    if (endlessPolling !== undefined)
      return `while a task is not finished, it asks ${hostOf(endlessPolling)} for its state without a limit`;
    const plain = shownRun(operation);
    const last = plain?.requests.at(-1);
    if (!plain || !last) return undefined;
    const repeated = [plain, operation.run('pages')].some((run) => run && asksForSamePage(run));
    if (repeated) return `it asks ${new URL(last.url).host} for the same page until it has no entries`;
    const endless = [operation.run('pages'), plain].find((run) => run && goesOnAfterEmpty(run));
    if (endless) return `it goes on to ask ${new URL(last.url).host} for the next page after ${manyEmpty} empty ones`;
    const failing = operation.run('failing');
    if (failing?.given && isRetrying(failing))
      return 'it repeats its request endlessly when the API answers with status 500';
    if (plain.given !== 'requests') return undefined;
    return `it sends more than 200 requests, the last fifty of them after failures, to ${new URL(last.url).host}`;
  },
});
