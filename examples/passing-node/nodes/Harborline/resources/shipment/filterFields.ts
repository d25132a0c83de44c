import type { INodeProperties } from 'n8n-workflow';

export const filterFields: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: { resource: ['shipment'], operation: ['getAll'] } },
		options: [
			{
				displayName: 'Created After',
				name: 'createdAfter',
				type: 'dateTime',
				default: '',
				description: 'Only return shipments that were created after this date',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{
						name: 'Collected',
						value: 'collected',
					},
					{
						name: 'Delivered',
						value: 'delivered',
					},
					{
						name: 'Draft',
						value: 'draft',
					},
					{
						name: 'In Transit',
						value: 'in_transit',
					},
				],
				default: 'in_transit',
				description: 'Only return shipments of this status',
			},
		],
	},
];
