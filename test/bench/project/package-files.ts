import { company } from './vocabulary.ts';

const repository = `https://github.com/${company.slug}/n8n-nodes-${company.slug}`;

/** What stands around the nodes: manifest, compiler options, credentials, README, licence. */
export function packageFiles(nodes: readonly string[]): Record<string, string> {
  return {
    'package.json': `${JSON.stringify(manifest(nodes), null, '\t')}\n`,
    'tsconfig.json': `${JSON.stringify(tsconfig, null, '\t')}\n`,
    'credentials/QuillmarkApi.credentials.ts': apiCredential,
    'credentials/QuillmarkOAuth2Api.credentials.ts': oauthCredential,
    'icons/quillmark.svg': iconFile('#12355b'),
    'icons/quillmark.dark.svg': iconFile('#c8d9ec'),
    'README.md': readme(nodes.length),
    'CHANGELOG.md': '# Changelog\n\n## 2.4.0\n\n- More fields for orders\n',
    'LICENSE.md': `MIT License

Copyright (c) ${company.name}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`,
  };
}

function manifest(nodes: readonly string[]) {
  return {
    name: `n8n-nodes-${company.slug}`,
    version: '2.4.0',
    description: `Work with the products of ${company.name} in n8n workflows`,
    license: 'MIT',
    homepage: `${repository}#readme`,
    keywords: ['n8n-community-node-package', company.slug],
    author: { name: 'Mara Lindqvist', email: `integrations@${company.slug}.example` },
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: { url: `${repository}/issues` },
    scripts: { build: 'n8n-node build', lint: 'n8n-node lint', prepublishOnly: 'n8n-node prerelease' },
    files: ['dist'],
    n8n: {
      n8nNodesApiVersion: 1,
      strict: true,
      credentials: [
        'dist/credentials/QuillmarkApi.credentials.js',
        'dist/credentials/QuillmarkOAuth2Api.credentials.js',
      ],
      nodes: nodes.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`),
    },
    devDependencies: { '@n8n/node-cli': '*', eslint: '9.32.0', typescript: '5.9.2' },
    peerDependencies: { 'n8n-workflow': '*' },
  };
}

const tsconfig = {
  compilerOptions: {
    strict: true,
    module: 'commonjs',
    moduleResolution: 'node',
    target: 'es2019',
    lib: ['es2019', 'es2020', 'es2022.error'],
    useUnknownInCatchVariables: true,
    noImplicitReturns: true,
    noUnusedLocals: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    declaration: true,
    sourceMap: true,
    skipLibCheck: true,
    outDir: './dist/',
  },
  include: ['credentials/**/*', 'nodes/**/*', 'nodes/**/*.json', 'package.json'],
};

const apiCredential = `import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

export class QuillmarkApi implements ICredentialType {
	name = 'quillmarkApi';

	displayName = 'Quillmark API';

	icon: Icon = { light: 'file:../icons/quillmark.svg', dark: 'file:../icons/quillmark.dark.svg' };

	documentationUrl = '${repository}#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The key from Settings > Integrations in your Quillmark account',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				'X-Quillmark-Key': '={{$credentials.apiKey}}',
			},
		},
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '${company.host}',
			url: '/account',
		},
	};
}
`;

const oauthCredential = `import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

export class QuillmarkOAuth2Api implements ICredentialType {
	name = 'quillmarkOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Quillmark OAuth2 API';

	icon: Icon = { light: 'file:../icons/quillmark.svg', dark: 'file:../icons/quillmark.dark.svg' };

	documentationUrl = '${repository}#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'authorizationCode',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: '${company.host}/oauth/authorize',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: '${company.host}/oauth/token',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: 'read write',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'header',
		},
	];
}
`;

/** The picture of a node, in one color. */
export function iconFile(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 60 60">
	<path d="M12 48L40 8l8 6-28 36-10 2z" fill="${color}" />
	<path d="M8 54h44" fill="none" stroke="${color}" stroke-width="3" stroke-linecap="round" />
</svg>
`;
}

const readme = (nodes: number) => `# n8n-nodes-${company.slug}

This package adds ${nodes} nodes for [${company.name}](https://${company.slug}.example) to n8n. Each of them works with one
of its products: it reads, creates, changes and deletes what that product keeps.

## Installation

Follow the [installation guide](https://docs.n8n.io/integrations/community-nodes/installation/) of the n8n documentation.

## Credentials

Create an API key under Settings > Integrations in your account and enter it as the API key of the credential. Where your
account uses single sign-on, use the OAuth2 credential instead and follow the steps that n8n shows.

## Operations

Every resource can be created, read, listed, updated and deleted.

## Usage

Add a node to a workflow, choose the credential, the resource and the operation, and fill in the fields. To put all orders
of a day into a table, use Get Many with the filter Start Date and send the result to a spreadsheet node.

## Compatibility

Tested with n8n 1.100 and newer.

## Resources

- [n8n community nodes documentation](https://docs.n8n.io/integrations/#community-nodes)
- [${company.name} API](https://${company.slug}.example/docs)
`;
