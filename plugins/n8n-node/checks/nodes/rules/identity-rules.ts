import { docs } from '../../../docs-links.ts';
import type { DescribedNode } from '../../../model/descriptions/described-node.ts';
import { isTemplateUrl, urlsOf } from '../../../model/descriptions/template-url.ts';
import { plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { isTemplate } from '../../../project/manifest/package-name.ts';
import type { NodeRule } from '../node-subject.ts';

const taken: NodeRule = {
  code: 'nodes-service-taken',
  title: 'Node has the name of a node of n8n',
  severity: 'warning',
  why: 'n8n does not verify a package that duplicates one of its own nodes, and users who search for the service cannot tell the two nodes apart.',
  fix: 'Contribute to the node of n8n, or rename the node after what it does differently.',
  bad: "displayName: 'Airtable'",
  good: "displayName: 'Airtable Views'",
  docs: docs.verification,
  *check({ node, all: { manifest, n8n, nodes } }) {
    if (textOf(manifest?.['name'])?.startsWith('@n8n/')) return;
    // It accompanies another node, and n8n may have no trigger for the service.
    if (isTrigger(node) && nodes.some((other) => !isTrigger(other))) return;
    const description = node.base ?? node.versions[0]?.description;
    const label = textOf(description?.['displayName']) ?? '';
    const other = n8n.nodeOf(label);
    if (description && other !== undefined)
      yield {
        message: `n8n has a node ${shown(other)}`,
        about: { object: description, key: 'displayName' },
      };
  },
};

const isTrigger = ({ versions }: DescribedNode) => versions.some((version) => version.isTrigger);

/** Names of nodes in n8n's templates. */
const names = new Set([
  'example',
  'exampleNode',
  'exampleTrigger',
  'exampleChatModel',
  'exampleMemory',
  'httpBin',
  'myNode',
]);

const template: NodeRule = {
  code: 'nodes-template-left',
  title: 'Node of the template is still in the package',
  severity: 'error',
  why: 'Everyone who installs the package gets the example node, which sends requests to a service that does not exist.',
  fix: 'Delete the node and its entry in package.json, or rename it and set the URL of your service.',
  bad: "name: 'example',\nrequestDefaults: { baseURL: 'https://api.example.com' }",
  good: "name: 'acme',\nrequestDefaults: { baseURL: 'https://api.acme.io' }",
  docs: docs.verification,
  *check({ node, all: { manifest } }) {
    if (isTemplate(manifest?.['name'])) return;
    for (const description of [node.base ?? {}, ...node.versions.map((version) => version.description)]) {
      const name = textOf(description['name']) ?? '';
      if (names.has(name)) {
        yield {
          message: `name: ${shown(name)} is a name of the template`,
          about: { object: description, key: 'name' },
        };
        return;
      }
      for (const { url } of urlsOf(plainOf(description['requestDefaults']))) {
        if (!isTemplateUrl(url)) continue;
        yield {
          message: `requestDefaults: ${shown(url)} is a placeholder, not the URL of a service`,
          about: { text: url },
        };
        return;
      }
    }
  },
};

export const identityRules: readonly NodeRule[] = [taken, template];
