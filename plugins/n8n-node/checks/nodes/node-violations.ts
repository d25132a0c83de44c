import { setImmediate } from 'node:timers/promises';
import { docs } from '../../docs-links.ts';
import { fieldsOfCredential, type OwnCredentials } from '../../model/descriptions/credential-fields.ts';
import { type DescribedNode, displayOfCredential } from '../../model/descriptions/described-node.ts';
import type { DescribedPackage } from '../../model/descriptions/described-package.ts';
import type { Expressions } from '../../model/expressions/parse-expressions.ts';
import { IconFiles } from '../../model/icons/icon-files.ts';
import { displayWatchers } from '../../shared-rules/display-rules.ts';
import { type ExpressionOwner, expressionWatchers, unknownParameter } from '../../shared-rules/expression-rules.ts';
import type { FieldOwner, FieldWords } from '../../shared-rules/field-owner.ts';
import { iconWatchers } from '../../shared-rules/icon-rules.ts';
import { shapeWatchers } from '../../shared-rules/shape-rules.ts';
import { overOwners, type Seen, seeAll } from '../../shared-rules/sighting.ts';
import { valueWatchers } from '../../shared-rules/value-rules.ts';
import { codexOf } from './codex.ts';
import type { NodeSubject, NodeWatcher } from './node-subject.ts';
import { codexWatchers } from './rules/codex-rules.ts';
import { credentialUseWatchers } from './rules/credential-use-rules.ts';
import { descriptionWatchers } from './rules/description-rules.ts';
import { identityWatchers } from './rules/identity-rules.ts';
import { operationWatchers } from './rules/operation-rules.ts';
import { requestWatchers } from './rules/request-rules.ts';
import { runningWatchers } from './rules/running-rules.ts';
import { webhookWatchers } from './rules/webhook-rules.ts';

const words: FieldWords = { check: 'nodes', field: 'parameter', owner: 'node', docs: docs.uiElements };

const aboutFields = [...shapeWatchers(words), ...displayWatchers(words), ...valueWatchers(words)];
const aboutExpressions = [
  ...expressionWatchers({ check: 'nodes', docs: docs.expressions }),
  unknownParameter(docs.expressions),
];
const aboutIcons = iconWatchers({ check: 'nodes', owner: 'node', docs: docs.icons });

/** Every rule about what a node says of itself. */
export const nodeWatchers: readonly NodeWatcher[] = [
  ...descriptionWatchers,
  ...identityWatchers,
  ...runningWatchers,
  ...operationWatchers,
  ...webhookWatchers,
  ...aboutFields.map((watcher) => overOwners(watcher, ({ fieldOwners }: NodeSubject) => fieldOwners)),
  ...aboutExpressions.map((watcher) => overOwners(watcher, ({ expressionOwners }: NodeSubject) => expressionOwners)),
  ...requestWatchers,
  ...credentialUseWatchers,
  ...aboutIcons.map((watcher) => ({ ...watcher, see: (subject: NodeSubject) => watcher.see(iconOwnerOf(subject)) })),
  ...codexWatchers,
];

function fieldOwnersOf({ versions, partial }: DescribedNode): FieldOwner[] {
  return versions.map(({ parameters, reachability, numbers, credentials }) => ({
    fields: parameters,
    reachability,
    versions: numbers,
    partial,
    beside: credentials.map((credential) => ({
      path: `credential ${credential.name}`,
      raw: credential.raw,
      display: displayOfCredential(credential),
    })),
  }));
}

function expressionOwnersOf({ versions }: DescribedNode, own: OwnCredentials, expressions: Expressions) {
  return versions.map(({ description, parameters, credentials, isDeclarative }): ExpressionOwner => {
    const fields = credentials.map(({ name }) => fieldsOfCredential(name, own));
    return {
      description,
      expressions,
      ignoresRequests: !isDeclarative,
      // Names that begin so refer to what stands beside the parameter.
      hasParameter: parameters.complete
        ? (name) => name.startsWith('&') || parameters.named.has(name) || addedParameters.has(name)
        : undefined,
      hasField:
        fields.length === 0 || fields.includes(undefined)
          ? undefined
          : (name) => fields.some((known) => known?.has(name)),
    };
  });
}

/** What n8n adds to nodes: dist/nodes-loader/constants.js of n8n-core, dist/tool-generation of n8n. */
const addedParameters = new Set(['requestOptions', 'pollTimes', 'toolDescription', 'descriptionType']);

function iconOwnerOf({ node, icons }: NodeSubject) {
  const [first] = node.versions;
  return { description: node.base ?? first?.description ?? {}, icons };
}

/** What the rules see in the nodes of a package. */
export async function nodeSightings(all: DescribedPackage): Promise<Seen[]> {
  const own = new Map(all.credentials.map((credential) => [credential.name, credential]));
  const pictures = new IconFiles(all);
  const seen: Seen[] = [];
  for (const node of all.nodes) {
    // Other runs share this process.
    await setImmediate();
    const descriptions = [node.base ?? {}, ...node.versions.map(({ description }) => description)];
    const icons = await Promise.all(descriptions.map((description) => pictures.of(description, node.declaredPath)));
    const subject: NodeSubject = {
      node,
      all,
      own,
      icons: [...new Map(icons.flat().map((icon) => [icon.reference, icon])).values()],
      codex: await codexOf(node, all.files),
      fieldOwners: fieldOwnersOf(node),
      expressionOwners: expressionOwnersOf(node, own, all.expressions),
    };
    seen.push(...seeAll(nodeWatchers, subject, node.file));
  }
  return seen;
}
