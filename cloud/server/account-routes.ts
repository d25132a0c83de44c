import type { FastifyInstance } from 'fastify';
import { readAccount } from '../store/accounts.ts';
import { callerOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { problems } from './route-problems.ts';
import { AccountRecord } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';

/** The account that a key belongs to. */
export function accountRoutes(instance: FastifyInstance, { database }: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  app.get(
    '/account',
    { schema: { summary: "The key's account", response: { 200: AccountRecord, ...problems() } } },
    async (request) => {
      const { id, ...account } = await readAccount(database.kysely, callerOf(request).accountId);
      return { accountId: id, ...account };
    },
  );
}
