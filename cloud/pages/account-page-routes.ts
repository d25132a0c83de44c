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
import { expiredCookie, keyOfCookies, sessionCookie } from './session-cookie.ts';

const SignIn = Type.Object({ key: Type.String({ maxLength: 256 }) });
const PageQuery = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 64 })) });

const page = 'text/html; charset=utf-8';
const pageSize = 25;

/** The account page. The sign-in form sets a cookie with the key. */
export function accountPageRoutes(instance: FastifyInstance, { database, settings }: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = database.kysely;
  const secure = (request: FastifyRequest) => originOf(request, settings).startsWith('https:');
  acceptForms(instance);

  app.get('/account', { schema: { querystring: PageQuery } }, async (request, reply) => {
    // With `no-referrer`, browsers would send `Origin: null` with the form of this page.
    reply.type(page).header('referrer-policy', 'same-origin');
    const key = keyOfCookies(request.headers.cookie);
    if (key === undefined) return reply.send(signInPage());
    const account = await accountOf(key);
    if ('refused' in account) {
      reply.header('set-cookie', expiredCookie({ secure: secure(request) }));
      return reply.code(401).send(signInPage(account));
    }
    const { cursor } = request.query;
    const before = cursor === undefined ? undefined : readCursor(cursor);
    const runs = await listRuns(db, account.id, { limit: pageSize + 1, before });
    const shown = runs.slice(0, pageSize);
    const last = shown.at(-1);
    const older = runs.length > shown.length && last ? writeCursor(last.number) : undefined;
    return reply.send(accountPage({ account: await readAccount(db, account.id), runs: shown, older }));
  });

  app.post('/account', { bodyLimit: 4_096, schema: { body: SignIn } }, async (request, reply) => {
    assertSameSite(request, settings);
    const key = request.body.key.trim();
    const account = await accountOf(key);
    if ('refused' in account)
      return reply.code(401).type(page).header('referrer-policy', 'same-origin').send(signInPage(account));
    return reply.header('set-cookie', sessionCookie(key, { secure: secure(request) })).redirect('/account', 303);
  });

  app.post('/account/sign-out', { bodyLimit: 4_096 }, async (request, reply) => {
    assertSameSite(request, settings);
    return reply.header('set-cookie', expiredCookie({ secure: secure(request) })).redirect('/account', 303);
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

/** Accepts URL-encoded forms. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}

/**
 * Prevents cross-site request forgery: another site could sign a user in to the wrong account. Browsers send `Origin` with
 * every POST (https://fetch.spec.whatwg.org/#origin-header), newer ones also `Sec-Fetch-Site`.
 */
function assertSameSite({ headers }: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isSameSite =
    origin === undefined ||
    (URL.canParse(origin) &&
      (new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)));
  if (isSameSite && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw serviceError('INVALID_PAYLOAD', { reason: 'The form was sent from another site' });
}
