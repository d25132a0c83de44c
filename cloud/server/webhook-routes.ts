import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import Type from 'typebox';
import { type Delivery, listDeliveries, redeliver } from '../store/webhook-deliveries.ts';
import { createWebhook, listWebhooks, readWebhook, removeWebhook, type Webhook } from '../store/webhooks.ts';
import { type ReachableAddress, reachableAddresses } from '../webhooks/reachable-address.ts';
import { callerOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { readPage } from './cursor.ts';
import { invalidRequest } from './problem.ts';
import { problems } from './route-problems.ts';
import { closed, ListQuery, time } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';

const WebhookRequest = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2_048, description: 'http or https URL that receives the messages' }) },
  closed,
);

const WebhookRecord = Type.Object(
  { webhookId: Type.String(), url: Type.String(), createdAt: time('Creation time') },
  closed,
);

const CreatedWebhook = Type.Object(
  {
    ...WebhookRecord.properties,
    secret: Type.String({ description: 'Verifies the signature of messages; it cannot be read again' }),
  },
  closed,
);

const WebhookList = Type.Object({ webhooks: Type.Array(WebhookRecord) }, closed);

const DeliveryRecord = Type.Object(
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

const DeliveryList = Type.Object(
  { deliveries: Type.Array(DeliveryRecord), nextCursor: Type.Optional(Type.String()) },
  closed,
);

const WebhookParams = Type.Object({ webhookId: Type.String() });
const DeliveryParams = Type.Object({ ...WebhookParams.properties, deliveryId: Type.String() });

const config = { scope: 'admin' } as const;

/** Routes to manage the webhooks of the account, and to see and repeat their deliveries. */
export function webhookRoutes(instance: FastifyInstance, { database, settings }: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = database.kysely;
  const isReachable = reachableAddresses(settings.webhookRanges);

  app.get(
    '/webhooks',
    {
      config,
      schema: {
        summary: 'List the webhooks of the account, oldest first',
        response: { 200: WebhookList, ...problems() },
      },
    },
    async (request) => ({ webhooks: (await listWebhooks(db, callerOf(request).accountId)).map(webhookRecord) }),
  );

  app.post(
    '/webhooks',
    {
      config,
      schema: {
        summary: 'Create a webhook that receives each finished run of the account',
        body: WebhookRequest,
        response: { 201: CreatedWebhook, ...problems(413, 422) },
      },
    },
    async (request, reply) => {
      const url = readUrl(request.body.url, isReachable);
      const { webhook, secret } = await createWebhook(db, callerOf(request).accountId, url);
      return reply.code(201).send({ ...webhookRecord(webhook), secret });
    },
  );

  app.post(
    '/webhooks/:webhookId/remove',
    {
      config,
      schema: {
        summary: 'Remove a webhook and its deliveries',
        params: WebhookParams,
        response: { 200: WebhookRecord, ...problems(404) },
      },
    },
    async (request) => webhookRecord(await removeWebhook(db, callerOf(request).accountId, request.params.webhookId)),
  );

  app.get(
    '/webhooks/:webhookId/deliveries',
    {
      config,
      schema: {
        summary: 'List the deliveries to a webhook, newest first',
        params: WebhookParams,
        querystring: ListQuery,
        response: { 200: DeliveryList, ...problems(404, 422) },
      },
    },
    async (request) => {
      const { id } = await readWebhook(db, callerOf(request).accountId, request.params.webhookId);
      const { limit = 20, cursor } = request.query;
      const { page, next: nextCursor } = await readPage({ limit, cursor }, (wanted) => listDeliveries(db, id, wanted));
      return { deliveries: page.map(deliveryRecord), ...(nextCursor !== undefined && { nextCursor }) };
    },
  );

  app.post(
    '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    {
      config,
      schema: {
        summary: 'Deliver a message again, with the same `webhook-id`',
        params: DeliveryParams,
        response: { 202: DeliveryRecord, ...problems(404) },
      },
    },
    async (request, reply) => {
      const { id } = await readWebhook(db, callerOf(request).accountId, request.params.webhookId);
      return reply.code(202).send(deliveryRecord(await redeliver(db, id, request.params.deliveryId)));
    },
  );
}

/** Refuses what can never be delivered; names are resolved, and their addresses checked, at each delivery. */
function readUrl(text: string, isReachable: ReachableAddress): string {
  const invalid = (detail: string) => invalidRequest([{ pointer: '#/url', detail }]);
  if (!URL.canParse(text)) throw invalid('must be a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('must be an http or https URL');
  if (url.username !== '' || url.password !== '') throw invalid('must not contain a user name or password');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) > 0 && !isReachable(host)) throw invalid('has an address that webhooks may not reach');
  url.hash = '';
  return url.href;
}

function webhookRecord({ id, url, createdAt }: Webhook): Static<typeof WebhookRecord> {
  return { webhookId: id, url, createdAt: createdAt.toISOString() };
}

function deliveryRecord({ id, number: _, createdAt, attemptedAt, ...rest }: Delivery): Static<typeof DeliveryRecord> {
  return {
    deliveryId: id,
    ...rest,
    createdAt: createdAt.toISOString(),
    ...(attemptedAt && { attemptedAt: attemptedAt.toISOString() }),
  };
}
