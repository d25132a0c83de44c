import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ServiceError } from '../../kernel/errors.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import { rateLimited } from '../server/problem.ts';
import type { SchemaTypes } from '../server/validation.ts';
import { readAccount } from '../store/accounts.ts';
import { decideLogin, findLogin, shownCode } from '../store/device-logins.ts';
import { AccountSession } from './account-session.ts';
import { codePage, decidedPage, decisionPage } from './device-page.ts';
import { assertSameSite, maxFormBytes } from './forms.ts';

const Code = Type.String({ pattern: '^[A-Za-z-]{0,16}$' });
const CodeQuery = Type.Object({ code: Type.Optional(Code) });
const Decision = Type.Object({ code: Code, decision: Type.Enum(['approve', 'refuse']) });

/** Wrong codes of an account in 10 minutes, counted by each server process. */
const maxWrongCodes = 10;

/**
 * The page on which a user approves the login of a device (RFC 8628, section 3.3). As it creates a key, it is for users who
 * are signed in with a key that may.
 */
export function devicePageRoutes(instance: FastifyInstance, cloud: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = cloud.database.kysely;
  const session = new AccountSession(cloud);
  const accounts = new WeakMap<FastifyRequest, string>();
  const wrongCodes = instance.createRateLimit({
    max: maxWrongCodes,
    timeWindow: '10 minutes',
    keyGenerator: (request) => accounts.get(request) ?? request.ip,
  });

  app.get('/account/device', { schema: { querystring: CodeQuery } }, async (request, reply) => {
    const { code = '' } = request.query;
    const user = await userOf(request, reply, code);
    if (!user) return reply;
    if (code === '') return reply.send(codePage());
    const login = await findLogin(db, code);
    if (!login) return refuse(request, reply);
    const { name } = await readAccount(db, user.accountId);
    return reply.send(decisionPage(login, { code: shownCode(code), account: name }));
  });

  app.post('/account/device', { bodyLimit: maxFormBytes, schema: { body: Decision } }, async (request, reply) => {
    assertSameSite(request, cloud.settings);
    const { code, decision } = request.body;
    const user = await userOf(request, reply, code);
    if (!user) return reply;
    const approve = decision === 'approve';
    try {
      await decideLogin(db, code, { accountId: user.accountId, approve });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'NOT_FOUND') return refuse(request, reply);
      throw error;
    }
    request.log.info({ accountId: user.accountId, keyId: user.keyId, approve }, 'device login decided');
    return reply.send(decidedPage(approve));
  });

  /** @throws {HttpError | ServiceError} FORBIDDEN, RATE_LIMITED after too many wrong codes */
  async function userOf(request: FastifyRequest, reply: FastifyReply, code: string) {
    const user = await session.signedIn(request, reply, { next: `/account/device?code=${code}`, scope: 'admin' });
    if (!user) return undefined;
    accounts.set(request, user.accountId);
    const state = await wrongCodes(request, { increment: false });
    if (!state.isAllowed && state.remaining === 0) throw rateLimited(state.ttlInSeconds);
    return user;
  }

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await wrongCodes(request);
    return reply.code(404).send(codePage({ refused: 'This code does not exist, was used or has expired.' }));
  }
}
