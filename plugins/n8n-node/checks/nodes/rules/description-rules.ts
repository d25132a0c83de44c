import { docs } from '../../../docs-links.ts';
import type { DescribedVersion } from '../../../model/descriptions/described-node.ts';
import { isUnknown, listOf, type Plain, plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { type NodeRule, overVersions } from '../node-subject.ts';

const nameInvalid: NodeRule = {
  code: 'nodes-name-invalid',
  title: 'Node name is missing or invalid',
  severity: 'error',
  why: 'A workflow stores the type of a node as "package.name", and n8n splits it at the dots. It does not find a node without a name or with a dot in its name.',
  fix: 'Use a camelCase name with letters and digits only.',
  bad: "name: 'acme.orders'",
  good: "name: 'acmeOrders'",
  docs: docs.nodeDescription,
  supersededBy: ['n8n-nodes-base/node-class-description-name-miscased'],
  *check({ node }) {
    const description = node.base ?? node.versions[0]?.description;
    if (!description || isUnknown(description['name'])) return;
    const name = textOf(description['name'])?.trim() ?? '';
    const about = { object: description, key: 'name' };
    if (name === '') yield { message: 'The node has no name', about };
    else if (/[./\\]/.test(name)) yield { message: `name: ${shown(name)} contains a dot or a slash`, about };
  },
};

/** Fields that n8n and its editor read from every node without a check. */
const needed: readonly { field: string; what: string; isThere(value: unknown): boolean }[] = [
  { field: 'displayName', what: 'a string', isThere: (value) => (textOf(value) ?? '').trim() !== '' },
  { field: 'group', what: 'an array', isThere: Array.isArray },
  { field: 'defaults', what: 'an object', isThere: (value) => plainOf(value) !== undefined },
  { field: 'properties', what: 'an array', isThere: Array.isArray },
];

const incomplete = overVersions(
  {
    code: 'nodes-description-incomplete',
    title: 'Node description lacks a required field',
    severity: 'error',
    why: "n8n's editor reads displayName, group, defaults and properties of every node. If one is missing, it throws, and the node cannot be found, added or opened.",
    fix: 'Add all required fields of `INodeTypeDescription` to the description.',
    bad: "{ name: 'acme', version: 1, inputs: ['main'], outputs: ['main'], properties: [] }",
    good: "{ displayName: 'Acme', name: 'acme', group: ['transform'], version: 1, defaults: { name: 'Acme' }, inputs: ['main'], outputs: ['main'], properties: [] }",
    docs: docs.nodeDescription,
    supersededBy: ['types-error'],
  },
  function* ({ description }) {
    for (const { field, what, isThere } of needed) {
      const value = description[field];
      if (isUnknown(value) || isThere(value)) continue;
      yield { message: `${field} is missing or not ${what}`, about: { object: description } };
    }
  },
);

const versionInvalid: NodeRule = {
  code: 'nodes-version-invalid',
  title: 'Node versions are inconsistent',
  severity: 'error',
  why: 'n8n looks up a node by the version number in the workflow. It does not find a version that is not a number or whose key in nodeVersions differs, so the workflow cannot be opened.',
  fix: 'Set each version to a number, and use the same numbers in `nodeVersions` and `defaultVersion`.',
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
        yield {
          message: `version: ${shown(wrong ?? description['version'] ?? 'undefined')} is not a version number`,
          about,
        };
      } else if (key === undefined) yield* defaultVersionFault(description, numbers, about);
      else {
        if (!numbers.map(String).includes(key))
          yield { message: `nodeVersions[${key}]: version is ${numbers.join(', ')} in its description`, about };
        // n8n uses the highest described version for new nodes, unless defaultVersion is set.
        const hasDefaultVersion = [node.base, description].some((one) => one?.['defaultVersion'] !== undefined);
        const unlisted = numbers.filter((number) => !keys.has(String(number)));
        if (unlisted.length === 0 || hasDefaultVersion) continue;
        const message = `version: ${unlisted.join(', ')} is not in nodeVersions`;
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
  yield { message: `defaultVersion: ${shown(defaultVersion)} is not one of the versions`, about };
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
    title: 'Unknown connection type',
    severity: 'error',
    why: 'n8n shows a connector for each entry of the array. Without an array there are no connectors, and one of an unknown type cannot be connected.',
    fix: 'Use an array of `NodeConnectionTypes` values, or an expression that returns one.',
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
          message: value === undefined ? `${field} is missing` : `${field}: ${shown(value)} is not an array`,
          about,
        };
        continue;
      }
      for (const entry of listOf(value)) {
        const type = plainOf(entry)?.['type'] ?? entry;
        if (isUnknown(type) || (typeof type === 'string' && connectionTypes.has(type))) continue;
        yield { message: `${field}: unknown connection type ${shown(type)}`, about };
      }
    }
  },
);

const toolUnset: NodeRule = {
  code: 'nodes-tool-unset',
  title: 'usableAsTool is not set',
  severity: 'warning',
  why: "Without `usableAsTool`, AI agents cannot use the node, and n8n's linter reports an error.",
  fix: 'Set `usableAsTool: true`, unless the node makes no sense as a tool.',
  bad: "displayName: 'Acme',\nname: 'acme',",
  good: "displayName: 'Acme',\nname: 'acme',\nusableAsTool: true,",
  docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-base-files/standard-parameters/',
  supersededBy: ['@n8n/community-nodes/node-usable-as-tool'],
  oncePerPackage: true,
  *check({ node }) {
    const latest = node.versions.at(-1);
    if (
      !latest ||
      latest.isTrigger ||
      isWaiting(latest) ||
      // n8n's linter takes it for a trigger.
      /Trigger\.node\.[cm]?[jt]s$/.test(node.file) ||
      !hasMain(latest) ||
      isSet(latest.description) ||
      isSet(node.base)
    )
      return;
    yield { message: 'usableAsTool is not set', about: { object: node.base ?? latest.description } };
  },
};

/** A node whose only operation asks somebody and waits for the answer: n8n wraps it around tools. */
const isWaiting = ({ description }: DescribedVersion): boolean =>
  listOf(description['webhooks']).length > 0 &&
  listOf(description['properties']).some((property) => {
    const { name, options, default: value } = plainOf(property) ?? {};
    const offered = options === undefined ? [value] : listOf(options).map((option) => plainOf(option)?.['value']);
    return name === 'operation' && offered.length === 1 && offered[0] === sendAndWait;
  });

/** Source: n8n-workflow 2.41, dist/cjs/constants.js, `SEND_AND_WAIT_OPERATION` */
const sendAndWait = 'sendAndWait';

const isSet = (description: Plain | undefined) => description?.['usableAsTool'] !== undefined;

/**
 * Nodes without main input and output cannot be tools, nor can those that need several inputs or a model: n8n gives a tool no
 * inputs.
 */
function hasMain({ description: { inputs, outputs } }: DescribedVersion): boolean {
  const typesOf = (list: unknown) => listOf(list).map((entry) => plainOf(entry)?.['type'] ?? entry);
  const isMain = (types: unknown[]) => types.includes('main') && !types.some((type) => textOf(type)?.startsWith('ai_'));
  return isMain(typesOf(inputs)) && isMain(typesOf(outputs)) && listOf(inputs).length === 1;
}

const toolOnTrigger = overVersions(
  {
    code: 'nodes-tool-on-trigger',
    title: 'Trigger has usableAsTool',
    severity: 'warning',
    why: 'n8n offers the trigger to AI agents as a tool, which does nothing when they call it.',
    fix: 'Remove `usableAsTool` from the trigger.',
    bad: "group: ['trigger'],\nusableAsTool: true,",
    good: "group: ['trigger'],",
    docs: 'https://docs.n8n.io/integrations/creating-nodes/build/reference/node-base-files/standard-parameters/',
    supersededBy: ['@n8n/community-nodes/node-usable-as-tool', 'types-error'],
  },
  function* ({ description, isTrigger }) {
    const { usableAsTool } = description;
    if (!isTrigger || usableAsTool === undefined || usableAsTool === false || isUnknown(usableAsTool)) return;
    yield { message: 'usableAsTool is set on a trigger', about: { object: description, key: 'usableAsTool' } };
  },
);

export const descriptionRules = [nameInvalid, incomplete, versionInvalid, connectionInvalid, toolUnset, toolOnTrigger];
