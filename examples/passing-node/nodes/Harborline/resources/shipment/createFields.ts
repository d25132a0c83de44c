import type { INodeProperties } from 'n8n-workflow';

const show = { resource: ['shipment'], operation: ['create'] };

export const createFields: INodeProperties[] = [
	{
		displayName: 'Recipient Name',
		name: 'recipientName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Nathan Smith',
		displayOptions: { show },
		description: 'Who the shipment goes to',
	},
	{
		displayName: 'Address',
		name: 'address',
		type: 'string',
		typeOptions: {
			rows: 3,
		},
		default: '',
		required: true,
		placeholder: 'e.g. 12 Quay Street, Rotterdam',
		displayOptions: { show },
		description: 'Where the shipment goes to, as it is printed on the label',
	},
	{
		displayName: 'Weight (Kg)',
		name: 'weight',
		type: 'number',
		typeOptions: {
			minValue: 0.01,
			numberPrecision: 2,
		},
		default: 1,
		required: true,
		displayOptions: { show },
		description: 'What the shipment weighs with its packaging',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: { show },
		options: [
			{
				displayName: 'Insured',
				name: 'insured',
				type: 'boolean',
				default: false,
				description: 'Whether to insure the shipment for its declared value',
			},
			{
				displayName: 'Reference',
				name: 'reference',
				type: 'string',
				default: '',
				placeholder: 'e.g. ORDER-1042',
				description: 'Your own number for the shipment',
			},
			{
				displayName: 'Service Level',
				name: 'serviceLevel',
				type: 'options',
				options: [
					{
						name: 'Economy',
						value: 'economy',
					},
					{
						name: 'Express',
						value: 'express',
					},
					{
						name: 'Standard',
						value: 'standard',
					},
				],
				default: 'standard',
				description: 'How fast the shipment has to arrive',
			},
		],
	},
];
