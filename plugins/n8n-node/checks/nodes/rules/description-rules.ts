import { docs } from '../../../docs-links.ts';
import type { DescribedVersion } from '../../../model/descriptions/described-node.ts';
import { isUnknown, listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';

const nameInvalid: NodeRule = {
  code: 'nodes-name-invalid',
  title: 'n8n can not find the node by its name',
  severity: 'error',
  why: 'Workflows keep the type of a node as "package.name" and n8n takes that apart at the dots. A node without a name, or with a dot in it, is never found again.',
  fix: 'Name the node in camel case: letters and digits only.',
  bad: "name: 'acme.orders'",
  good: "name: 'acmeOrders'",
  docs: docs.nodeDescription,
  *check({ node }) {
    const description = node.base ?? node.versions[0]?.description;
    if (!description || isUnknown(description['name'])) return;
    const name = textOf(description['name'])?.trim() ?? '';
    const about = { object: description, key: 'name' };
    if (name === '') yield { message: 'the node has no name', about };
    else if (/[./\\]/.test(name)) yield { message: `the name ${shown(name)} has a dot or a slash in it`, about };
  },
};

/** What n8n and its editor read of every node without asking whether it is there. */
const needed: readonly { field: string; what: string; isThere(value: unknown): boolean }[] = [
  { field: 'displayName', what: 'a label', isThere: (value) => (textOf(value) ?? '').trim() !== '' },
  { field: 'group', what: 'a list of groups', isThere: Array.isArray },
  { field: 'defaults', what: 'defaults', isThere: (value) => plainOf(value) !== undefined },
  { field: 'properties', what: 'a list of parameters', isThere: Array.isArray },
];

const incomplete = overVersions(
  {
    code: 'nodes-description-incomplete',
    title: 'The description of a node lacks what n8n needs to show it',
    severity: 'error',
    why: "n8n's editor reads label, group, defaults and parameters of every node. Where one is missing it throws, and the node can't be found, added or opened.",
    fix: 'Give the description all fields of `INodeTypeDescription` that are not optional.',
    bad: "{ name: 'acme', version: 1, inputs: ['main'], outputs: ['main'], properties: [] }",
    good: "{ displayName: 'Acme', name: 'acme', group: ['transform'], version: 1, defaults: { name: 'Acme' }, inputs: ['main'], outputs: ['main'], properties: [] }",
    docs: docs.nodeDescription,
    supersededBy: ['types-error'],
  },
  function* ({ description }) {
    for (const { field, what, isThere } of needed) {
      const value = description[field];
      if (isUnknown(value) || isThere(value)) continue;
      yield { message: `the description has no ${field} (${what})`, about: { object: description } };
    }
  },
);

const versionInvalid: NodeRule = {
  code: 'nodes-version-invalid',
  title: 'The versions of a node do not agree',
  severity: 'error',
  why: 'n8n looks a node up by the number that a workflow has kept. A version that is no number, or that stands under another one than it says, is not found: the workflow can not be opened.',
  fix: 'Give each version a number, and have `nodeVersions` and `defaultVersion` name the numbers that the descriptions have.',
  bad: 'nodeVersions = { 1: new AcmeV1(), 2: new AcmeV2() }   with `version: [2, 2.1]` in AcmeV2',
  good: 'nodeVersions = { 1: new AcmeV1(), 2: new AcmeV2(), 2.1: new AcmeV2() }   with `version: [2, 2.1]` in AcmeV2',
  docs: docs.nodeVersions,
  supersededBy: ['types-error'],
  *check({ node }) {
    const keys = new Set(node.versions.map(({ key }) => key));
    for (const { description, numbers, key } of node.versions) {
      if (isUnknown(description['version']) || numbers.some(isUnknown)) continue;
      const about = { object: description, key: 'version' };
      const wrong = numbers.find((number) => typeof number !== 'number' || !(number > 0));
      if (wrong !== undefined || numbers.length === 0 || description['version'] === undefined) {
        yield { message: `${shown(wrong ?? description['version'] ?? 'nothing')} is no version number`, about };
      } else if (key === undefined) yield* defaultVersionFault(description, numbers, about);
      else {
        if (!numbers.map(String).includes(key))
          yield { message: `the version that stands under ${key} says that it is ${numbers.join(', ')}`, about };
        // n8n starts new nodes with the highest number that is described, unless it is told otherwise.
        const isToldOtherwise = [node.base, description].some((one) => one?.['defaultVersion'] !== undefined);
        const unlisted = numbers.filter((number) => !keys.has(String(number)));
        if (unlisted.length === 0 || isToldOtherwise) continue;
        const message = `version ${unlisted.join(', ')} is described and missing from nodeVersions`;
        yield { message, severity: 'warning', about };
      }
    }
  },
};

function* defaultVersionFault(
  { defaultVersion }: Plain,
  numbers: readonly unknown[],
  about: { object: Plain; key: string },
) {
  if (defaultVersion === undefined || isUnknown(defaultVersion) || numbers.includes(defaultVersion)) return;
  yield { message: `defaultVersion is ${shown(defaultVersion)}, which is none of the versions`, about };
}

/** `NodeConnectionTypes` of n8n-workflow; a test compares them. */
export const connectionTypes: ReadonlySet<string> = new Set([
  'ai_agent',
  'ai_chain',
  'ai_document',
  'ai_embedding',
  'ai_languageModel',
  'ai_memory',
  'ai_outputParser',
  'ai_retriever',
  'ai_reranker',
  'ai_textSplitter',
  'ai_tool',
  'ai_vectorStore',
  'main',
]);

const connectionInvalid = overVersions(
  {
    code: 'nodes-connection-invalid',
    title: 'Inputs or outputs are none that n8n has',
    severity: 'error',
    why: 'n8n draws a connector for each entry of the list, by its type. What is no list has no connectors, and one of an unknown type can not be connected to anything.',
    fix: 'Use a list of `NodeConnectionTypes.Main` and its siblings, or an expression that gives one.',
    bad: "inputs: 'main', outputs: ['Main']",
    good: 'inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main]',
    docs: docs.nodeDescription,
    supersededBy: ['types-error'],
  },
  function* ({ description, isTrigger }) {
    for (const field of ['inputs', 'outputs'] as const) {
      const value = description[field];
      if (isUnknown(value) || (typeof value === 'string' && value.startsWith('={{'))) continue;
      const about = { object: description, key: field };
      if (!Array.isArray(value)) {
        if (value === undefined && isTrigger && field === 'inputs') continue;
        yield {
          message: value === undefined ? `the node has no ${field}` : `${field} is ${shown(value)}, which is no list`,
          about,
        };
        continue;
      }
      for (const entry of listOf(value)) {
        const type = plainOf(entry)?.['type'] ?? entry;
        if (isUnknown(type) || (typeof type === 'string' && connectionTypes.has(type))) continue;
        yield { message: `${field}: ${shown(type)} is no type of connection`, about };
      }
    }
  },
);

const toolUnset: NodeRule = {
  code: 'nodes-tool-unset',
  title: 'A node does not say whether AI agents may use it',
  severity: 'warning',
  why: 'Without `usableAsTool` n8n offers the node to no agent, and its linter refuses the package.',
  fix: 'Set `usableAsTool: true` unless the node makes no sense as a tool.',
  bad: "displayName: 'Acme',\nname: 'acme',",
  good: "displayName: 'Acme',\nname: 'acme',\nusableAsTool: true,",
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-base-files/standard-parameters/',
  supersededBy: ['@n8n/community-nodes/node-usable-as-tool'],
  oncePerPackage: true,
  *check({ node }) {
    const latest = node.versions.at(-1);
    if (!latest || latest.isTrigger || !hasMain(latest) || isSet(latest.description) || isSet(node.base)) return;
    yield { message: 'usableAsTool is not set', about: { object: node.base ?? latest.description } };
  },
};

const isSet = (description: Plain | undefined) => description?.['usableAsTool'] !== undefined;

/** Nodes that serve agents otherwise, or have no way in, are no tools. */
function hasMain({ description: { inputs, outputs } }: DescribedVersion): boolean {
  return [inputs, outputs].every((list) =>
    listOf(list).some((entry) => (plainOf(entry)?.['type'] ?? entry) === 'main'),
  );
}

const toolOnTrigger = overVersions(
  {
    code: 'nodes-tool-on-trigger',
    title: 'A trigger is offered to AI agents',
    severity: 'warning',
    why: 'n8n makes a tool of it, which agents are offered and which does nothing when they call it.',
    fix: 'Remove `usableAsTool` from the trigger.',
    bad: "group: ['trigger'],\nusableAsTool: true,",
    good: "group: ['trigger'],",
    docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-base-files/standard-parameters/',
    supersededBy: ['@n8n/community-nodes/node-usable-as-tool', 'types-error'],
  },
  function* ({ description, isTrigger }) {
    const { usableAsTool } = description;
    if (!isTrigger || usableAsTool === undefined || usableAsTool === false || isUnknown(usableAsTool)) return;
    yield { message: 'the trigger has usableAsTool', about: { object: description, key: 'usableAsTool' } };
  },
);

export const descriptionRules = [nameInvalid, incomplete, versionInvalid, connectionInvalid, toolUnset, toolOnTrigger];
