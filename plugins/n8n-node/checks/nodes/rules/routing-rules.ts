import { docs } from '../../../docs-links.ts';
import { expressionsIn } from '../../../model/expressions/expression-texts.ts';
import type { Display } from '../../../model/parameters/display-conditions.ts';
import type { Parameter } from '../../../model/parameters/parameter.ts';
import { isFunction, isUnknown, listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { excludeEachOther } from '../../../model/parameters/reachability.ts';
import { singularWordsOf } from '../../../model/words.ts';
import type { Violation } from '../../../rule.ts';
import { overVersions } from '../node-subject.ts';
import { hasPreSend, type Route, routesOf } from '../routes.ts';

/** What has no conditions. */
export const always: Display = { show: [], hide: [], malformed: [], complete: true };

/** Required fields of each action on a response. */
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

export const routingInvalid = overVersions(
  {
    code: 'nodes-routing-invalid',
    title: 'Unknown or incomplete routing',
    severity: 'error',
    why: 'For an action or a pagination of unknown type, n8n silently returns no items. If a required field is missing, it fails or does nothing.',
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
        const problem = typeProblem(action, actions, 'postReceive');
        if (problem !== undefined) yield { message: `${path}: ${problem}`, about };
      }
      const pagination = plainOf(routing['operations'])?.['pagination'];
      const problem = pagination === undefined ? undefined : typeProblem(pagination, paginations, 'pagination');
      if (problem !== undefined) yield { message: `${path}: ${problem}`, about };
    }
  },
);

function typeProblem(
  value: unknown,
  kinds: Readonly<Record<string, readonly string[]>>,
  what: string,
): string | undefined {
  if (isUnknown(value) || isFunction(value)) return undefined;
  const { type, properties } = plainOf(value) ?? {};
  if (isUnknown(type) || isUnknown(properties)) return undefined;
  const fields = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!fields) return `unknown ${what} type ${shown(type ?? '')}`;
  const missing = fields.find((field) => plainOf(properties)?.[field] === undefined);
  return missing === undefined ? undefined : `${what} of type ${shown(type)} lacks "${missing}"`;
}

export const sendWithoutEffect = overVersions(
  {
    code: 'nodes-routing-without-effect',
    title: 'Routing has no effect',
    severity: 'warning',
    why: '`send` needs `property`, the name under which n8n sends the value, and in `value` an expression that contains the value. `paginate` in `send` and `pagination` in `operations` need each other: with one of them alone, n8n requests the first page only.',
    fix: 'Add what is missing, or remove the field that has no effect.',
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
    const prepares = routes.some(hasPreSend);
    const isNamed = (name: string) => expressionsIn(description).some(({ text }) => text.includes(name));
    for (const route of routes) {
      yield* sendFaults(route, { paginates, prepares });
      // What users enter is lost.
      if (!prepares && isFixed(route) && !isNamed(route.parameter.name))
        yield {
          message: `${route.path}: it sends ${shown(plainOf(route.routing['send'])?.['value'])}, whatever users enter`,
          severity: 'error',
          about: { object: route.raw },
        };
    }
    for (const { raw, path } of unusedPaginations(routes))
      yield {
        message: `${path}: pagination is described, but no parameter that is shown with it sets paginate`,
        about: { object: raw },
      };
  },
);

/** Types of parameters that take any value: a choice may stand for one that is always the same. */
const isFree = ({ type }: Parameter) => type === 'string' || type === 'number' || type === 'dateTime';

/** Whether a value of a parameter is sent that nothing changes. */
function isFixed({ routing, parameter, choice }: Route): boolean {
  const value = textOf(plainOf(routing['send'])?.['value']);
  return value !== undefined && choice === undefined && isFree(parameter) && !value.includes('$');
}

/** What describes pages where no parameter that may be shown beside it asks for them. */
function unusedPaginations(routes: readonly Route[]): Route[] {
  const asking = routes.filter(({ routing: { send } }) => isUnknown(send) || plainOf(send)?.['paginate'] !== undefined);
  const isAsked = ({ parameter: { display, level } }: Route) =>
    asking.some(
      ({ choice, parameter: other }) =>
        choice !== undefined ||
        other.level !== level ||
        !display ||
        !other.display ||
        !excludeEachOther(display, other.display, level),
    );
  return routes.filter(
    (route) =>
      route.choice === undefined &&
      plainOf(route.routing['operations'])?.['pagination'] !== undefined &&
      !isAsked(route),
  );
}

/** @param about.prepares whether some `preSend` may read the parameter */
function* sendFaults(
  { routing, raw, path }: Route,
  { paginates, prepares }: { paginates: boolean; prepares: boolean },
): Generator<Violation> {
  const send = plainOf(routing['send']);
  if (!send) return;
  const { property, preSend, paginate, type } = send;
  const about = { object: raw };
  if (property === undefined && preSend === undefined && paginate === undefined) {
    // The user's input is lost.
    yield { message: `${path}: send has no property`, ...(!prepares && { severity: 'error' }), about };
  }
  const target = textOf(type);
  if (property !== undefined && target !== undefined && target !== 'body' && target !== 'query') {
    yield { message: `${path}: n8n treats send.type ${shown(target)} as "query"`, about };
  }
  if (paginate !== undefined && paginate !== false && !paginates) {
    yield { message: `${path}: paginate is set, but pagination is not described`, about };
  }
}

export const bothOf = (one: Display, other: Display = always): Display => ({
  ...one,
  show: [...one.show, ...other.show],
  hide: [...one.hide, ...other.hide],
});

/** The conditions under which an option of a parameter can be selected. */
export const displayOfChoice = ({ display = always, name }: Parameter, value: unknown): Display =>
  bothOf(display, { ...always, show: [{ key: name, values: [value] }] });

export const propertyTwice = overVersions(
  {
    code: 'nodes-send-property-duplicate',
    title: 'Two parameters are sent under the same name',
    severity: 'error',
    why: 'The value of one replaces that of the other: what users enter in the first one is not sent.',
    fix: 'Send each parameter under a name of its own.',
    bad: "{ name: 'page', routing: { send: { type: 'query', property: 'page' } } },\n{ name: 'size', routing: { send: { type: 'query', property: 'page' } } }",
    good: "{ name: 'page', routing: { send: { type: 'query', property: 'page' } } },\n{ name: 'size', routing: { send: { type: 'query', property: 'size' } } }",
    docs: docs.declarative,
  },
  function* ({ parameters, isDeclarative, numbers, reachability }) {
    if (!isDeclarative) return;
    const sent = routesOf(parameters).flatMap((route) =>
      route.choice || hasPreSend(route) || route.parameter.type === 'hidden'
        ? []
        : targetsOf(route.routing).map((one) => ({ ...route, ...one })),
    );
    for (const same of Map.groupBy(
      sent,
      ({ parameter, name, target }) => `${parameter.level.id} ${target} ${name}`,
    ).values()) {
      const compared = same.slice(0, maxCompared);
      const pairs = compared.flatMap((one, at) => compared.slice(at + 1).map((other) => [one, other] as const));
      const pair = pairs.find(
        ([{ parameter: one, ...first }, { parameter: other, ...second }]) =>
          one.name !== other.name &&
          ((first.isPlain && second.isPlain) || !standsIn(one, other)) &&
          !refines(one, other) &&
          !refines(other, one) &&
          reachability.canBeShownTogether(other.display, one.display, { level: other.level, versions: numbers }),
      );
      if (!pair) continue;
      const [first, other] = pair;
      const message = `${first.path} and ${other.path}: both are sent as ${shown(other.name)}`;
      yield { message, about: { object: other.raw } };
    }
  },
);

interface Target {
  name: string;
  /** `body` or `query`. */
  target: string;
  /** It is the value as users enter it. */
  isPlain: boolean;
}

/** The fields of a request that have nothing but the value of a parameter. */
function targetsOf(routing: Plain): Target[] {
  const { property, type, value } = plainOf(routing['send']) ?? {};
  const isPlain = value === undefined;
  const { qs, body } = plainOf(routing['request']) ?? {};
  const all = [
    ...(isPlain || isOfValue(value)
      ? [{ name: textOf(property) ?? '', target: type === 'body' ? 'body' : 'query', isPlain }]
      : []),
    ...fieldsOf(qs).map((name) => ({ name, target: 'query', isPlain: false })),
    ...fieldsOf(body).map((name) => ({ name, target: 'body', isPlain: false })),
  ];
  return all.filter(({ name }) => name !== '' && !name.startsWith('='));
}

const fieldsOf = (part: unknown): string[] =>
  Object.entries(plainOf(part) ?? {}).flatMap(([name, value]) => (isOfValue(value) ? [name] : []));

/** Whether an expression is about the value of its parameter, and of nothing else. */
const isOfValue = (value: unknown): boolean =>
  typeof value === 'string' && /^=.*\$value\b/s.test(value) && !/\$(?!value\b)/.test(value);

/** Whether a parameter is shown for some values of another one: it says more, and replaces its value on purpose. */
const refines = ({ display }: Parameter, { name }: Parameter): boolean =>
  display?.show.some(({ key }) => key === name || key === `/${name}`) === true;

/** Whether one parameter is there to be used in place of the other: `customerId` and `customerIdManual`. */
function standsIn(one: Parameter, other: Parameter): boolean {
  const [some, others] = [singularWordsOf(one.name), singularWordsOf(other.name)];
  const [few, many] = some.length < others.length ? [some, others] : [others, some];
  return (
    few.every((word) => many.includes(word)) || [one, other].some(({ raw }) => instead.test(String(raw['description'])))
  );
}

const instead = /\binstead\b|\balternative|\beither\b|\boverrid|\btakes? precedence\b/i;

/** Parameters that are sent under the same name, for different operations in general. */
const maxCompared = 100;
