import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { CloudContext } from '../server/cloud-context.ts';
import { readPage } from '../server/cursor.ts';
import type { SchemaTypes } from '../server/validation.ts';
import { readAccount } from '../store/accounts.ts';
import { listRuns } from '../store/runs.ts';
import { listTrusted } from '../store/trusted-repositories.ts';
import { accountPage, signInPage } from './account-page.ts';
import { AccountSession } from './account-session.ts';
import { assertSameSite, maxFormBytes } from './forms.ts';

/** `next`: a page below `/account` to open after signing in. */
const SignIn = Type.Object({
  key: Type.String({ maxLength: 256 }),
  next: Type.Optional(Type.String({ maxLength: 1_024, pattern: '^/account(/[!-~]*)?$' })),
});
const PageQuery = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 64 })) });

const pageSize = 25;

/** The account page. The sign-in form sets a cookie with the key. */
export function accountPageRoutes(instance: FastifyInstance, cloud: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const { settings } = cloud;
  const db = cloud.database.kysely;
  const session = new AccountSession(cloud);

  app.get('/account', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const caller = await session.signedIn(request, reply);
    if (!caller) return reply;
    const { accountId } = caller;
    const { cursor } = request.query;
    const { page: runs, next: older } = await readPage({ limit: pageSize, cursor }, (wanted) =>
      listRuns(db, accountId, wanted),
    );
    const trusted = caller.scopes.includes('admin') ? await listTrusted(db, accountId) : undefined;
    return reply.send(accountPage({ account: await readAccount(db, accountId), runs, older, trusted }));
  });

  app.post('/account', { bodyLimit: maxFormBytes, schema: { body: SignIn } }, async (request, reply) => {
    assertSameSite(request, settings);
    const { next = '/account' } = request.body;
    const key = request.body.key.trim();
    const checked = await session.check(key);
    if ('accountId' in checked) return reply.header('set-cookie', session.cookie(request, key)).redirect(next, 303);
    reply.code(401).type('text/html; charset=utf-8').header('referrer-policy', 'same-origin');
    return reply.send(signInPage({ ...checked, next }));
  });

  app.post('/account/sign-out', { bodyLimit: maxFormBytes }, async (request, reply) => {
    assertSameSite(request, settings);
    return reply.header('set-cookie', session.expiredCookie(request)).redirect('/account', 303);
  });
}
