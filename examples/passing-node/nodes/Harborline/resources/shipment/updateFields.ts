import type { INodeProperties } from 'n8n-workflow';

export const updateFields: INodeProperties[] = [
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: { show: { resource: ['shipment'], operation: ['update'] } },
		options: [
			{
				displayName: 'Address',
				name: 'address',
				type: 'string',
				typeOptions: {
					rows: 3,
				},
				default: '',
				description: 'Where the shipment goes to, as it is printed on the label',
			},
			{
				displayName: 'Recipient Name',
				name: 'recipientName',
				type: 'string',
				default: '',
				description: 'Who the shipment goes to',
			},
			{
				displayName: 'Reference',
				name: 'reference',
				type: 'string',
				default: '',
				description: 'Your own number for the shipment',
			},
		],
	},
];
