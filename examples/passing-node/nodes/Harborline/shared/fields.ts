import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

type Show = NonNullable<IDisplayOptions['show']>;

export const shipmentField = (show: Show): INodeProperties => ({
	displayName: 'Shipment',
	name: 'shipmentId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	displayOptions: { show },
	description: 'The shipment to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a shipment...',
			typeOptions: {
				searchListMethod: 'searchShipments',
				searchable: true,
			},
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. shp_8Q2KX4',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^shp_[A-Za-z0-9]+$',
						errorMessage: 'A shipment ID begins with shp_',
					},
				},
			],
		},
	],
});

export const returnAllFields = (show: Show): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: { show },
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: {
			minValue: 1,
		},
		default: 50,
		displayOptions: { show: { ...show, returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export const simplifyField = (show: Show): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	displayOptions: { show },
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** What most workflows need of a shipment. The API returns some forty fields. */
export function simplifyShipment(shipment: IDataObject): IDataObject {
	const { id, reference, status, carrier, trackingNumber, recipient, estimatedDelivery } = shipment;
	return { id, reference, status, carrier, trackingNumber, recipient, estimatedDelivery };
}
