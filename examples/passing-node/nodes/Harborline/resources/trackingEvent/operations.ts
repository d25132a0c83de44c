import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { harborlineList } from '../../shared/transport';

export async function runTrackingEventOperation(
	this: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject[]> {
	const id = this.getNodeParameter('shipmentId', itemIndex, '', { extractValue: true });
	const returnAll = this.getNodeParameter('returnAll', itemIndex);
	const wanted = returnAll ? Infinity : this.getNodeParameter('limit', itemIndex);
	const options = this.getNodeParameter('options', itemIndex, {});
	const url = `/shipments/${encodeURIComponent(String(id))}/events`;
	return await harborlineList.call(this, url, options, wanted);
}
