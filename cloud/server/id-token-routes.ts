import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { exchangeIdToken } from '../store/trusted-repositories.ts';
import type { AddressLimit } from './address-limit.ts';
import type { CloudContext } from './cloud-context.ts';
import { IdTokenVerifier } from './id-token-verifier.ts';
import { keyRecord } from './key-record.ts';
import { openProblems } from './route-problems.ts';
import { originOf } from './run-record.ts';
import { CreatedKey } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';

/** Bytes; a token of GitHub has about 2,000. */
const maxToken = 8_192;

const ExchangeRequest = Type.Object(
  {
    accountId: Type.String({ minLength: 1, maxLength: 64, description: 'The account that trusts the repository' }),
    idToken: Type.String({ minLength: 1, maxLength: maxToken, description: 'Its audience is the URL of this cloud' }),
  },
  { additionalProperties: false },
);

/** The route with which GitHub Actions get a key of an account that trusts their repository. */
export function idTokenRoutes(
  instance: FastifyInstance,
  { database, settings }: CloudContext,
  { addresses }: { addresses: AddressLimit },
): void {
  const verifier = new IdTokenVerifier(settings.idTokenIssuer);
  instance.withTypeProvider<SchemaTypes>().post(
    '/keys/exchange',
    {
      bodyLimit: maxToken + 1_024,
      schema: {
        summary:
          'Exchange an ID token of GitHub Actions for an API key with the scope `verify` that expires in 2 hours',
        body: ExchangeRequest,
        response: { 201: CreatedKey, ...openProblems(400, 413, 422) },
      },
      onRequest: (request) => addresses.count(request),
    },
    async (request, reply) => {
      const { accountId, idToken } = request.body;
      const token = await verifier.verify(idToken, originOf(request, settings));
      const { key: apiKey, record } = await exchangeIdToken(database.kysely, accountId, token);
      request.log.info({ accountId, keyId: record.id, idToken: token }, 'ID token exchanged');
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...keyRecord(record), apiKey });
    },
  );
}
