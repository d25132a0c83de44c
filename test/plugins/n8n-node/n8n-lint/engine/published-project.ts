import type { Contents } from '../../project-on-disk.ts';

const manifest = {
  name: 'n8n-nodes-acme',
  version: '1.0.0',
  files: ['dist'],
  scripts: { build: 'tsc && copyfiles -u 1 "src/**/*.svg" dist' },
  n8n: {
    n8nNodesApiVersion: 1,
    nodes: ['dist/nodes/Acme/Acme.node.js'],
    credentials: ['dist/credentials/AcmeApi.credentials.js'],
  },
  peerDependencies: { 'n8n-workflow': '*' },
};

/** Sources with faults that n8n's gate finds in compiled code, without the folder that they lie in. */
const sources: Contents = {
  'nodes/Acme/Acme.node.ts': `import { readFileSync } from 'fs';
import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { wait } from '../../shared/wait';

export class Acme implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Acme',
    name: 'acme',
    icon: 'file:acme.svg',
    group: ['transform'],
    version: 1,
    description: 'Orders things',
    defaults: { name: 'Acme' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'acmeApi', required: true }],
    properties: [],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    console.log('orders', readFileSync('/etc/hosts', 'utf8'));
    await wait(process.env.ACME_WAIT);
    if (this.getInputData().length === 0) throw new NodeOperationError(this.getNode(), 'nothing');
    return [this.getInputData()];
  }
}
`,
  'nodes/Acme/acme.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'credentials/AcmeApi.credentials.ts': `import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class AcmeApi implements ICredentialType {
  name = 'acmeApi';

  displayName = 'Acme API';

  documentationUrl = 'https://acme.example/docs';

  properties: INodeProperties[] = [{ displayName: 'Token', name: 'token', type: 'string', default: '' }];
}
`,
  'shared/wait.ts': `export function wait(milliseconds: string | undefined): Promise<void> {
  // A comment that shifts the lines of the compiled file.

  return new Promise((resolve) => {
    setTimeout(resolve, Number(milliseconds));
  });
}
`,
};

/**
 * A project whose build is known.
 * @param folder of the sources, with \`/\` at its end; \`''\` for the root
 */
export function publishedProject(
  folder: string,
  { target = 'es2019', scripts = manifest.scripts }: { target?: string; scripts?: Record<string, string> } = {},
): Record<string, string | Uint8Array> {
  const rootDir = folder === '' ? '.' : folder.slice(0, -1);
  const compilerOptions = { target, module: 'commonjs', strict: true, outDir: 'dist', rootDir, types: ['node'] };
  const include = folder === '' ? ['nodes', 'credentials', 'shared'] : [rootDir];
  return {
    'package.json': JSON.stringify({ ...manifest, scripts }, null, 2),
    'tsconfig.json': JSON.stringify({ compilerOptions, include }),
    ...Object.fromEntries(Object.entries(sources).map(([path, text]) => [`${folder}${path}`, text])),
  };
}
