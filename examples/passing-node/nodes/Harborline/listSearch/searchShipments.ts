import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { harborlineRequest } from '../shared/transport';

interface FoundShipments {
	data: Array<{ id: string; reference?: string; status: string }>;
	nextCursor?: string;
}

export async function searchShipments(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found = (await harborlineRequest.call(this, 'GET', '/shipments', {
		qs: { limit: 50, query: filter, cursor: paginationToken },
	})) as unknown as FoundShipments;
	return {
		results: found.data.map(({ id, reference, status }) => ({
			name: `${reference ?? id} (${status})`,
			value: id,
		})),
		paginationToken: found.nextCursor,
	};
}
