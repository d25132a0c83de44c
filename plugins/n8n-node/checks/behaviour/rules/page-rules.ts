import { pageSizeOf, pageStart } from '../../../behaviour/simulated/request-text.ts';
import { hasEnded } from '../../../behaviour/trace/ending.ts';
import { addressOf } from '../../../behaviour/trace/trace.ts';
import { docs } from '../../../docs-links.ts';
import { overOperations } from '../behaviour-rule.ts';
import { hostOf } from '../request-hosts.ts';
import { asksForSamePage } from './failure-rules.ts';

/** Where a page begins. */
const offset = /[?&](?:offset|\$?skip|startAt)=(\d{1,6})(?=&|$)/i;

export const pagesOverlap = overOperations({
  code: 'behaviour-pages-overlap',
  title: 'Pages overlap',
  severity: 'error',
  why: 'Each page starts before the previous one ends: entries are returned more than once, and requests are wasted.',
  fix: 'Increase the offset by the page size.',
  bad: 'offset += 1;   with `limit: 100`',
  good: 'offset += 100;   with `limit: 100`',
  docs: docs.nodeMethods,
  fault(operation) {
    const pages = operation.run('pages');
    if (!pages?.isFull) return undefined;
    const asked = pages.requests.flatMap(({ method, url }) => {
      const start = offset.exec(url)?.[1];
      const entries = pageSizeOf(url);
      const kind = `${method} ${url.replace(offset, '')}`;
      return start === undefined || entries === undefined ? [] : [{ kind, start: Number(start), entries }];
    });
    for (const [one, other] of pairsOf(asked)) {
      const step = other.start - one.start;
      if (one.kind !== other.kind || step <= 0 || step >= one.entries) continue;
      return `a page of ${one.entries} entries begins at ${one.start}, and the next one at ${other.start}`;
    }
    return undefined;
  },
});

export const pagesMissing = overOperations({
  code: 'behaviour-pages-missing',
  title: '"Return All" stops at a full page',
  severity: 'warning',
  why: 'A full page may be followed by another one. The operation does not request it, so users lose the remaining entries without an error.',
  fix: 'Request the next page until the API says that there is none (a cursor, a total, "has more"), or until a page is empty. Do not compare with the requested page size if the API may return smaller pages.',
  bad: 'if (page.length <= pageSize) break;',
  good: 'if (page.length === 0) break;',
  docs: docs.nodeMethods,
  fault(operation) {
    const pages = operation.run('pages');
    if (!pages?.isFull || !hasEnded(pages)) return undefined;
    const last = pages.requests.at(-1);
    if (!last?.isFullPage || !pageStart.test(last.url)) return undefined;
    // Another request may tell how many there are.
    if (new Set(pages.requests.map(addressOf)).size > 1) return undefined;
    const size = pageSizeOf(last.url);
    const page = size === undefined ? 'a full page' : `a full page of ${size} entries`;
    return `with "Return All", its last ${last.method} request to ${hostOf(last.url)} gets ${page}, and the next page is not requested`;
  },
});

const pairsOf = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.slice(1).flatMap((item, index) => {
    const before = items[index];
    return before === undefined ? [] : [[before, item]];
  });

export const pageRepeated = overOperations({
  code: 'behaviour-page-repeated',
  title: 'First page is requested again',
  severity: 'error',
  why: 'There is a next page, but the operation sends the request for the first one again: users get the same entries more than once and never the others, or it does not end.',
  fix: 'Put the number, the offset or the cursor of the next page into the request before it is sent again.',
  bad: 'let page = 1;\nconst qs = { page };\ndo {\n  response = await get(qs); // qs.page is always 1\n  page++;\n} while (response.has_more);',
  good: 'let page = 1;\ndo {\n  response = await get({ page });\n  page++;\n} while (response.has_more);',
  docs: docs.nodeMethods,
  fault({ run, trace: { repeatedPage } }) {
    const pages = [run('plain'), run('pages')];
    if (repeatedPage === undefined || pages.some((one) => one && asksForSamePage(one))) return undefined;
    return `it sends the same request to ${hostOf(repeatedPage)} again, and never gets the second page`;
  },
});
