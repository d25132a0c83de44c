import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { printable } from '../../kernel/printable.ts';
import { acceptForms } from '../pages/forms.ts';
import { loginLifetime, pollLogin, startLogin } from '../store/device-logins.ts';
import { defaultScopes, type Scope, scopes } from '../store/scopes.ts';
import type { AddressLimit } from './address-limit.ts';
import type { CloudContext } from './cloud-context.ts';
import { invalidRequest, toHttpError, unavailable } from './problem.ts';
import { openProblems } from './route-problems.ts';
import { originOf } from './run-record.ts';
import type { SchemaTypes } from './validation.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
const bodyLimit = 4_096;

/** Unknown parameters are ignored (RFC 6749, section 3.2). */
const DeviceRequest = Type.Object({
  client_id: Type.Optional(Type.String({ maxLength: 100, description: 'Name of the program' })),
  scope: Type.Optional(Type.String({ maxLength: 100, description: 'Scopes of the key, separated by spaces' })),
  label: Type.Optional(Type.String({ maxLength: 100, description: 'Label of the key' })),
});

const DeviceLogin = Type.Object({
  device_code: Type.String(),
  user_code: Type.String(),
  verification_uri: Type.String(),
  verification_uri_complete: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds' }),
  interval: Type.Integer({ description: 'Seconds between two requests for the token' }),
});

const TokenRequest = Type.Object({
  grant_type: Type.Literal(grantType),
  device_code: Type.String({ minLength: 1, maxLength: 100 }),
});

const Token = Type.Object({
  access_token: Type.String({ description: 'An API key' }),
  token_type: Type.Literal('Bearer'),
  scope: Type.String(),
});

const OAuthError = Type.Object({ error: Type.String(), error_description: Type.String() });

const descriptions = {
  authorization_pending: 'The user has not decided yet',
  slow_down: 'Wait 5 seconds longer between requests',
  access_denied: 'The user has refused',
  expired_token: 'The code has expired; start again',
  invalid_grant: 'The code is unknown, or was used',
};

/** Routes of the device flow (RFC 8628), with which `auth login` gets a key through a browser. */
export function deviceRoutes(
  instance: FastifyInstance,
  { database, settings }: CloudContext,
  { addresses }: { addresses: AddressLimit },
): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = database.kysely;
  acceptForms(instance);

  app.post(
    '/device/authorization',
    {
      bodyLimit,
      schema: {
        summary: 'Start the login of a device (RFC 8628)',
        body: DeviceRequest,
        response: { 200: DeviceLogin, 400: oauthErrors('invalid_request', 'invalid_scope'), ...openProblems(413) },
      },
      errorHandler: sendOAuthError,
      onRequest: (request) => addresses.count(request),
    },
    async (request, reply) => {
      const { client_id = 'device', label = client_id, scope } = request.body;
      const login = await startLogin(db, { label: printable(label).slice(0, 100), scopes: scopesIn(scope) });
      if (!login) throw unavailable('too many logins wait for their user', { seconds: 60 });
      const page = `${originOf(request, settings)}/account/device`;
      return reply.header('cache-control', 'no-store').send({
        device_code: login.deviceCode,
        user_code: login.userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${login.userCode}`,
        expires_in: loginLifetime,
        interval: login.interval,
      });
    },
  );

  app.post(
    '/device/token',
    {
      bodyLimit,
      schema: {
        summary: 'Get the API key of a device once its user has approved the login (RFC 8628)',
        body: TokenRequest,
        response: {
          200: Token,
          400: oauthErrors(...Object.keys(descriptions), 'invalid_request', 'unsupported_grant_type'),
          ...openProblems(413),
        },
      },
      errorHandler: sendOAuthError,
      onRequest: (request) => addresses.check(request),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const poll = await pollLogin(db, request.body.device_code);
      if ('error' in poll) {
        const { error } = poll;
        // A code that was guessed; a device knows its own.
        if (error === 'invalid_grant') await addresses.count(request);
        return reply.code(400).send({ error, error_description: descriptions[error] });
      }
      return { access_token: poll.key, token_type: 'Bearer' as const, scope: poll.scopes.join(' ') };
    },
  );
}

function oauthErrors(...codes: readonly string[]) {
  return { description: codes.join(', '), content: { 'application/json': { schema: OAuthError } } };
}

/** Clients of the device flow know only these errors of a wrong request (RFC 6749, section 5.2; RFC 8628, section 3.2). */
function sendOAuthError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { error, errors = [] } = toHttpError(thrown, request);
  if (error.code !== 'INVALID_PAYLOAD') throw thrown;
  const wrong = new Set(errors.map(({ pointer }) => pointer));
  const grantOrScope = wrong.has('#/grant_type') ? 'unsupported_grant_type' : wrong.has('#/scope') && 'invalid_scope';
  return reply.code(400).send({ error: grantOrScope || 'invalid_request', error_description: error.message });
}

/** @throws {HttpError} INVALID_PAYLOAD */
function scopesIn(text: string | undefined): readonly Scope[] {
  const names = (text ?? '').split(' ').filter((name) => name !== '');
  if (names.length === 0) return defaultScopes;
  return names.map((name) => {
    const scope = scopes.find((each) => each === name);
    if (scope) return scope;
    throw invalidRequest([{ pointer: '#/scope', detail: `must be one or more of ${scopes.join(', ')}` }]);
  });
}
