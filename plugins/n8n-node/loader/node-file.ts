import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Description, Loading, NodeClass, Property, VersionedNodeClass } from '../n8n/n8n-shapes.ts';
import { constructClass } from './class-file.ts';
import { resolveIcon } from './icon-path.ts';
import type { LoadedNode } from './load-output.ts';
import { N8nRefusal, readingDescription } from './n8n-refusal.ts';
import { describeNode } from './node-snapshot.ts';
import { addSpecialParameters } from './special-parameters.ts';

/**
 * Loads the node of a file by n8n's rules, in n8n's order; throws what n8n throws.
 * Source: n8n-core 2.41, dist/nodes-loader/directory-loader.js
 */
export function loadNode(declaredPath: string, loading: Loading): LoadedNode {
  const node: NodeClass | VersionedNodeClass = constructClass(declaredPath, loading.root);
  const loaded = loading.brief ? { versions: [] } : describeNode(node);
  return { ...loaded, name: readingDescription(() => admitNode(node, declaredPath, loading)) };
}

/** @returns the node's name */
function admitNode(node: NodeClass | VersionedNodeClass, declaredPath: string, loading: Loading): string {
  addCodex(node, declaredPath, loading);
  const { name } = node.description;
  resolveIcon(node.description, declaredPath, loading.root);
  if ('nodeVersions' in node) loadVersions(node, declaredPath, loading);
  else prepare(node, loading);
  void node.constructor.name;
  for (const description of descriptionsOf(node)) if (loading.validates) refuseBuilderHints(description);
  for (const credential of credentialsOf(node)) void credential.name;
  return String(name);
}

function loadVersions(node: VersionedNodeClass, declaredPath: string, loading: Loading): void {
  const versions = Object.values(node.nodeVersions);
  for (const { description } of versions) resolveIcon(description, declaredPath, loading.root);
  for (const version of versions) prepare(version, loading);
  // Undefined for an unknown `currentVersion`, as in n8n, which then fails to read the description.
  const current: NodeClass = Reflect.get(node.nodeVersions, node.currentVersion);
  // One that is no number comes from a stand-in for a module.
  if (current === undefined && /^\d+(?:\.\d+)?$/.test(String(node.currentVersion))) {
    const known = Object.keys(node.nodeVersions).join(', ') || 'none';
    const cause = new RangeError(`currentVersion is ${String(node.currentVersion)}, and the versions are ${known}`);
    throw new N8nRefusal('version-unknown', "Cannot read properties of undefined (reading 'description')", { cause });
  }
  addCodex(current, declaredPath, loading);
  if (Object.hasOwn(current, 'executeSingle')) {
    const message = '"executeSingle" has been removed. Please update the code of this node to use "execute" instead.';
    throw new N8nRefusal('execute-single', message);
  }
}

function prepare(node: NodeClass, loading: Loading): void {
  node.description.communityNodePackageVersion = loading.version;
  if (node?.methods?.loadOptions) node.description.__loadOptionsMethods = Object.keys(node.methods.loadOptions);
  addSpecialParameters(node, loading);
}

function descriptionsOf(node: NodeClass | VersionedNodeClass): Description[] {
  if (!('nodeVersions' in node)) return [node.description];
  const { name, codex } = node.description;
  const versions = Object.values(node.nodeVersions);
  for (const { description } of versions) {
    description.name = name;
    description.codex = codex;
  }
  // Of two versions with the same number, the later one wins.
  const byVersion = new Map<string, Description>();
  for (const { description } of versions.reverse()) {
    const { version } = description;
    const key = Array.isArray(version) ? version.join(',') : version.toString();
    if (!byVersion.has(key)) byVersion.set(key, description);
  }
  return [...byVersion.values()];
}

function credentialsOf(node: NodeClass | VersionedNodeClass): { name: string }[] {
  if ('nodeVersions' in node) {
    return Object.values(node.nodeVersions).flatMap(({ description }) => description.credentials ?? []);
  }
  const credentials = node.description.credentials ?? [];
  if (typeof credentials[Symbol.iterator] === 'function') return credentials;
  throw new TypeError('this.getCredentialsForNode is not a function or its return value is not iterable');
}

const require = createRequire(import.meta.url);

/**
 * Adds the codex of the JSON file next to a node that has none. Like n8n, ignores a codex that cannot be read or has no
 * `resources`, and fails for a node without a description.
 * Source: n8n-core 2.41, dist/nodes-loader/directory-loader.js
 */
function addCodex(node: NodeClass, declaredPath: string, { root }: Loading): void {
  try {
    let { codex } = node.description;
    if (codex === undefined) {
      const { categories, subcategories, resources, alias } = require(resolve(root, `${declaredPath}on`));
      const { primaryDocumentation, credentialDocumentation } = resources;
      codex = { categories, subcategories, alias, resources: { primaryDocumentation, credentialDocumentation } };
    }
    node.description.codex = codex;
  } catch {
    void node.description.name;
  }
}

const discriminators = new Set(['operation', 'mode', 'resource']);

/**
 * Rejects a `builderHint` on a property that selects what the node does.
 * Source: n8n-core 2.41, dist/nodes-loader/validate-node-description.js
 */
function refuseBuilderHints(description: Description): void {
  visit(description.properties, description.name);
}

function visit(items: Property[] | undefined, node: string): void {
  for (const item of items ?? []) {
    if ('values' in item) visit(item.values, node);
    else if ('type' in item) {
      if (discriminators.has(item.name) && item.type === 'options' && item.builderHint !== undefined) {
        throw new N8nRefusal('builder-hint', builderHintError(node, item.name));
      }
      visit(item.options, node);
    }
  }
}

const builderHintError = (node: string, property: string) =>
  `Node "${node}" has a builderHint on the "${property}" discriminator property. ` +
  'builderHint on discriminator properties (operation/mode/resource) is not rendered to the AI workflow builder. ' +
  'Move the hint to the relevant option, or to the node-level builderHint.searchHint.';
