import type { FastifyInstance } from 'fastify';
import { createOwnKey, listKeys, revokeKey } from '../store/api-keys.ts';
import { callerOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { keyRecord } from './key-record.ts';
import { invalidRequest } from './problem.ts';
import { problems } from './route-problems.ts';
import { CreatedKey, KeyList, KeyParams, KeyRecord, KeyRequest } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';

/** Routes to list, create and revoke the keys of the account. */
export function keyRoutes(instance: FastifyInstance, { database }: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = database.kysely;

  app.get(
    '/keys',
    {
      config: { scope: 'admin' },
      schema: { summary: 'List the API keys of the account, oldest first', response: { 200: KeyList, ...problems() } },
    },
    async (request) => ({ keys: (await listKeys(db, callerOf(request).accountId)).map(keyRecord) }),
  );

  app.post(
    '/keys',
    {
      config: { scope: 'admin' },
      schema: {
        summary: 'Create an API key for the account',
        body: KeyRequest,
        response: { 201: CreatedKey, ...problems(413, 422) },
      },
    },
    async (request, reply) => {
      const { accountId, keyId } = callerOf(request);
      const { label, scopes, expiresAt: expiry } = request.body;
      const expiresAt = expiry === undefined ? undefined : new Date(expiry);
      if (expiresAt && !(expiresAt.getTime() > Date.now())) {
        throw invalidRequest([{ pointer: '#/expiresAt', detail: 'must be in the future' }]);
      }
      const { key: apiKey, record } = await createOwnKey(db, accountId, { label, scopes, expiresAt });
      request.log.info({ accountId, keyId: record.id, createdBy: keyId }, 'key created');
      return reply.code(201).send({ ...keyRecord(record), apiKey });
    },
  );

  app.post(
    '/keys/:keyId/revoke',
    {
      config: { scope: 'admin' },
      schema: {
        summary: 'Revoke an API key of the account; a revoked key stays revoked',
        params: KeyParams,
        response: { 200: KeyRecord, ...problems(404) },
      },
    },
    async (request) => {
      const { accountId, keyId } = callerOf(request);
      const revoked = await revokeKey(db, request.params.keyId, accountId);
      request.log.info({ accountId, keyId: revoked.id, revokedBy: keyId }, 'key revoked');
      return keyRecord(revoked);
    },
  );
}
