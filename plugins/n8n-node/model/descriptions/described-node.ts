import type { LoadedFile } from '../../loader/loaded-package.ts';
import { readDisplay } from '../parameters/display-conditions.ts';
import { type Level, readParameters } from '../parameters/parameter.ts';
import { isUnknown, listOf, type Plain, plainOf, textOf } from '../parameters/plain.ts';
import { Reachability } from '../parameters/reachability.ts';

/** A node as it describes itself. */
export interface DescribedNode {
  name: string;
  /** The file to point at: its source, or what is shipped. */
  file: string;
  /** As package.json has it; icons and the codex are beside it. */
  declaredPath: string;
  /** For a versioned node: what all versions share. */
  base: Plain | undefined;
  versions: readonly DescribedVersion[];
  /** Its code did something with modules that are not here: lists may be shorter than they are in n8n. */
  partial: boolean;
}

export interface DescribedVersion {
  description: Plain;
  /** Under what it stands in `nodeVersions`. */
  key: string | undefined;
  /** The versions of the node that it is for, as it says. */
  numbers: readonly unknown[];
  parameters: Level;
  reachability: Reachability;
  /** `execute`, `trigger`, `loadOptions.getUsers`, … */
  methods: ReadonlySet<string>;
  credentials: readonly UsedCredential[];
  isTrigger: boolean;
  /** It is n8n that sends its requests, as its parameters say. */
  isDeclarative: boolean;
}

/** An entry of a node's `credentials`. */
export interface UsedCredential {
  name: string;
  raw: Plain;
}

/** Undefined for a file that is no node, or whose description was too large to be handed on. */
export function describeNode({ node, list, source, file, path, standIns }: LoadedFile): DescribedNode | undefined {
  if (!node || list !== 'nodes' || node.omitted) return undefined;
  return {
    name: node.name,
    file: source ?? file ?? path,
    declaredPath: path,
    base: node.base,
    partial: standIns.length > 0,
    versions: node.versions.map(({ description, methods, key }) => describeVersion(description, methods, key)),
  };
}

function describeVersion(description: Plain, methods: readonly string[], key: string | undefined): DescribedVersion {
  const { version } = description;
  const able = new Set(methods);
  const runs = ['execute', 'trigger', 'webhook', 'poll', 'supplyData'].some((method) => able.has(method));
  return {
    description,
    key,
    numbers: Array.isArray(version) ? version : [version],
    parameters: readParameters(description['properties']),
    reachability: new Reachability(),
    methods: able,
    credentials: listOf(description['credentials']).flatMap((entry) => {
      const raw = plainOf(entry);
      const name = textOf(raw?.['name']);
      return raw && name !== undefined ? [{ name, raw }] : [];
    }),
    isTrigger: listOf(description['group']).includes('trigger'),
    isDeclarative: !runs && !isSubNode(description),
  };
}

/** A node that gives others a model, a memory, a tool: by its outputs. */
function isSubNode({ outputs }: Plain): boolean {
  return listOf(outputs).some((output) => {
    const type = plainOf(output)?.['type'] ?? output;
    return isUnknown(type) || (typeof type === 'string' && type !== 'main');
  });
}

/** The display options of an entry of `credentials`: its keys are parameters at the top. */
export const displayOfCredential = ({ raw }: UsedCredential) => readDisplay(raw);
