import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { simplifyShipment } from '../../shared/fields';
import { harborlineList, harborlineRequest } from '../../shared/transport';

export async function runShipmentOperation(
	this: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject | IDataObject[]> {
	const operation = this.getNodeParameter('operation', itemIndex);
	switch (operation) {
		case 'create':
			return await createShipment.call(this, itemIndex);
		case 'delete':
			await harborlineRequest.call(this, 'DELETE', shipmentUrl.call(this, itemIndex));
			return { deleted: true };
		case 'get': {
			const shipment = await harborlineRequest.call(this, 'GET', shipmentUrl.call(this, itemIndex));
			return this.getNodeParameter('simplify', itemIndex) ? simplifyShipment(shipment) : shipment;
		}
		case 'getAll':
			return await getShipments.call(this, itemIndex);
		case 'update':
			return await updateShipment.call(this, itemIndex);
		default:
			throw new NodeOperationError(
				this.getNode(),
				`The operation "${String(operation)}" is not known`,
				{ itemIndex },
			);
	}
}

function shipmentUrl(this: IExecuteFunctions, itemIndex: number): string {
	const id = this.getNodeParameter('shipmentId', itemIndex, '', { extractValue: true });
	return `/shipments/${encodeURIComponent(String(id))}`;
}

async function createShipment(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	return await harborlineRequest.call(this, 'POST', '/shipments', {
		body: {
			recipientName: this.getNodeParameter('recipientName', itemIndex),
			address: this.getNodeParameter('address', itemIndex),
			weight: this.getNodeParameter('weight', itemIndex),
			...this.getNodeParameter('additionalFields', itemIndex, {}),
		},
	});
}

async function getShipments(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const returnAll = this.getNodeParameter('returnAll', itemIndex);
	const wanted = returnAll ? Infinity : this.getNodeParameter('limit', itemIndex);
	const filters = this.getNodeParameter('filters', itemIndex, {});
	const shipments = await harborlineList.call(this, '/shipments', filters, wanted);
	return this.getNodeParameter('simplify', itemIndex)
		? shipments.map(simplifyShipment)
		: shipments;
}

async function updateShipment(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = this.getNodeParameter('updateFields', itemIndex, {});
	if (Object.keys(body).length === 0) {
		throw new NodeOperationError(this.getNode(), 'Add at least one field to update', { itemIndex });
	}
	return await harborlineRequest.call(this, 'PATCH', shipmentUrl.call(this, itemIndex), { body });
}
