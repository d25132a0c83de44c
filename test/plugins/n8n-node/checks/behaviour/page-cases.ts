import type { RuleCase } from '../../rule-case.ts';
import { text, tolerant } from './behaviour-cases.ts';
import type { GivenNode } from './node-source.ts';

/** What gets all pages if a switch is on. @param body statements that put orders into `found`, where `all` is on */
const pages = (body: string, name = 'returnAll', isOn = false): GivenNode => ({
  properties: [text(name, { type: 'boolean', default: isOn })],
  execute: tolerant(`const all = this.getNodeParameter('${name}', i);
    const found = [];
    ${body}
    for (const order of found) returnData.push({ json: order, pairedItem: { item: i } });`),
});

/** Gets pages of 100 of a response that may be a list. @param isLast whether a page is the last one, with `response`, `orders` */
const byLength = (isLast: string) =>
  pages(`for (let page = 1; ; page++) {
      const response = await request({ qs: { page, limit: 100, of: i } });
      let orders;
      let pageCount;
      if (Array.isArray(response)) orders = response;
      else if (Array.isArray(response.data)) {
        orders = response.data;
        ${isLast.includes('pageCount') ? 'pageCount = response.meta?.page_count ?? 1;' : ''}
      } else orders = [response];
      found.push(...orders);
      if (!all || ${isLast}) break;
    }`);

/** Gets pages of 100 with an offset that a response may have. @param isLast whether a page is the last one, with `response` */
const byOffset = (isLast: string) =>
  pages(`for (let offset = 0; ; ) {
      const response = await request({ qs: { limit: 100, offset } });
      found.push(...response.orders);
      if (!all || ${isLast}) break;
      offset = response.nextOffset ?? offset + 100;
    }`);

/** Gets pages of the size that each of them says. @param ends how the number of entries of the last page compares with it */
const bySize = (ends: string) =>
  pages(`let size = 100;
    for (let page = 1; ; page++) {
      const response = await request({ qs: { page, pageSize: 100, of: i } });
      found.push(...response.orders);
      size = response.pageSize ?? size;
      const total = response.total;
      if (!all || response.orders.length ${ends} size || (total !== undefined && found.length >= total)) break;
    }`);

/** Gets pages of 100 of each item. @param failed what is done with `error` of a page */
const untilFailure = (failed: string) =>
  pages(`for (let page = 1; ; page++) {
      let response;
      try {
        response = await request({ qs: { page, limit: 100, of: i } });
      } catch (error) {
        ${failed}
      }
      found.push(...response.orders);
      if (!all || !response.has_more) break;
    }`);

/** @param cursor of `pageInfo` or `paging` in `last`, for the parameter @param isMore whether there is another page */
const byCursor = (parameter: string, cursor: string, isMore: string) =>
  pages(`const qs = { limit: 50, of: i };
    for (let isMore = true; isMore; ) {
      const last = await request({ qs });
      found.push(...last.orders);
      qs.${parameter} = ${cursor};
      isMore = all && ${isMore};
    }`);

/** Gets pages with GraphQL. @param variables of the next page, with `info` and `first` */
const byQuery = (variables: string, name?: string, fields = 'hasNextPage startCursor endCursor') =>
  pages(
    `const query = 'query ($first: Int, $cursor: String, $end: String) { orders(first: $first, after: $cursor, before: $end) { nodes { id } pageInfo { ${fields} } } }';
    const first = { first: 50 };
    let variables = first;
    for (let page = 0; page < 250; page++) {
      const response = await request({ method: 'POST', url: 'https://api.acme.example/graphql', body: { query, variables } });
      found.push(...response.data.orders.nodes);
      const info = response.data.orders.pageInfo;
      if (!all || !info.hasNextPage) break;
      variables = ${variables};
    }`,
    name,
    name !== undefined,
  );

/** Gets pages of 100 orders, in an object of the response. @param compared length of a page that has another one after it */
const untilShort = (compared: string, limit = 100): GivenNode => ({
  operation: 'getOrders',
  execute: tolerant(`const orders = [];
    let page;
    do {
      const qs = { of: this.getNodeParameter('orderId', i), 'x-list-start': orders.length, 'x-list-size': ${limit} };
      page = (await request({ qs })).list?.orders ?? [];
      orders.push(...page);
    } while (page.length ${compared} 100);
    for (const order of orders) returnData.push({ json: order, pairedItem: { item: i } });`),
});

/** Gets pages of 100 until all are there. @param ends how the number of entries of the last page compares with that */
const untilTotal = (ends: string) =>
  pages(`for (let offset = 0; ; ) {
      const page = await request({ qs: { limit: 100, offset, of: i } });
      const rows = Array.isArray(page.data) ? page.data : [];
      found.push(...rows);
      offset += rows.length;
      const total = typeof page.meta?.total === 'number' ? page.meta.total : undefined;
      if (!all || rows.length ${ends} 100 || (total !== undefined && offset >= total)) break;
    }`);

/** Gets pages of 1000 after a cursor. @param isOver whether that was the last page */
const byThousands = (isOver: string) =>
  pages(`let cursor;
    do {
      const page = await request({ qs: { of: i, limit: 1000, cursor } });
      found.push(...page.orders);
      cursor = page.nextCursor;
      if (${isOver}) break;
    } while (all && cursor);`);

/** Gets pages by an address of the response. @param parameter that is taken out of it */
const byAddress = (parameter: string) =>
  pages(`let cursor;
    do {
      const page = await request({ qs: { of: i, limit: 100, 'page[cursor]': cursor } });
      found.push(...page.orders);
      cursor = page.links.next ? new URL(page.links.next).searchParams.get('${parameter}') : undefined;
    } while (all && cursor);`);

/** Gets pages by a cursor of the response. @param added what is done with `page` @param isOver whether it was the last one */
const byNext = (added: string, isOver: string) =>
  pages(`let cursor;
    do {
      const page = await request({ qs: { of: i, limit: 100, cursor } });
      ${added};
      cursor = page.nextCursor;
    } while (all && !(${isOver}));`);

/** Cases of the codes that are about pages of lists. */
export const pageCases: readonly RuleCase<GivenNode>[] = [
  {
    code: 'behaviour-failure-ignored',
    case: 'a later page',
    bad: untilFailure('if (page > 1) break;\nthrow error;'),
    good: untilFailure('throw error;'),
  },
  {
    code: 'behaviour-failure-ignored',
    case: 'a later page, which no output tells of',
    bad: untilFailure('if (page > 1) break;\nthrow error;'),
    good: untilFailure(
      "if (page === 1) throw error;\nfound.push({ warning: 'page ' + page + ' failed: ' + error.message });\nbreak;",
    ),
  },
  {
    code: 'behaviour-failure-ignored',
    case: 'a later page, which no hint tells of',
    bad: untilFailure('if (page > 1) break;\nthrow error;'),
    good: untilFailure(
      "if (page === 1) throw error;\nthis.addExecutionHints({ message: 'Page ' + page + ' failed', location: 'outputPane' });\nbreak;",
    ),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page, whatever field of it says where the next one is',
    bad: byOffset('response.orders.length <= 100'),
    good: byOffset('response.orders.length < 100 || response.nextOffset == null'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'all pages after the first one, if its cursor has a value',
    bad: byNext('found.push(...page.orders)', 'cursor'),
    good: byNext('found.push(...page.orders)', '!cursor'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'all pages after the first one, unless its cursor is a number',
    bad: byNext('found.push(...page.orders)', 'cursor !== undefined'),
    good: byNext('found.push(...page.orders)', "typeof cursor !== 'number'"),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'all pages after the first one, not only those after a short one',
    bad: byNext('found.push(...page.orders)', 'cursor !== undefined'),
    good: byThousands('page.orders.length < 1000'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'all pages after the first one, not a cursor in an address',
    bad: byNext('found.push(...page.orders)', 'Boolean(cursor)'),
    good: byAddress('page[cursor]'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'all pages but the last one, which takes the place of the others',
    bad: byNext('found.splice(0, found.length, ...page.orders)', '!cursor'),
    good: byNext('found.push(...page.orders)', '!cursor'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page, although the response has the number of all entries',
    bad: untilTotal('<='),
    good: untilTotal('<'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a single request for a page, unless it asks for more than any page has',
    bad: pages('found.push(...(await request({ qs: { of: i, limit: all ? 100 : 10 } })).orders);'),
    good: pages('found.push(...(await request({ qs: { of: i, limit: all ? 10_000 : 10 } })).orders);'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page, whose size it says itself',
    bad: bySize('<='),
    good: bySize('<'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page that is shorter than a full page is taken to be',
    bad: byLength('orders.length !== 1000'),
    good: byLength('orders.length !== 100'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page of a list, where another response says how many pages there are',
    bad: byLength('true'),
    good: byLength('page >= pageCount'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a full page, where another response would say that it is the only one',
    bad: byLength('page >= 1'),
    good: byLength('page >= (pageCount ?? 1)'),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a page that is longer than what is asked for',
    bad: untilShort('>'),
    good: untilShort('>='),
  },
  {
    code: 'behaviour-pages-missing',
    case: 'a page that is longer than what is asked for, unless that is one entry more',
    bad: untilShort('>'),
    good: untilShort('>', 101),
  },
  {
    code: 'behaviour-page-repeated',
    case: 'a cursor of GraphQL that is not sent',
    bad: byQuery('first', 'getAll'),
    good: byQuery('{ ...first, cursor: info.endCursor }', 'getAll'),
  },
  {
    code: 'behaviour-page-repeated',
    case: 'a cursor of both ends that is not sent',
    bad: byCursor('limit', '50', 'last.paging?.next'),
    good: byCursor('after', 'last.paging?.cursors?.after', 'last.paging?.next'),
  },
  {
    code: 'behaviour-page-repeated',
    case: 'a cursor of the next page that is not sent',
    bad: byCursor('limit', '50', 'last.paging?.next?.after'),
    good: byCursor('after', 'last.paging?.next?.after', 'last.paging?.next?.after'),
  },
  {
    code: 'behaviour-page-repeated',
    case: 'a position that only this API has, with a field that leads on',
    bad: byCursor('limit', '50', 'last.paging?.next'),
    good: byCursor('position', 'last.paging?.next?.position', 'last.paging?.next?.position'),
  },
];
