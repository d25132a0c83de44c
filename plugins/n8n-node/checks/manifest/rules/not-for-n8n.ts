import { docs } from '../../../docs-links.ts';
import type { ManifestSubject } from '../../../project/manifest/manifest-subject.ts';
import type { Rule } from '../../../rule.ts';

/** Checked only in a project in which nothing shows n8n; see shows-n8n.ts. */
export const notForN8n: Rule<ManifestSubject> = {
  code: 'manifest-not-for-n8n',
  title: 'Project is no n8n community node package',
  severity: 'error',
  why: 'n8n loads the nodes that the "n8n" section of package.json lists. Without one, and without a node, there is nothing to verify. Usually the command was run in another folder than that of the package.',
  fix: 'Run the command in the folder of the package, or pass that folder with `--cwd`. To make this project a node package, list its nodes in package.json: "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js"] }.',
  bad: '{ "name": "my-web-app" }',
  good: '{ "name": "n8n-nodes-acme", "n8n": { "n8nNodesApiVersion": 1, "nodes": ["dist/nodes/Acme/Acme.node.js"] } }',
  docs: docs.buildingCommunityNodes,
  essential: true,
  *check({ mode, at }) {
    const message =
      'This does not look like an n8n community node package: package.json has no "n8n" section, and no file is named *.node.ts or *.node.js';
    yield {
      message,
      ...at(),
      ...(mode === 'package' && { fix: 'Verify a package that has nodes for n8n: check the name of the package.' }),
    };
  },
};
