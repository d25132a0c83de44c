import type { Contents } from './project-on-disk.ts';

/** A small project as n8n's scaffold makes it, in TypeScript, with some files changed, added or (undefined) left out. */
export function acmeProject(
  changes: Readonly<Record<string, string | undefined>> = {},
  manifest: Readonly<Record<string, unknown>> = {},
): Contents {
  const files: Record<string, string | undefined> = {
    'package.json': JSON.stringify({ ...acmeManifest, ...manifest }, null, 2),
    'tsconfig.json': acmeTsconfig,
    'nodes/Acme/Acme.node.ts': acmeNode(),
    'nodes/Acme/Acme.node.json': '{ "node": "n8n-nodes-acme.acme", "resources": {} }',
    'nodes/Acme/acme.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'credentials/AcmeApi.credentials.ts': acmeCredential,
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
}

const acmeManifest = {
  name: 'n8n-nodes-acme',
  version: '1.0.0',
  keywords: ['n8n-community-node-package'],
  scripts: { build: 'n8n-node build' },
  files: ['dist'],
  n8n: {
    n8nNodesApiVersion: 1,
    nodes: ['dist/nodes/Acme/Acme.node.js'],
    credentials: ['dist/credentials/AcmeApi.credentials.js'],
  },
  devDependencies: { '@n8n/node-cli': '*', typescript: '5.9.2' },
  peerDependencies: { 'n8n-workflow': '*' },
};

const acmeTsconfig = `{
  "compilerOptions": {
    "strict": true,
    "module": "commonjs",
    "moduleResolution": "node",
    "target": "es2019",
    "lib": ["es2019", "es2020", "es2022.error"],
    "esModuleInterop": true,
    "resolveJsonModule": true,
    "sourceMap": true,
    "outDir": "./dist/"
  },
  "include": ["credentials/**/*", "nodes/**/*", "nodes/**/*.json", "package.json"]
}
`;

/**
 * A project of several nodes, each with something above its class; file names are those of the nodes.
 * @param tops by the name of the class
 */
export function acmeNodes(
  tops: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | undefined>> = {},
  manifest: Readonly<Record<string, unknown>> = {},
): Contents {
  const names = Object.keys(tops);
  const nodes = names.map((name) => [
    fileOfNode(name),
    acmeNode({ name, top: tops[name] ?? '' }).replace("name: 'acme'", `name: '${name}'`),
  ]);
  return acmeProject(
    { 'nodes/Acme/Acme.node.ts': undefined, ...Object.fromEntries(nodes), ...changes },
    { n8n: { nodes: names.map((name) => `dist/nodes/${name}.node.js`) }, ...manifest },
  );
}

export const fileOfNode = (name: string) => `nodes/${name}.node.ts`;

/** The node of the project. `top` goes above the class, `members` into it, `description` into its description. */
export function acmeNode({ top = '', members = '', description = '', name = 'Acme' } = {}): string {
  return `import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
${top}
export class ${name} implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Acme',
    name: 'acme',
    icon: 'file:acme.svg',
    group: ['transform'],
    version: 1,
    description: 'Talk to Acme',
    defaults: { name: 'Acme' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'acmeApi', required: true }],
    properties: [],
    ${description}
  };
  ${members}
  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return [this.getInputData()];
  }
}
`;
}

const acmeCredential = `import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class AcmeApi implements ICredentialType {
  name = 'acmeApi';
  displayName = 'Acme API';
  properties: INodeProperties[] = [
    { displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' },
  ];
}
`;
