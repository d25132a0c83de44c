import type { FastifyInstance } from 'fastify';
import { readAccount } from '../store/accounts.ts';
import { callerOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { problems } from './route-problems.ts';
import { AccountRecord } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';

/** The account of the caller's key. */
export function accountRoutes(instance: FastifyInstance, { database }: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  app.get(
    '/account',
    { schema: { summary: 'Get the account of the API key', response: { 200: AccountRecord, ...problems() } } },
    async (request) => {
      const { id, ...account } = await readAccount(database.kysely, callerOf(request).accountId);
      return { accountId: id, ...account };
    },
  );
}
