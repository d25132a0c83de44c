import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

const baseURL = 'https://api.harborline.example/v2';
const largestPage = 100;

interface Page {
	data: IDataObject[];
	nextCursor?: string;
}

/** One request to the Harborline API, with the credential that the user chose. */
export async function harborlineRequest(
	this: IExecuteFunctions | ILoadOptionsFunctions,
	method: IHttpRequestMethods,
	url: string,
	options: { qs?: IDataObject; body?: IDataObject } = {},
): Promise<IDataObject> {
	return await this.helpers.httpRequestWithAuthentication.call(this, 'harborlineApi', {
		method,
		baseURL,
		url,
		qs: options.qs,
		body: options.body,
		json: true,
	});
}

/** Follows the cursor of a list until it ends, or until there are as many entries as wanted. */
export async function harborlineList(
	this: IExecuteFunctions | ILoadOptionsFunctions,
	url: string,
	qs: IDataObject,
	wanted: number,
): Promise<IDataObject[]> {
	const entries: IDataObject[] = [];
	let cursor: string | undefined;
	do {
		const limit = Math.min(largestPage, wanted - entries.length);
		const page = (await harborlineRequest.call(this, 'GET', url, {
			qs: { ...qs, limit, ...(cursor && { cursor }) },
		})) as unknown as Page;
		entries.push(...page.data);
		cursor = page.nextCursor;
	} while (cursor && entries.length < wanted);
	return entries;
}
