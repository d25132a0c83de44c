import { isRecord } from '../../../kernel/record.ts';
import type { LoadedNode } from './load-output.ts';
import { isExceeded, newRoom, plainData, type Room } from './plain-data.ts';
import { nameOfStandIn } from './stand-in.ts';

type Version = LoadedNode['versions'][number];

const abilities = ['execute', 'trigger', 'webhook', 'poll', 'supplyData'];
/** n8n-workflow's INodeType: https://docs.n8n.io/integrations/creating-nodes/build/reference/node-methods */
const methodGroups = [
  'loadOptions',
  'listSearch',
  'credentialTest',
  'resourceMapping',
  'localResourceMapping',
  'actionHandler',
];

/** Describes a node as written, before n8n changes it. Never throws, even for an invalid node. */
export function describeNode(node: unknown): Omit<LoadedNode, 'name'> {
  const room = newRoom();
  const described = describeWithin(room, node);
  return isExceeded(room) ? { versions: [], omitted: true } : described;
}

function describeWithin(room: Room, node: unknown): Omit<LoadedNode, 'name'> {
  const versions = record(field(node, 'nodeVersions'));
  const description = descriptionOf(node, room);
  if (!versions) return { versions: [{ description, methods: methodsOf(node) }].flatMap(complete) };
  const keys = keysOf(versions).slice(0, 200);
  return {
    ...(description && { base: description }),
    versions: keys
      .map((key) => ({ key: key.slice(0, 200), version: field(versions, key) }))
      .map(({ key, version }) => ({
        key,
        description: descriptionOf(version, room),
        methods: methodsOf(version),
      }))
      .flatMap(complete),
  };
}

/** `usableAsTool: undefined` is an answer, which n8n's linter accepts too: it stays, unlike other fields without a value. */
function descriptionOf(node: unknown, room: Room): Record<string, unknown> | undefined {
  const given = field(node, 'description');
  const description = record(plainData(given, room));
  const isAnswered = field(given, 'usableAsTool') === undefined && keysOf(given).includes('usableAsTool');
  return description && isAnswered ? { ...description, usableAsTool: plainData(undefined) } : description;
}

function complete<T extends { description: Version['description'] | undefined }>({ description, ...rest }: T) {
  return description ? [{ ...rest, description }] : [];
}

function methodsOf(node: unknown): string[] {
  const methods = field(node, 'methods');
  const custom = field(node, 'customOperations');
  return [
    ...abilities.filter((name) => typeof field(node, name) === 'function'),
    ...methodGroups.flatMap((group) => {
      const own = field(methods, group);
      const names = nameOfStandIn(methods) === undefined && nameOfStandIn(own) === undefined ? keysOf(own) : ['*'];
      return names.map((name) => `${group}.${name}`.slice(0, 200));
    }),
    ...keysOf(custom).flatMap((resource) =>
      keysOf(field(custom, resource)).map((name) => `customOperations.${resource}.${name}`.slice(0, 200)),
    ),
    ...keysOf(field(node, 'webhookMethods')).map((name) => `webhookMethods.${name}`.slice(0, 200)),
  ].slice(0, 1000);
}

function field(value: unknown, key: string): unknown {
  try {
    return (typeof value === 'object' || typeof value === 'function') && value !== null
      ? Reflect.get(value, key)
      : undefined;
  } catch {
    return undefined;
  }
}

function keysOf(value: unknown): string[] {
  try {
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

function record(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(keysOf(value).map((key) => [key, field(value, key)]));
}
