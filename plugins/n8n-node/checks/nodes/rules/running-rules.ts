import { counted } from '../../../../../kernel/index.ts';
import { docs } from '../../../docs-links.ts';
import { type DescribedVersion, outputTypesOf } from '../../../model/descriptions/described-node.ts';
import { methodsNamed } from '../../../model/parameters/methods-named.ts';
import { everyParameter } from '../../../model/parameters/parameter.ts';
import { isUnknown, listOf, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { SlipSearch } from '../../../model/parameters/slip-search.ts';
import { locatorFaults } from '../../../shared-rules/shape-rules.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';
import { routesOf } from '../routes.ts';

const startsWorkflows = ['trigger', 'poll', 'webhook'];

const cannotRun = overVersions(
  {
    code: 'nodes-cannot-run',
    title: 'Node has neither a method nor a request to run',
    severity: 'error',
    why: 'n8n calls `execute`, or for a trigger `trigger`, `poll` or `webhook`. Without a method, it sends the requests that the parameters describe. With neither, a node always fails, and a trigger never starts a workflow.',
    fix: 'Add the method to the class, not to the description, or describe requests with `routing`.',
    bad: "export class Acme implements INodeType {\n  description = { …, properties: [{ name: 'id', type: 'string', default: '' }] };\n}",
    good: "export class Acme implements INodeType {\n  description = { …, properties: [{ name: 'id', type: 'string', default: '' }] };\n  async execute(this: IExecuteFunctions) { … }\n}",
    docs: docs.nodeMethods,
  },
  function* (version) {
    const { description, methods, isTrigger, isDeclarative } = version;
    const about = { object: description };
    if (isSubNodeWithoutUse(version)) {
      const message = 'n8n never calls supplyData, the only method, because outputs has no AI connection';
      const fix = 'Set `outputs` to what the node supplies, for example `[NodeConnectionTypes.AiLanguageModel]`.';
      yield { message, fix, about: { ...about, key: 'outputs' } };
    }
    // Another rule reports the missing method if polling or webhooks are described.
    const isDescribed = description['polling'] !== undefined || listOf(description['webhooks']).length > 0;
    if (isDescribed) return;
    if (isTrigger && !startsWorkflows.some((method) => methods.has(method))) {
      yield { message: 'The trigger has none of the methods trigger, poll and webhook', about };
    } else if (isDeclarative && isEmpty(version)) {
      yield { message: 'The node has no execute method, and its parameters describe no request', about };
    }
  },
);

/** n8n calls `supplyData` for what is connected to an AI output. */
function isSubNodeWithoutUse({ description, methods }: DescribedVersion): boolean {
  if (!methods.has('supplyData') || ['execute', ...startsWorkflows].some((method) => methods.has(method))) return false;
  const types = outputTypesOf(description);
  return types.length > 0 && types.every((type) => type === 'main');
}

function isEmpty({ description, parameters }: DescribedVersion): boolean {
  return parameters.complete && description['requestDefaults'] === undefined && routesOf(parameters).length === 0;
}

const triggerIncomplete = overVersions(
  {
    code: 'nodes-trigger-incomplete',
    title: 'Trigger method does not match its description',
    severity: 'error',
    why: 'n8n calls `poll` only with `polling: true`, and `webhook` only for the entries of `webhooks`. If one exists without the other, the trigger fails or never starts. The editor counts only nodes of the group "trigger" as triggers, and activates no workflow without one.',
    fix: "Set `polling: true` if the class has a method `poll`, otherwise remove `polling`. For `webhook`, add an entry to `webhooks`. Set `group: ['trigger']`.",
    bad: 'polling: true,   in a class with `async trigger()` and no `async poll()`',
    good: 'polling: true,   in a class with `async poll()`',
    docs: docs.nodeMethods,
  },
  function* ({ description, methods, isTrigger }) {
    const { polling, webhooks, inputs, group } = description;
    const about = { object: description };
    const starts = startsWorkflows.find((method) => methods.has(method));
    const isFirst = Array.isArray(inputs) && inputs.length === 0 && !methods.has('execute');
    if (starts && isFirst && !isTrigger && listOf(group).length > 0 && !listOf(group).some(isUnknown))
      yield { message: `The method ${starts} exists, but group is not "trigger"`, about: { ...about, key: 'group' } };
    // In a node between others, n8n never calls a method that is left over, so nothing fails.
    const acts = !isTrigger && methods.has('execute');
    const polls = polling !== undefined && polling !== false;
    if (!isUnknown(polling) && polls && !methods.has('poll'))
      yield { message: 'polling is set, but the method poll is missing', about };
    if (!polls && !acts && methods.has('poll'))
      yield { message: 'The method poll exists, but polling is not set', about };
    if (isUnknown(webhooks)) return;
    const listens = listOf(webhooks).length > 0;
    if (listens && !methods.has('webhook'))
      yield { message: 'webhooks is set, but the method webhook is missing', about };
    if (!listens && !acts && methods.has('webhook'))
      yield { message: 'The method webhook exists, but webhooks is not set', about };
  },
);

const inputsMissing = overVersions(
  {
    code: 'nodes-inputs-missing',
    title: 'Node has no input',
    severity: 'error',
    why: 'Only a trigger starts a workflow. Without an input, no other node can be connected to this one, so it never runs. Reported as a warning if it has `usableAsTool`: agents can still use it.',
    fix: 'Set `inputs: [NodeConnectionTypes.Main]`.',
    bad: "group: ['transform'], inputs: [], outputs: [NodeConnectionTypes.Main]",
    good: "group: ['transform'], inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main]",
    docs: docs.nodeDescription,
  },
  function* (version) {
    const { description, methods, isTrigger } = version;
    const { inputs, polling, webhooks, usableAsTool } = description;
    const starts = ['supplyData', ...startsWorkflows].some((method) => methods.has(method));
    if (isTrigger || starts || polling !== undefined || webhooks !== undefined) return;
    if (!Array.isArray(inputs) || inputs.length > 0 || !outputTypesOf(description).includes('main')) return;
    const severity = usableAsTool === undefined ? 'error' : 'warning';
    yield {
      message: 'inputs is empty: no other node can be connected to it',
      severity,
      about: { object: description, key: 'inputs' },
    };
  },
);

const dependsOnUnknown: NodeRule = {
  code: 'nodes-depends-on-unknown',
  title: 'List depends on an unknown parameter',
  severity: 'warning',
  why: 'The editor loads the list again when a parameter in `loadOptionsDependsOn` changes. It never does for a name that no parameter has: users choose from a stale list.',
  fix: 'Correct the name.',
  bad: "typeOptions: { loadOptionsMethod: 'getColumns', loadOptionsDependsOn: ['sheet'] }   with the parameter `sheetId`",
  good: "typeOptions: { loadOptionsMethod: 'getColumns', loadOptionsDependsOn: ['sheetId'] }",
  docs: docs.nodeDescription,
  *check({ node: { versions } }) {
    if (!versions.every(({ parameters }) => parameters.complete)) return;
    const all = versions.flatMap(({ parameters }) => [...everyParameter(parameters)]);
    // The editor loads lists again when a credential changes, whether it is named here or not.
    const ofCredentials = versions.flatMap(({ credentials }) => credentials.map(({ name }) => name));
    const names = new Set([...all.map(({ name }) => name), ...ofCredentials]);
    const slips = new SlipSearch();
    for (const { raw, path } of all) {
      for (const to of listOf(plainOf(raw['typeOptions'])?.['loadOptionsDependsOn'])) {
        // `/name` is at the top level, `&name` beside the list, `name.value` a part of it.
        const [name] =
          textOf(to)
            ?.replace(/^[/&]+/, '')
            .split(/[.[]/) ?? [];
        if (!name || names.has(name)) continue;
        const meant = slips.meantBy(name, names);
        const hint = meant === undefined ? '' : `; did you mean ${shown(meant)}?`;
        const message = `"${path}": loadOptionsDependsOn names ${shown(name)}, but no parameter has that name${hint}`;
        yield { message, about: { object: raw, key: 'typeOptions' } };
      }
    }
  },
};

const methodMissing = overVersions(
  {
    code: 'nodes-method-missing',
    title: 'Parameter refers to a missing method',
    severity: 'error',
    why: 'n8n calls the method when the user opens the list. Without it, the user gets an error instead of the options.',
    fix: 'Add the method to `methods.loadOptions`, `methods.listSearch` or `methods.resourceMapping`, or correct its name.',
    bad: "typeOptions: { loadOptionsMethod: 'getOrders' }   with `methods = { loadOptions: { getOrder } }`",
    good: "typeOptions: { loadOptionsMethod: 'getOrders' }   with `methods = { loadOptions: { getOrders } }`",
    docs: docs.nodeMethods,
  },
  function* ({ parameters, methods, unknownMethods }) {
    const missing = [...everyParameter(parameters)].flatMap(({ raw, path }) =>
      [...methodsNamed(raw)].flatMap(({ group, name }) =>
        methods.has(`${group}.${name}`) || unknownMethods.has(group) ? [] : [{ raw, path, group, name }],
      ),
    );
    // One violation for all parameters that need the method.
    for (const same of Map.groupBy(missing, ({ group, name }) => `${group}.${name}`).values()) {
      const [first, ...others] = same;
      if (!first) continue;
      const { raw, path, group, name } = first;
      const more = others.length > 0 ? ` and ${counted(others.length, 'more parameter', 'more parameters')}` : '';
      yield {
        message: `"${path}"${more}: the method ${shown(name)} is not in methods.${group}`,
        about: { object: raw, key: group === 'listSearch' ? 'modes' : 'typeOptions' },
      };
    }
  },
);

const locatorInvalid = overVersions(
  {
    code: 'nodes-resource-locator-invalid',
    title: 'Resource locator has no modes, an unknown default mode, or a wrong regular expression',
    severity: 'error',
    why: 'The editor lists the modes and starts with the one in `default`. If the mode does not exist, users cannot fill in the parameter. n8n throws for a regular expression that is invalid, and for one of `extractValue` that has not exactly one group.',
    fix: 'Add `modes`, and set `default.mode` to the name of one of them.',
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

export const runningRules: readonly NodeRule[] = [
  cannotRun,
  triggerIncomplete,
  inputsMissing,
  dependsOnUnknown,
  methodMissing,
  locatorInvalid,
];
