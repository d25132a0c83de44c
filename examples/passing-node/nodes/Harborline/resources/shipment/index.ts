import type { INodeProperties } from 'n8n-workflow';
import { returnAllFields, shipmentField, simplifyField } from '../../shared/fields';
import { createFields } from './createFields';
import { filterFields } from './filterFields';
import { updateFields } from './updateFields';

const resource = ['shipment'];

export const shipmentDescription: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource } },
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create a shipment',
				description: 'Create a new shipment',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete a shipment',
				description: 'Delete a shipment that has not been collected yet',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get a shipment',
				description: 'Get the data of a single shipment',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many shipments',
				description: 'Get many shipments, newest first',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update a shipment',
				description: 'Update a shipment that has not been collected yet',
			},
		],
		default: 'create',
	},
	...createFields,
	shipmentField({ resource, operation: ['delete', 'get', 'update'] }),
	...updateFields,
	...returnAllFields({ resource, operation: ['getAll'] }),
	simplifyField({ resource, operation: ['get', 'getAll'] }),
	...filterFields,
];
