import type { Style } from './description-file.ts';
import { camel, company, pascal, type Resource } from './vocabulary.ts';

/** One product of the service, which becomes one node. */
export interface Product {
  words: readonly string[];
  style: Style;
  resources: readonly Resource[];
}

export const className = ({ words }: Product) => pascal([company.name, ...words]);
/** The credential that a product takes. */
export const credentialOf = ({ words }: Product) =>
  pascal(words).length % 2 === 0 ? 'quillmarkApi' : 'quillmarkOAuth2Api';
const displayName = ({ words }: Product) => `${company.name} ${words.join(' ')}`;

export interface NodeParts {
  /** Types of n8n-workflow that the statements need. */
  types?: readonly string[];
  /** Statements above the class, after n8n-workflow's import. */
  before: string;
  /** What stands in `properties` after the resource. */
  properties: string;
}

/** The file of the node itself. */
export function nodeFile(product: Product, { types = [], before, properties }: NodeParts): string {
  const programmatic = product.style === 'programmatic';
  const needed = programmatic ? ['IExecuteFunctions', 'INodeExecutionData', 'JsonObject'] : [];
  const names = ['INodeType', 'INodeTypeDescription', ...needed, ...types].sort();
  return `import {
${programmatic ? '\tNodeApiError,\n' : ''}	NodeConnectionTypes,
${names.map((name) => `\ttype ${name},`).join('\n')}
} from 'n8n-workflow';
${before}
export class ${className(product)} implements INodeType {
	description: INodeTypeDescription = {
${header(product)}
		properties: [
${resourceProperty(product)}
${properties}
		],
	};
${programmatic ? execute : ''}}
`;
}

function header(product: Product): string {
  const requestDefaults = `
		requestDefaults: {
			baseURL: '${company.host}',
			headers: {
				Accept: 'application/json',
				'Content-Type': 'application/json',
			},
		},`;
  return `		displayName: '${displayName(product)}',
		name: '${camel([company.slug, ...product.words])}',
		icon: { light: 'file:${camel(product.words)}.svg', dark: 'file:${camel(product.words)}.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Read and change ${product.words.join(' ').toLowerCase()} in ${company.name}',
		defaults: {
			name: '${displayName(product)}',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: '${credentialOf(product)}',
				required: true,
			},
		],${product.style === 'declarative' ? requestDefaults : ''}`;
}

function resourceProperty({ resources }: Product): string {
  const options = resources.map(
    ({ title, name }) => `					{
						name: '${title}',
						value: '${name}',
					},`,
  );
  return `			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
${options.join('\n')}
				],
				default: '${resources[0]?.name}',
			},`;
}

const execute = `
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const returnData: INodeExecutionData[] = [];

		for (let itemIndex = 0; itemIndex < items.length; itemIndex++) {
			try {
				const resource = this.getNodeParameter('resource', itemIndex) as string;
				const operation = this.getNodeParameter('operation', itemIndex) as string;
				const result = await runOperation.call(this, resource, operation, itemIndex);
				returnData.push(
					...this.helpers.constructExecutionMetaData(this.helpers.returnJsonArray(result), {
						itemData: { item: itemIndex },
					}),
				);
			} catch (error) {
				if (this.continueOnFail()) {
					const message = error instanceof Error ? error.message : String(error);
					returnData.push({ json: { error: message }, pairedItem: { item: itemIndex } });
					continue;
				}
				throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex });
			}
		}

		return [returnData];
	}
`;

/** The file beside a node in which n8n finds its categories and links. */
export function codexFile(product: Product): string {
  const readme = `https://github.com/${company.slug}/n8n-nodes-${company.slug}`;
  const codex = {
    node: `n8n-nodes-${company.slug}.${camel([company.slug, ...product.words])}`,
    nodeVersion: '1.0',
    codexVersion: '1.0',
    categories: ['Productivity', 'Sales'],
    alias: product.words.map((word) => word.toLowerCase()),
    resources: {
      credentialDocumentation: [{ url: `${readme}#credentials` }],
      primaryDocumentation: [{ url: `${readme}#readme` }],
    },
  };
  return `${JSON.stringify(codex, null, '\t')}\n`;
}
