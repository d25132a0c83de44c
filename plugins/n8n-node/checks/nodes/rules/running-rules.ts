import { docs } from '../../../docs-links.ts';
import type { DescribedVersion } from '../../../model/descriptions/described-node.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { locatorFaults } from '../../../shared-rules/shape-rules.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';
import { routesOf } from '../routes.ts';

const startsWorkflows = ['trigger', 'poll', 'webhook'];

const cannotRun = overVersions(
  {
    code: 'nodes-cannot-run',
    title: 'A node has nothing that n8n could run',
    severity: 'error',
    why: 'n8n calls `execute`, or `trigger`, `poll` or `webhook` of a trigger; of a node without them it sends the requests that its parameters describe. With neither, the node fails whenever it is used, and a trigger never starts a workflow.',
    fix: 'Write the method, as one of the class and not inside the description, or describe requests with `routing`.',
    bad: "export class Acme implements INodeType {\n  description = { …, properties: [{ name: 'id', type: 'string', default: '' }] };\n}",
    good: "export class Acme implements INodeType {\n  description = { …, properties: [{ name: 'id', type: 'string', default: '' }] };\n  async execute(this: IExecuteFunctions) { … }\n}",
    docs: docs.nodeMethods,
  },
  function* (version) {
    const { description, methods, isTrigger, isDeclarative } = version;
    const about = { object: description };
    // Which method it is that is missing is told where polling or webhooks are described.
    const isDescribed = description['polling'] !== undefined || listOf(description['webhooks']).length > 0;
    if (isTrigger && !isDescribed && !startsWorkflows.some((method) => methods.has(method))) {
      yield { message: 'the trigger has none of the methods trigger, poll and webhook', about };
    } else if (isDeclarative && isEmpty(version)) {
      yield { message: 'the node has no execute method, and none of its parameters describes a request', about };
    }
  },
);

function isEmpty({ description, parameters }: DescribedVersion): boolean {
  return parameters.complete && description['requestDefaults'] === undefined && routesOf(parameters).length === 0;
}

const triggerIncomplete = overVersions(
  {
    code: 'nodes-trigger-incomplete',
    title: 'A trigger describes one way of starting and has the method for another',
    severity: 'error',
    why: 'n8n calls `poll` only with the poll times that `polling: true` brings, and `webhook` only for requests to what `webhooks` lists. Where one is there without the other, the trigger fails or never starts.',
    fix: 'For `poll` set `polling: true`; for `webhook` list the webhook in `webhooks`.',
    bad: 'polling: true,   in a class with `async trigger()` and no `async poll()`',
    good: 'polling: true,   in a class with `async poll()`',
    docs: docs.nodeMethods,
  },
  function* ({ description, methods }) {
    const { polling, webhooks } = description;
    const about = { object: description };
    const polls = polling !== undefined && polling !== false;
    if (!isUnknown(polling) && polls !== methods.has('poll')) {
      const message = polls
        ? 'polling is set, and there is no method poll'
        : 'there is a method poll, and polling is not set';
      yield { message, about };
    }
    if (isUnknown(webhooks)) return;
    const listens = listOf(webhooks).length > 0;
    if (listens && !methods.has('webhook'))
      yield { message: 'webhooks are listed, and there is no method webhook', about };
    if (!listens && methods.has('webhook'))
      yield { message: 'there is a method webhook, and no webhooks are listed', about };
  },
);

const methodMissing = overVersions(
  {
    code: 'nodes-method-missing',
    title: 'A parameter is filled by a method that the node does not have',
    severity: 'error',
    why: 'n8n calls the method when the list is opened. Without it the user gets an error instead of something to choose.',
    fix: 'Add the method under `methods.loadOptions`, `methods.listSearch` or `methods.resourceMapping`, or correct its name.',
    bad: "typeOptions: { loadOptionsMethod: 'getOrders' }   with `methods = { loadOptions: { getOrder } }`",
    good: "typeOptions: { loadOptionsMethod: 'getOrders' }   with `methods = { loadOptions: { getOrders } }`",
    docs: docs.nodeMethods,
  },
  function* ({ parameters, methods }) {
    for (const { raw, path } of everyParameter(parameters)) {
      for (const { group, name } of methodsNamed(raw)) {
        if (methods.has(`${group}.${name}`)) continue;
        yield {
          message: `"${path}" is filled by ${shown(name)}, which is not among methods.${group}`,
          about: { object: raw, key: group === 'listSearch' ? 'modes' : 'typeOptions' },
        };
      }
    }
  },
);

function* methodsNamed(raw: Readonly<Record<string, unknown>>): Generator<{ group: string; name: string }> {
  if (raw['typeOptions'] === undefined && raw['modes'] === undefined) return;
  const options = plainOf(raw['typeOptions']);
  const mapper = plainOf(options?.['resourceMapper']);
  const named = [
    { group: 'loadOptions', name: textOf(options?.['loadOptionsMethod']) },
    { group: 'resourceMapping', name: textOf(mapper?.['resourceMapperMethod']) },
    { group: 'localResourceMapping', name: textOf(mapper?.['localResourceMapperMethod']) },
    ...listOf(raw['modes']).map((mode) => ({
      group: 'listSearch',
      name: textOf(plainOf(plainOf(mode)?.['typeOptions'])?.['searchListMethod']),
    })),
  ];
  for (const { group, name } of named) if (name !== undefined) yield { group, name };
}

const locatorInvalid = overVersions(
  {
    code: 'nodes-resource-locator-invalid',
    title: 'A resource locator has no modes, or starts in one that it does not have',
    severity: 'error',
    why: 'The editor shows the modes to choose from, and takes the one that it starts in from `default`. Where that is not there, the parameter can not be filled in.',
    fix: 'Give it `modes`, and let `default.mode` be the name of one.',
    bad: "type: 'resourceLocator', default: { mode: 'list', value: '' }, modes: [{ name: 'id', … }]",
    good: "type: 'resourceLocator', default: { mode: 'id', value: '' }, modes: [{ name: 'id', … }]",
    docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/ui-elements/#resource-locator',
    supersededBy: ['types-error'],
  },
  function* ({ parameters }) {
    for (const parameter of everyParameter(parameters)) {
      if (parameter.type === 'resourceLocator') yield* locatorFaults(parameter);
    }
  },
);

export const runningRules: readonly NodeRule[] = [cannotRun, triggerIncomplete, methodMissing, locatorInvalid];
