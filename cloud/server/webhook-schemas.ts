import Type from 'typebox';
import { closed, time } from './schemas.ts';

export const WebhookRequest = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2_048, description: 'http or https URL that receives the messages' }) },
  closed,
);

export const WebhookRecord = Type.Object(
  { webhookId: Type.String(), url: Type.String(), createdAt: time('Creation time') },
  closed,
);

export const CreatedWebhook = Type.Object(
  {
    ...WebhookRecord.properties,
    secret: Type.String({ description: 'Verifies the signature of messages; it cannot be read again' }),
  },
  closed,
);

export const WebhookList = Type.Object({ webhooks: Type.Array(WebhookRecord) }, closed);

export const DeliveryRecord = Type.Object(
  {
    deliveryId: Type.String({ description: '`webhook-id` of the message' }),
    runId: Type.String(),
    status: Type.Enum(['pending', 'delivered', 'failed']),
    attempts: Type.Integer({ description: 'Number of attempts since the last redelivery' }),
    responseStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the last response' })),
    error: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
    createdAt: time('Creation time'),
    attemptedAt: Type.Optional(time('Time of the last attempt')),
  },
  closed,
);

export const DeliveryList = Type.Object(
  { deliveries: Type.Array(DeliveryRecord), nextCursor: Type.Optional(Type.String()) },
  closed,
);

export const WebhookParams = Type.Object({ webhookId: Type.String() });
export const DeliveryParams = Type.Object({ ...WebhookParams.properties, deliveryId: Type.String() });
