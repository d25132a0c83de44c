import { company, type Resource } from './vocabulary.ts';

/** The module that does what a programmatic node offers for one resource. */
export function actionFile({ title, name, path }: Resource): string {
  return `import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { apiRequest, apiRequestAllItems } from '../GenericFunctions';
import type { Page } from '../types';

/** Runs one operation of the resource for one item. */
export async function run${title}Operation(
	this: IExecuteFunctions,
	operation: string,
	itemIndex: number,
): Promise<IDataObject | IDataObject[]> {
	switch (operation) {
		case 'create':
			return await create${title}.call(this, itemIndex);
		case 'delete':
			await apiRequest.call(this, 'DELETE', ${name}Url.call(this, itemIndex));
			return { deleted: true };
		case 'get':
			return await apiRequest.call(this, 'GET', ${name}Url.call(this, itemIndex));
		case 'getAll':
			return await getMany${title}.call(this, itemIndex);
		case 'update':
			return await update${title}.call(this, itemIndex);
		default:
			throw new NodeOperationError(this.getNode(), \`The operation "\${operation}" is not known\`, {
				itemIndex,
			});
	}
}

function ${name}Url(this: IExecuteFunctions, itemIndex: number): string {
	const id = this.getNodeParameter('id', itemIndex) as string;
	if (id.trim() === '') {
		throw new NodeOperationError(this.getNode(), 'The ID is empty', { itemIndex });
	}
	return \`/${path}/\${encodeURIComponent(id)}\`;
}

async function create${title}(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body: IDataObject = {
		title: this.getNodeParameter('title', itemIndex),
		...this.getNodeParameter('additionalFields', itemIndex, {}),
	};
	for (const [key, value] of Object.entries(body)) {
		if (value === '' || value === undefined) delete body[key];
	}
	return await apiRequest.call(this, 'POST', '/${path}', { body });
}

async function getMany${title}(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const filters = this.getNodeParameter('filters', itemIndex, {});
	if (this.getNodeParameter('returnAll', itemIndex)) {
		return await apiRequestAllItems.call(this, '/${path}', filters);
	}
	const limit = this.getNodeParameter('limit', itemIndex);
	const page = (await apiRequest.call(this, 'GET', '/${path}', {
		qs: { ...filters, limit },
	})) as unknown as Page;
	return page.data.slice(0, limit);
}

async function update${title}(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = this.getNodeParameter('updateFields', itemIndex, {});
	if (Object.keys(body).length === 0) {
		throw new NodeOperationError(this.getNode(), 'Add at least one field to update', { itemIndex });
	}
	return await apiRequest.call(this, 'PATCH', ${name}Url.call(this, itemIndex), { body });
}
`;
}

/** The module that leads to those of the resources. */
export function actionIndexFile(resources: readonly Resource[]): string {
  return `import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
${resources.map(({ title, name }) => `import { run${title}Operation } from './${name}';`).join('\n')}

const operations: Record<string, typeof run${resources[0]?.title}Operation> = {
${resources.map(({ title, name }) => `\t${name}: run${title}Operation,`).join('\n')}
};

/** Runs one operation of one resource for one item. */
export async function runOperation(
	this: IExecuteFunctions,
	resource: string,
	operation: string,
	itemIndex: number,
): Promise<IDataObject | IDataObject[]> {
	const run = operations[resource];
	if (!run) {
		throw new NodeOperationError(this.getNode(), \`The resource "\${resource}" is not known\`, { itemIndex });
	}
	return await run.call(this, operation, itemIndex);
}
`;
}

/** The functions that the actions of a node share. */
export function genericFunctionsFile(credential: string): string {
  return `import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import type { Page } from './types';

const baseURL = '${company.host}';
const pageSize = 100;

/** One request to the ${company.name} API, with the credential that the user chose. */
export async function apiRequest(
	this: IExecuteFunctions | ILoadOptionsFunctions,
	method: IHttpRequestMethods,
	url: string,
	options: { qs?: IDataObject; body?: IDataObject } = {},
): Promise<IDataObject> {
	return await this.helpers.httpRequestWithAuthentication.call(this, '${credential}', {
		method,
		baseURL,
		url,
		qs: options.qs,
		body: options.body,
		json: true,
	});
}

/** Follows the pages of a list to its end. */
export async function apiRequestAllItems(
	this: IExecuteFunctions | ILoadOptionsFunctions,
	url: string,
	qs: IDataObject = {},
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	let cursor: string | undefined;
	do {
		const page = (await apiRequest.call(this, 'GET', url, {
			qs: { ...qs, limit: pageSize, ...(cursor && { cursor }) },
		})) as unknown as Page;
		items.push(...page.data);
		cursor = page.nextCursor;
	} while (cursor);
	return items;
}
`;
}

/** What the API answers with. */
export const typesFile = `import type { IDataObject } from 'n8n-workflow';

export interface Page {
	data: IDataObject[];
	nextCursor?: string;
}
`;
