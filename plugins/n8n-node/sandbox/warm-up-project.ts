import { credentialsFile, executingNode, nodeFile } from '../n8n-lint/catalogue/example-text.ts';
import { lintGroups, lintRules } from '../n8n-lint/catalogue/lint-rules.ts';

/** Every nth example is used, twice, which reaches most of the linter's code. */
const everySo = 2;

/**
 * A project for warm-ups, which fill the compile cache: the examples of rules as sources; see n8n-rule.ts. Files by
 * path.
 */
export function warmUpProject(): Record<string, string> {
  const examples = lintGroups
    .flatMap(lintRules)
    .map(({ bad }) => bad)
    .filter((text) => !text.startsWith('{'));
  const texts = [nodeFile(), credentialsFile(), executingNode('    return [this.getInputData()];'), ...examples];
  const files = texts
    .filter((_, index) => index < 3 || index % everySo === 0)
    .flatMap((text, index) => [
      [`nodes/Example${index}/Example${index}.node.ts`, text],
      [`credentials/Example${index}.credentials.ts`, text],
    ]);
  const manifest = {
    name: 'n8n-nodes-example',
    version: '1.0.0',
    keywords: ['n8n-community-node-package'],
    files: ['dist'],
    n8n: {
      n8nNodesApiVersion: 1,
      nodes: ['dist/nodes/Example0/Example0.node.js'],
      credentials: ['dist/credentials/Example1.credentials.js'],
    },
    peerDependencies: { 'n8n-workflow': '*' },
  };
  return Object.fromEntries([...files, ['package.json', JSON.stringify(manifest, null, 2)]]);
}

/** A node and a credential, as TypeScript compiles them. */
export const compiledWarmUp: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'dist/nodes/Example/Example.node.js': `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Example = void 0;
const n8n_workflow_1 = require("n8n-workflow");
class Example {
  description = {
    displayName: 'Example', name: 'example', group: ['transform'], version: [1, 2], description: 'An example',
    defaults: { name: 'Example' }, inputs: [n8n_workflow_1.NodeConnectionTypes.Main], outputs: ['main'],
    credentials: [{ name: 'exampleApi', required: true }],
    properties: [{ displayName: 'Size', name: 'size', type: 'options', options: [{ name: 'One', value: 1 }], default: 1 }],
  };
  methods = { loadOptions: { async sizes() { return []; } } };
  async execute() { throw new n8n_workflow_1.NodeOperationError(this.getNode(), 'Never'); }
}
exports.Example = Example;
`,
  'dist/credentials/ExampleApi.credentials.js': `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ExampleApi = void 0;
class ExampleApi {
  name = 'exampleApi';
  displayName = 'Example API';
  properties = [{ displayName: 'Key', name: 'key', type: 'string', typeOptions: { password: true }, default: '' }];
  authenticate = { type: 'generic', properties: { headers: { Authorization: '={{$credentials.key}}' } } };
}
exports.ExampleApi = ExampleApi;
`,
};
