import { docs } from '../../../docs-links.ts';
import { isTemplateUrl, urlsOf } from '../../../model/descriptions/template-url.ts';
import { plainOf, shown, textOf } from '../../../model/parameters/plain.ts';
import { n8nNodeOf } from '../../../n8n/n8n-nodes.ts';
import type { NodeRule } from '../node-subject.ts';

const taken: NodeRule = {
  code: 'nodes-service-taken',
  title: 'n8n has a node of this name already',
  severity: 'warning',
  why: 'n8n does not verify a package that does what one of its own nodes does, and users who search for the service find two nodes that they can not tell apart.',
  fix: 'Add what is missing to the node of n8n, or give the node the name of what it does differently.',
  bad: "displayName: 'Airtable'",
  good: "displayName: 'Airtable Views'",
  docs: docs.verification,
  *check({ node, all: { manifest } }) {
    if (textOf(manifest?.['name'])?.startsWith('@n8n/')) return;
    const description = node.base ?? node.versions[0]?.description;
    const label = textOf(description?.['displayName']) ?? '';
    const other = n8nNodeOf(label);
    if (description && other !== undefined)
      yield { message: `n8n has a node ${shown(other)}`, about: { object: description, key: 'displayName' } };
  },
};

/** What n8n's templates are called. */
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
  title: "A node is still the template's",
  severity: 'error',
  why: 'The example of the template is shipped as a node: everyone who installs the package finds it, and its requests go to a service that does not exist.',
  fix: 'Delete it and its entry in package.json, or make it the node of your service.',
  bad: "name: 'example',\nrequestDefaults: { baseURL: 'https://api.example.com' }",
  good: "name: 'acme',\nrequestDefaults: { baseURL: 'https://api.acme.io' }",
  docs: docs.verification,
  *check({ node }) {
    for (const description of [node.base ?? {}, ...node.versions.map((version) => version.description)]) {
      const name = textOf(description['name']) ?? '';
      if (names.has(name)) {
        yield { message: `the node is called ${shown(name)}`, about: { object: description, key: 'name' } };
        return;
      }
      for (const { url } of urlsOf(plainOf(description['requestDefaults']))) {
        if (!isTemplateUrl(url)) continue;
        yield { message: `requestDefaults: ${shown(url)} is a URL of the template`, about: { text: url } };
        return;
      }
    }
  },
};

export const identityRules: readonly NodeRule[] = [taken, template];
