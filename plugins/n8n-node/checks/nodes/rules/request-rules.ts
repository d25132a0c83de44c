import { docs } from '../../../docs-links.ts';
import type { DescribedVersion } from '../../../model/descriptions/described-node.ts';
import { urlProblem } from '../../../model/descriptions/request-url.ts';
import type { Display } from '../../../model/parameters/display-conditions.ts';
import { isFunction, isUnknown, listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import type { Violation } from '../../../rule.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';
import { type Route, routesOf } from '../routes.ts';

/** Rules about nodes whose requests n8n sends: `RoutingNode` of n8n-core, dist/execution-engine/routing-node.js. */

const withoutAddress = overVersions(
  {
    code: 'nodes-request-without-address',
    title: 'A request has no full address',
    severity: 'error',
    why: 'n8n puts `baseURL` and `url` together and sends the request there. A path alone, or a host without https://, leads nowhere.',
    fix: 'Set `requestDefaults.baseURL` to the full address of the API.',
    bad: "requestDefaults: { baseURL: 'api.acme.example' }",
    good: "requestDefaults: { baseURL: 'https://api.acme.example' }",
    docs: docs.declarative,
  },
  function* ({ description, parameters, isDeclarative }) {
    if (!isDeclarative || isUnknown(description['requestDefaults'])) return;
    const defaults = plainOf(description['requestDefaults']) ?? {};
    const routes = routesOf(parameters);
    // A function may change the address before the request is sent.
    if (routes.some(({ routing }) => hasPreSend(routing))) return;
    const requests = routes.map(({ routing }) => routing['request']);
    if (requests.some(isUnknown) || isUnknown(defaults['baseURL'])) return;
    const bases = [defaults, ...requests.map(plainOf)].flatMap((request) => request?.['baseURL'] ?? []);
    const fault = urlProblem({ baseURL: defaults['baseURL'], url: undefined });
    if (defaults['baseURL'] !== undefined && fault !== undefined) {
      yield { message: `requestDefaults: ${fault}`, about: { object: description, key: 'requestDefaults' } };
    }
    if (bases.length > 0) return;
    const relative = routes.flatMap(({ routing, raw, path }) => {
      const request = plainOf(routing['request']);
      const why = request?.['url'] === undefined ? undefined : urlProblem({ baseURL: undefined, url: request['url'] });
      return why === undefined ? [] : [{ message: `${path}: ${why}, and there is no baseURL`, about: { object: raw } }];
    });
    const [first] = relative;
    if (first && relative.length > 1)
      yield {
        message: `${first.message}; and ${relative.length - 1} more of the same`,
        about: { object: description },
      };
    else yield* relative;
  },
);

const hasPreSend = (routing: Plain) => plainOf(routing['send'])?.['preSend'] !== undefined;

const operationWithoutRequest = overVersions(
  {
    code: 'nodes-operation-without-request',
    title: 'An operation describes no request',
    severity: 'error',
    why: 'Neither the option nor any parameter that it shows has `routing`: n8n sends a request to the bare address of the API, whatever the operation is called.',
    fix: 'Give the option `routing.request` with method and url.',
    bad: "{ name: 'Get', value: 'get', action: 'Get an order' }",
    good: "{ name: 'Get', value: 'get', action: 'Get an order', routing: { request: { method: 'GET', url: '/order' } } }",
    docs: docs.declarative,
  },
  function* (version) {
    const { description, parameters, isDeclarative } = version;
    const defaults = plainOf(description['requestDefaults']) ?? {};
    if (!isDeclarative || defaults['url'] !== undefined || !parameters.complete) return;
    const routes = routesOf(parameters);
    if (routes.length === 0) return;
    for (const operation of parameters.named.get('operation') ?? []) {
      if (operation.raw['routing'] !== undefined) continue;
      for (const { value, raw } of operation.choices ?? []) {
        if (raw['routing'] !== undefined || isRouted(value, operation.display, routes, version)) continue;
        const resources = operation.display?.show.find(({ key }) => key === 'resource')?.values ?? [];
        const of = resources.length > 0 ? ` of ${resources.map(shown).join(' and ')}` : '';
        yield { message: `the operation ${shown(value)}${of} describes no request`, about: { object: raw } };
      }
    }
  },
);

/** Whether a parameter that depends on the operation, and may be shown with it, describes a part of its request. */
function isRouted(
  operation: unknown,
  display: Display | undefined,
  routes: readonly Route[],
  { parameters, reachability }: DescribedVersion,
): boolean {
  const show = [...(display?.show ?? []), { key: 'operation', values: [operation] }];
  return routes.some(({ parameter }) => {
    if (parameter.name === 'operation' && parameter.level === parameters) return false;
    const own = parameter.display ?? { show: [], hide: [], malformed: [], complete: true };
    const both: Display = { ...own, show: [...show, ...own.show] };
    return parameter.level !== parameters || reachability.canBeShown(both, parameters);
  });
}

/** What each kind of action on an answer needs. */
const actions: Readonly<Record<string, readonly string[]>> = {
  binaryData: ['destinationProperty'],
  filter: ['pass'],
  limit: ['maxResults'],
  rootProperty: ['property'],
  set: ['value'],
  setKeyValue: [],
  sort: ['key'],
};
const paginations: Readonly<Record<string, readonly string[]>> = {
  generic: ['continue', 'request'],
  offset: ['limitParameter', 'offsetParameter', 'pageSize', 'type'],
};

const routingInvalid = overVersions(
  {
    code: 'nodes-routing-invalid',
    title: 'Routing asks for something that n8n does not have',
    severity: 'error',
    why: 'For an action or a pagination of unknown type n8n returns no items at all, and says nothing. Where a field of it is missing it fails or does nothing.',
    fix: "Use the types and fields of n8n-workflow's `PostReceiveAction` and `IN8nRequestOperations`.",
    bad: "postReceive: [{ type: 'root', properties: { property: 'data' } }]",
    good: "postReceive: [{ type: 'rootProperty', properties: { property: 'data' } }]",
    docs: docs.declarative,
    supersededBy: ['types-error'],
  },
  function* ({ description, parameters, isDeclarative }) {
    if (!isDeclarative) return;
    const own: Pick<Route, 'routing' | 'raw' | 'path'> = {
      routing: { operations: description['requestOperations'] },
      raw: description,
      path: 'requestOperations',
    };
    for (const { routing, raw, path } of [own, ...routesOf(parameters)]) {
      const about = { object: raw };
      for (const action of listOf(plainOf(routing['output'])?.['postReceive'])) {
        const fault = kindFault(action, actions, 'postReceive');
        if (fault !== undefined) yield { message: `${path}: ${fault}`, about };
      }
      const pagination = plainOf(routing['operations'])?.['pagination'];
      const fault = pagination === undefined ? undefined : kindFault(pagination, paginations, 'pagination');
      if (fault !== undefined) yield { message: `${path}: ${fault}`, about };
    }
  },
);

function kindFault(
  value: unknown,
  kinds: Readonly<Record<string, readonly string[]>>,
  what: string,
): string | undefined {
  if (isUnknown(value) || isFunction(value)) return undefined;
  const { type, properties } = plainOf(value) ?? {};
  if (isUnknown(type) || isUnknown(properties)) return undefined;
  const fields = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!fields) return `n8n has no ${what} of type ${shown(type ?? '')}`;
  const missing = fields.find((field) => plainOf(properties)?.[field] === undefined);
  return missing === undefined ? undefined : `${what} of type ${shown(type)} has no "${missing}"`;
}

const sendWithoutEffect = overVersions(
  {
    code: 'nodes-routing-without-effect',
    title: 'A part of the routing does nothing',
    severity: 'warning',
    why: '`send` puts the value of a parameter where `property` says, and `paginate` needs a pagination in `operations`. Without that the request is sent as if they were not there.',
    fix: 'Add what is missing, or remove the part.',
    bad: "routing: { send: { type: 'query' } }",
    good: "routing: { send: { type: 'query', property: 'limit' } }",
    docs: docs.declarative,
    supersededBy: ['types-error'],
  },
  function* ({ description, parameters, isDeclarative }) {
    if (!isDeclarative) return;
    const routes = routesOf(parameters);
    const paginates =
      plainOf(description['requestOperations'])?.['pagination'] !== undefined ||
      isUnknown(description['requestOperations']) ||
      routes.some(
        ({ routing }) =>
          plainOf(routing['operations'])?.['pagination'] !== undefined || isUnknown(routing['operations']),
      );
    for (const route of routes) yield* sendFaults(route, paginates);
  },
);

function* sendFaults({ routing, raw, path }: Route, paginates: boolean): Generator<Violation> {
  const send = plainOf(routing['send']);
  if (!send) return;
  const { property, preSend, paginate, type } = send;
  const about = { object: raw };
  if (property === undefined && preSend === undefined && paginate === undefined) {
    // What the user enters is lost.
    yield { message: `${path}: send has no property`, severity: 'error', about };
  }
  const place = textOf(type);
  if (property !== undefined && place !== undefined && place !== 'body' && place !== 'query') {
    yield { message: `${path}: send has the type ${shown(place)}, which n8n takes for "query"`, about };
  }
  if (paginate !== undefined && paginate !== false && !paginates) {
    yield { message: `${path}: paginate is set, and no pagination is described`, about };
  }
}

export const requestRules: readonly NodeRule[] = [
  withoutAddress,
  operationWithoutRequest,
  routingInvalid,
  sendWithoutEffect,
];
