import { docs } from '../../../docs-links.ts';
import type { DescribedVersion } from '../../../model/descriptions/described-node.ts';
import type { Display } from '../../../model/parameters/display-conditions.ts';
import { topmost } from '../../../model/parameters/parameter.ts';
import { plainOf, shown } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { overVersions } from '../node-subject.ts';
import { hasPreSend, type Route, routesOf } from '../routes.ts';
import { displayOfChoice, targetsOf } from './routing-rules.ts';

/** The parts of a request, as the description of pages and `send` name them. */
const parts = { qs: 'query', body: 'body' } as const;

export const pageQueryReplaced = overVersions(
  {
    code: 'nodes-page-query-replaced',
    title: 'Pagination replaces the query',
    severity: 'error',
    why: 'n8n sends each page, the first one included, with the `qs` and the `body` of the pagination in place of those that parameters fill in: filters that users enter are not sent, and the list has entries that they excluded.',
    fix: 'Extend the query of the request: `$request.qs` is what the parameters fill in.',
    bad: "pagination: { type: 'generic', properties: { …, request: { qs: { cursor: '={{ $response.body?.next }}' } } } }",
    good: "pagination: { type: 'generic', properties: { …, request: { qs: '={{ { ...$request.qs, cursor: $response.body?.next } }}' } } }",
    docs: docs.declarative,
  },
  function* (version) {
    if (!version.isDeclarative) return;
    const routes = routesOf(version.parameters);
    for (const route of routes) {
      const request = requestOfPages(route);
      if (!request) continue;
      const beside = routes.filter((other) => other.raw === route.raw || areTogether(route, other, version));
      const isAsked = beside.some(({ routing }) => isOn(plainOf(routing['send'])?.['paginate']));
      // A function may move the query elsewhere.
      if (!isAsked || beside.some(hasPreSend)) continue;
      for (const [part, target] of Object.entries(parts)) {
        const own = plainOf(request[part]);
        if (!own) continue;
        const sent = beside.flatMap((one) => targetsOf(one.routing)).filter((one) => one.target === target);
        const lost = new Set(sent.map(({ name }) => name).filter((name) => !Object.hasOwn(own, name)));
        if (lost.size === 0) continue;
        const names = listed([...lost].map(shown));
        const message = `${route.path}: pagination replaces the ${target}, so ${names} ${lost.size === 1 ? 'is' : 'are'} not sent`;
        const text = Object.values(own).find((value) => typeof value === 'string');
        // The switches of several operations look alike.
        const about = typeof text === 'string' && !route.choice ? { text } : { object: route.raw };
        yield { message, about, concerns: [route.raw] };
      }
    }
  },
);

/** What pages are requested with, unless a URL of the response replaces the whole request. */
function requestOfPages({ routing }: Route) {
  const pagination = plainOf(plainOf(routing['operations'])?.['pagination']);
  const request = plainOf(plainOf(pagination?.['properties'])?.['request']);
  return pagination?.['type'] === 'generic' && request?.['url'] === undefined ? request : undefined;
}

/** Whether it asks for pages. */
const isOn = (paginate: unknown): boolean => paginate === true || typeof paginate === 'string';

/** Whether two parts of requests can certainly be sent together. */
function areTogether(one: Route, other: Route, { parameters, reachability, numbers }: DescribedVersion): boolean {
  const [first, second] = [displayOf(one), displayOf(other)];
  return reachability.canBeShownTogether(first, second, { level: parameters, versions: numbers });
}

/** The conditions of a part of a request at the top level. A switch for pages asks for them if it is on. */
function displayOf({ parameter, choice, routing }: Route): Display | undefined {
  const top = topmost(parameter);
  const isSwitch = parameter.type === 'boolean' && typeof plainOf(routing['send'])?.['paginate'] === 'string';
  if (isSwitch && top === parameter) return displayOfChoice(parameter, true);
  return choice && top === parameter ? displayOfChoice(parameter, choice.value) : top.display;
}
