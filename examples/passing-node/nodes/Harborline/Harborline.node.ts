import {
	NodeApiError,
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type JsonObject,
} from 'n8n-workflow';
import { searchShipments } from './listSearch/searchShipments';
import { shipmentDescription } from './resources/shipment';
import { runShipmentOperation } from './resources/shipment/operations';
import { trackingEventDescription } from './resources/trackingEvent';
import { runTrackingEventOperation } from './resources/trackingEvent/operations';

export class Harborline implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Harborline',
		name: 'harborline',
		icon: {
			light: 'file:../../icons/harborline.svg',
			dark: 'file:../../icons/harborline.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Create, track and update shipments in Harborline',
		defaults: {
			name: 'Harborline',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'harborlineApi',
				required: true,
			},
		],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Shipment',
						value: 'shipment',
					},
					{
						name: 'Tracking Event',
						value: 'trackingEvent',
					},
				],
				default: 'shipment',
			},
			...shipmentDescription,
			...trackingEventDescription,
		],
	};

	methods = {
		listSearch: {
			searchShipments,
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const returnData: INodeExecutionData[] = [];

		for (let itemIndex = 0; itemIndex < items.length; itemIndex++) {
			try {
				const resource = this.getNodeParameter('resource', itemIndex);
				const result =
					resource === 'shipment'
						? await runShipmentOperation.call(this, itemIndex)
						: await runTrackingEventOperation.call(this, itemIndex);
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
}
