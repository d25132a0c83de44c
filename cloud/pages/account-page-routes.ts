import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import { readCursor, writeCursor } from '../server/cursor.ts';
import { originOf } from '../server/run-record.ts';
import type { SchemaTypes } from '../server/validation.ts';
import type { Settings } from '../settings.ts';
import { readAccount } from '../store/accounts.ts';
import { authenticate } from '../store/api-keys.ts';
import { listRuns } from '../store/runs.ts';
import { accountPage, signInPage } from './account-page.ts';
import { endedSession, keyOfCookies, sessionCookie } from './session-cookie.ts';

const SignIn = Type.Object({ key: Type.String({ maxLength: 256 }) });
const PageQuery = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 64 })) });

const page = 'text/html; charset=utf-8';
const runsOfPage = 25;

/** The account page. A browser shows its key with a cookie that the form sets. */
export function accountPageRoutes(instance: FastifyInstance, { database, settings }: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = database.kysely;
  const secure = (request: FastifyRequest) => originOf(request, settings).startsWith('https:');
  acceptForms(instance);

  app.get('/account', { schema: { querystring: PageQuery } }, async (request, reply) => {
    // Under `no-referrer` a browser does not say where the form of this page comes from.
    reply.type(page).header('referrer-policy', 'same-origin');
    const key = keyOfCookies(request.headers.cookie);
    if (key === undefined) return reply.send(signInPage());
    const account = await accountOf(key);
    if ('refused' in account) {
      reply.header('set-cookie', endedSession({ secure: secure(request) }));
      return reply.code(401).send(signInPage(account));
    }
    const { cursor } = request.query;
    const before = cursor === undefined ? undefined : readCursor(cursor);
    const runs = await listRuns(db, account.id, { limit: runsOfPage + 1, before });
    const shown = runs.slice(0, runsOfPage);
    const last = shown.at(-1);
    const older = runs.length > shown.length && last ? writeCursor(last.number) : undefined;
    return reply.send(accountPage({ account: await readAccount(db, account.id), runs: shown, older }));
  });

  app.post('/account', { bodyLimit: 4_096, schema: { body: SignIn } }, async (request, reply) => {
    refuseForeignForm(request, settings);
    const key = request.body.key.trim();
    const account = await accountOf(key);
    if ('refused' in account)
      return reply.code(401).type(page).header('referrer-policy', 'same-origin').send(signInPage(account));
    return reply.header('set-cookie', sessionCookie(key, { secure: secure(request) })).redirect('/account', 303);
  });

  app.post('/account/sign-out', { bodyLimit: 4_096 }, async (request, reply) => {
    refuseForeignForm(request, settings);
    return reply.header('set-cookie', endedSession({ secure: secure(request) })).redirect('/account', 303);
  });

  async function accountOf(key: string): Promise<{ id: string } | { refused: string }> {
    try {
      return { id: (await authenticate(db, key)).accountId };
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') return { refused: error.message };
      throw error;
    }
  }
}

/** Lets a form be sent the way that browsers do. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}

/**
 * Another site's page could sign somebody in to an account that they take for theirs. Browsers say where a form comes
 * from: in `Origin` with every POST (https://fetch.spec.whatwg.org/#origin-header), newer ones in `Sec-Fetch-Site` too.
 */
function refuseForeignForm({ headers }: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isOurs =
    origin === undefined ||
    (URL.canParse(origin) &&
      (new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)));
  if (isOurs && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw serviceError('INVALID_PAYLOAD', { reason: 'The form was sent by the page of another site' });
}
