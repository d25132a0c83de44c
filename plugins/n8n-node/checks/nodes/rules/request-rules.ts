import { docs } from '../../../docs-links.ts';
import type { DescribedVersion } from '../../../model/descriptions/described-node.ts';
import { urlProblem } from '../../../model/descriptions/request-url.ts';
import { type DescribedText, expressionsIn } from '../../../model/expressions/expression-texts.ts';
import type { Expressions } from '../../../model/expressions/parse-expressions.ts';
import type { Display } from '../../../model/parameters/display-conditions.ts';
import { type Parameter, topmost } from '../../../model/parameters/parameter.ts';
import { isUnknown, listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { listed } from '../../../rule.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';
import { hasPreSend, type Route, routesOf } from '../routes.ts';
import { always, bothOf, displayOfChoice, propertyTwice, routingInvalid, sendWithoutEffect } from './routing-rules.ts';

/**
 * Rules about nodes whose requests n8n sends.
 * Source: n8n-core 2.41, dist/execution-engine/routing-node.js
 */

const withoutAddress = overVersions(
  {
    code: 'nodes-request-without-address',
    title: 'Request has no absolute URL',
    severity: 'error',
    why: 'n8n sends the request to `baseURL` plus `url`. A path alone, or a host without https://, is not a valid URL.',
    fix: 'Set `requestDefaults.baseURL` to the absolute URL of the API.',
    bad: "requestDefaults: { baseURL: 'api.acme.example' }",
    good: "requestDefaults: { baseURL: 'https://api.acme.example' }",
    docs: docs.declarative,
  },
  function* ({ description, parameters, isDeclarative }) {
    if (!isDeclarative || isUnknown(description['requestDefaults'])) return;
    const defaults = plainOf(description['requestDefaults']) ?? {};
    const routes = routesOf(parameters);
    // A function may change the URL before the request is sent.
    if (routes.some(hasPreSend)) return;
    const requests = routes.map(({ routing }) => routing['request']);
    if (requests.some(isUnknown) || isUnknown(defaults['baseURL'])) return;
    const bases = [defaults, ...requests.map(plainOf)].flatMap((request) => request?.['baseURL'] ?? []);
    const problem = urlProblem({ baseURL: defaults['baseURL'], url: undefined });
    if (defaults['baseURL'] !== undefined && problem !== undefined) {
      yield { message: `requestDefaults.baseURL: ${problem}`, about: { object: description, key: 'requestDefaults' } };
    }
    if (bases.length > 0) return;
    const relative = routes.flatMap(({ routing, raw, path }) => {
      const request = plainOf(routing['request']);
      const why = request?.['url'] === undefined ? undefined : urlProblem({ baseURL: undefined, url: request['url'] });
      return why === undefined ? [] : [{ message: `${path}: ${why}, and baseURL is not set`, about: { object: raw } }];
    });
    const [first] = relative;
    if (first && relative.length > 1)
      yield {
        message: `${first.message} (and ${relative.length - 1} more requests)`,
        about: { object: description },
      };
    else yield* relative;
  },
);

const operationWithoutRequest = overVersions(
  {
    code: 'nodes-operation-without-request',
    title: 'Operation has no request',
    severity: 'error',
    why: 'Neither the option nor any of its parameters has `routing`, so n8n sends a request to the base URL, whatever the operation is.',
    fix: 'Add `routing.request` with `method` and `url` to the option.',
    bad: "{ name: 'Get', value: 'get', action: 'Get an order' }",
    good: "{ name: 'Get', value: 'get', action: 'Get an order', routing: { request: { method: 'GET', url: '/order' } } }",
    docs: docs.declarative,
  },
  function* (version) {
    const { description, parameters, isDeclarative } = version;
    const defaults = description['requestDefaults'];
    if (!isDeclarative || isSetByDefaults(defaults) || !parameters.complete) return;
    const routes = routesOf(parameters).filter(({ routing }) => isPartOfRequest(routing));
    // Another rule reports a node that describes no request at all.
    if (routes.length === 0 && defaults === undefined) return;
    const without: { name: string; raw: Plain }[] = [];
    for (const operation of parameters.named.get('operation') ?? []) {
      if (isPartOfRequest(operation.raw['routing'])) continue;
      for (const { value, raw } of operation.choices ?? []) {
        if (isPartOfRequest(raw['routing']) || isRouted(value, operation.display, routes, version)) continue;
        const resources = operation.display?.show.find(({ key }) => key === 'resource')?.values ?? [];
        const of = resources.length > 0 ? ` of ${resources.map(shown).join(' and ')}` : '';
        without.push({ name: `${shown(value)}${of}`, raw });
      }
    }
    const [first] = without;
    // One operation may be what the base URL is for.
    if (!first || (routes.length === 0 && without.length === 1)) return;
    const names = listed(without.map(({ name }) => name));
    const unknown = Object.keys(plainOf(plainOf(first.raw['routing'])?.['request']) ?? {}).map(shown);
    const hint = unknown.length > 0 ? `; n8n ignores ${listed(unknown)} in \`routing.request\`` : '';
    const [subject, have] = without.length > 1 ? ['Operations', 'have'] : ['Operation', 'has'];
    yield {
      message: `${subject} ${names} ${have} no request${hint}`,
      about: { object: first.raw },
      concerns: without.map(({ raw }) => raw),
    };
  },
);

/** Whether the request of all operations may say which one it is. */
const isSetByDefaults = (defaults: unknown): boolean =>
  isUnknown(defaults) ||
  plainOf(defaults)?.['url'] !== undefined ||
  /\$parameter|\{"\$/.test(JSON.stringify(defaults) ?? '');

/**
 * Whether n8n sends, or calls a function for, any of what `routing` has.
 * Source: n8n-workflow 2.41, dist/types/interfaces.d.ts (`IHttpRequestOptions`)
 */
function isPartOfRequest(routing: unknown): boolean {
  if (routing === undefined) return false;
  const { request, ...others } = plainOf(routing) ?? {};
  if (plainOf(routing) === undefined || Object.keys(others).length > 0) return true;
  if (request === undefined) return false;
  const fields = plainOf(request);
  return fields === undefined || Object.keys(fields).some((name) => optionsOfRequests.has(name));
}

const optionsOfRequests = new Set(
  (
    'url baseURL method headers body qs auth arrayFormat encoding json proxy timeout disableFollowRedirect ' +
    'ignoreHttpStatusErrors returnFullResponse skipSslCertificateValidation'
  ).split(' '),
);

/** Whether a parameter that may be shown with the operation describes a part of its request. */
function isRouted(
  operation: unknown,
  display: Display | undefined,
  routes: readonly Route[],
  { parameters, reachability }: DescribedVersion,
): boolean {
  const show = [...(display?.show ?? []), { key: 'operation', values: [operation] }];
  // From inside a collection.
  const fromBelow = show.map(({ key, values }) => ({ key: /^[/@]/.test(key) ? key : `/${key}`, values }));
  return routes.some(({ parameter }) => {
    const { name, level } = parameter;
    if (name === 'operation' && level === parameters) return false;
    const own = parameter.display ?? always;
    const both: Display = { ...own, show: [...(level === parameters ? show : fromBelow), ...own.show] };
    return reachability.canBeShown(both, level);
  });
}

const valueFieldUnknown = overVersions(
  {
    code: 'nodes-value-field-unknown',
    title: 'Unknown field of `$value`',
    severity: 'error',
    why: 'The value of a collection is an object with its fields, that of a fixed collection one with its groups. Any other name is undefined: what users enter is not sent, or the operation fails.',
    fix: 'Use the name of a field or a group of the parameter.',
    bad: "name: 'address', type: 'fixedCollection', options: [{ name: 'fields', … }],\nrouting: { send: { type: 'body', property: 'city', value: '={{ $value.field.city }}' } }",
    good: "name: 'address', type: 'fixedCollection', options: [{ name: 'fields', … }],\nrouting: { send: { type: 'body', property: 'city', value: '={{ $value.fields.city }}' } }",
    docs: docs.declarative,
  },
  function* ({ parameters, isDeclarative }) {
    if (!isDeclarative) return;
    for (const { routing, raw, path, choice, parameter } of routesOf(parameters)) {
      const known = choice ? undefined : fieldsOf(parameter);
      if (!known) continue;
      const texts = expressionsIn({ send: routing['send'], request: routing['request'] });
      const unknown = new Set(texts.flatMap(({ text }) => valueFields(text)).filter((name) => !known.has(name)));
      for (const name of unknown)
        yield { message: `${path}: ${shown(name)} is not a field of $value`, about: { object: raw } };
    }
  },
);

const parameterNotShown = overVersions(
  {
    code: 'nodes-request-parameter-not-shown',
    title: 'Request uses a parameter that the operation does not have',
    severity: 'error',
    why: 'n8n shows the parameter for other operations only. Here its value is undefined: the URL is wrong, and the query or body is sent without it.',
    fix: 'Use a parameter of this operation, or add the operation to `displayOptions` of the parameter.',
    bad: "{ name: 'Delete', value: 'delete', routing: { request: { url: '=/labels/{{$parameter.labelId}}' } } },\n{ name: 'labelId', displayOptions: { show: { operation: ['get'] } } }",
    good: "{ name: 'Delete', value: 'delete', routing: { request: { url: '=/labels/{{$parameter.labelId}}' } } },\n{ name: 'labelId', displayOptions: { show: { operation: ['get', 'delete'] } } }",
    docs: docs.declarative,
  },
  function* (version, { expressionOwners }) {
    const { description, parameters, isDeclarative, reachability } = version;
    const { expressions } = expressionOwners.find((owner) => owner.description === description) ?? {};
    if (!isDeclarative || !parameters.complete || !expressions) return;
    // Another rule reports a parameter that is never shown.
    const everShown = (name: string) =>
      (parameters.named.get(name) ?? []).filter((one) => reachability.canBeShown(one.display, parameters));
    const known = new Map<string, readonly Parameter[]>();
    for (const route of routesOf(parameters)) {
      const { raw, path, parameter, choice } = route;
      const used = usedIn(route, expressions);
      if (used.size === 0 || (choice && parameter.level !== parameters)) continue;
      const display = choice ? displayOfChoice(parameter, choice.value) : (topmost(parameter).display ?? always);
      if (!reachability.canBeShown(display, parameters)) continue;
      for (const [name, { path: part, text }] of used) {
        // A function that makes the URL of its own is given none.
        if (part !== 'request.url' && hasPreSend(route)) continue;
        const others = known.get(name) ?? everShown(name);
        known.set(name, others);
        const isShown = others.some((one) => reachability.canBeShown(bothOf(display, one.display), parameters));
        if (others.length === 0 || isShown) continue;
        const what = part === 'request.url' ? 'the URL' : part;
        const isNeeded = what !== part || (choice && others.every((one) => one.raw['required'] === true));
        yield {
          message: `${path}: ${what} uses ${shown(name)}, which is not shown for this ${choice ? 'operation' : 'parameter'}`,
          ...(!isNeeded && { severity: 'warning' as const }),
          about: choice ? { object: raw } : { text },
          concerns: [raw],
        };
      }
    }
  },
);

/** The parameters that a request uses, each with the part of it: the URL if that is one, because nothing works without it. */
function usedIn({ routing, choice }: Route, expressions: Expressions): ReadonlyMap<string, DescribedText> {
  const used = new Map<string, DescribedText>();
  // What a parameter sends is lost if it is the value of another one.
  const { paginate: _, ...send } = plainOf(routing['send']) ?? {};
  const described = { request: plainOf(routing['request']), ...(!choice && { send }) };
  for (const { text, path } of expressionsIn(described)) {
    // It is sent at least, and the other one may only say how.
    if (!choice && text.includes('$value')) continue;
    for (const name of expressions.get(text)?.parameters ?? [])
      if (path === 'request.url' || !used.has(name)) used.set(name, { text, path });
  }
  return used;
}

/** Names of the fields or groups of a collection; undefined if not all are known, or it has several values. */
function fieldsOf({ type, raw }: Route['parameter']): ReadonlySet<string> | undefined {
  const isMultiple = plainOf(raw['typeOptions'])?.['multipleValues'] !== undefined;
  if (type !== 'fixedCollection' && (type !== 'collection' || isMultiple)) return undefined;
  const names = listOf(raw['options']).map((option) => textOf(plainOf(option)?.['name']));
  const known = names.filter((name) => name !== undefined);
  return known.length > 0 && known.length === names.length ? new Set(known) : undefined;
}

/** What an expression reads of `$value`; calls of methods are none. */
const valueFields = (text: string): string[] =>
  [...text.matchAll(/\$value(?:\?\.|\.)([A-Za-z_]\w*)(?!\w|\s*\()|\$value(?:\?\.)?\[\s*["']([^"'\]]+)["']\s*\]/g)].map(
    ([, name, quoted]) => name ?? quoted ?? '',
  );

export const requestRules: readonly NodeRule[] = [
  withoutAddress,
  operationWithoutRequest,
  valueFieldUnknown,
  parameterNotShown,
  propertyTwice,
  routingInvalid,
  sendWithoutEffect,
];
