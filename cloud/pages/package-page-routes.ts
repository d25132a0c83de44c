import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { compareRuns } from '../../kernel/report/compare-runs.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import { readPage } from '../server/cursor.ts';
import type { SchemaTypes } from '../server/validation.ts';
import { listRuns, readVerification } from '../store/runs.ts';
import { AccountSession } from './account-session.ts';
import { type ComparedRuns, packagePage } from './package-page.ts';

/** `from` and `to`: ids or prefixes of the runs to compare; empty for the last two. */
const PackageQuery = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 512 }),
  from: Type.Optional(Type.String({ maxLength: 64 })),
  to: Type.Optional(Type.String({ maxLength: 64 })),
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
});

const pageSize = 25;

/** The page of a package, for the account that has verified it. */
export function packagePageRoutes(instance: FastifyInstance, cloud: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = cloud.database.kysely;
  const session = new AccountSession(cloud);

  app.get('/account/package', { schema: { querystring: PackageQuery } }, async (request, reply) => {
    const { name, from, to, cursor } = request.query;
    const caller = await session.signedIn(request, reply, {
      next: `/account/package?${new URLSearchParams({ name })}`,
    });
    if (!caller) return reply;
    const { accountId } = caller;
    const { page: runs, next: older } = await readPage({ limit: pageSize, cursor }, (wanted) =>
      listRuns(db, accountId, { ...wanted, packageName: name }),
    );
    const comparable = runs.filter(({ status }) => status === 'success' || status === 'failed');
    const [newest, previous] = comparable;
    const pair = { from: from || previous?.id, to: to || newest?.id };
    const compared =
      pair.from === undefined || pair.to === undefined ? undefined : await compare(accountId, pair.from, pair.to);
    return reply.send(packagePage({ name, runs, comparable, compared, older }));
  });

  async function compare(accountId: string, from: string, to: string): Promise<ComparedRuns> {
    const before = await readVerification(db, accountId, from);
    const after = await readVerification(db, accountId, to);
    return { before, after, ...compareRuns(before.verification, after.verification) };
  }
}
