import type { INodeProperties } from 'n8n-workflow';
import { returnAllFields, shipmentField } from '../../shared/fields';

const resource = ['trackingEvent'];
const show = { resource, operation: ['getAll'] };

export const trackingEventDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many tracking events',
				description: 'Get what happened to a shipment, newest first',
			},
		],
		default: 'getAll',
	},
	shipmentField(show),
	...returnAllFields(show),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show },
		options: [
			{
				displayName: 'Since',
				name: 'since',
				type: 'dateTime',
				default: '',
				description: 'Only return events from this date on',
			},
		],
	},
];
