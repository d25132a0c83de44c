import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { printable } from '../../kernel/printable.ts';
import { listTrusted, removeTrusted, type TrustedRepository, trustRepository } from '../store/trusted-repositories.ts';
import { callerOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { problems } from './route-problems.ts';
import { closed, time } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';

const name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 256, pattern: '^[^\\u0000-\\u001f\\u007f]*$', description }));

const RepositoryRequest = Type.Object(
  {
    repository: Type.String({
      maxLength: 256,
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*/[A-Za-z0-9._-]+$',
      description: '`owner/name` on GitHub',
    }),
    branch: name('Trust only this branch; all branches, tags and pull requests when absent'),
    environment: name('Trust only jobs of this environment'),
  },
  closed,
);

const RepositoryRecord = Type.Object(
  {
    trustedRepositoryId: Type.String(),
    repository: Type.String(),
    branch: Type.Optional(Type.String()),
    environment: Type.Optional(Type.String()),
    githubId: Type.Optional(Type.String({ description: "GitHub's ID of the repository, known from its first token" })),
    createdAt: time('Creation time'),
  },
  closed,
);

const RepositoryList = Type.Object({ repositories: Type.Array(RepositoryRecord) }, closed);
const RepositoryParams = Type.Object({ trustedRepositoryId: Type.String() });

const config = { scope: 'admin' } as const;

/** Routes to manage the repositories whose GitHub Actions get keys of the account. */
export function repositoryRoutes(instance: FastifyInstance, { database }: CloudContext): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = database.kysely;

  app.get(
    '/repositories',
    {
      config,
      schema: {
        summary: 'List the repositories that the account trusts, oldest first',
        response: { 200: RepositoryList, ...problems() },
      },
    },
    async (request) => ({ repositories: (await listTrusted(db, callerOf(request).accountId)).map(repositoryRecord) }),
  );

  app.post(
    '/repositories',
    {
      config,
      schema: {
        summary: 'Trust a repository: its GitHub Actions get keys of the account',
        body: RepositoryRequest,
        response: { 201: RepositoryRecord, ...problems(413, 422) },
      },
    },
    async (request, reply) => {
      const { accountId, keyId } = callerOf(request);
      const trusted = await trustRepository(db, accountId, request.body);
      request.log.info({ accountId, keyId, trusted }, 'repository trusted');
      return reply.code(201).send(repositoryRecord(trusted));
    },
  );

  app.post(
    '/repositories/:trustedRepositoryId/remove',
    {
      config,
      schema: {
        summary: 'Stop trusting a repository, and revoke its keys',
        params: RepositoryParams,
        response: { 200: RepositoryRecord, ...problems(404) },
      },
    },
    async (request) => {
      const { accountId, keyId } = callerOf(request);
      const removed = await removeTrusted(db, accountId, request.params.trustedRepositoryId);
      request.log.info({ accountId, keyId, removed }, 'repository no longer trusted');
      return repositoryRecord(removed);
    },
  );
}

function repositoryRecord(trusted: TrustedRepository): Static<typeof RepositoryRecord> {
  const { id, repository, branch, environment, githubId, createdAt } = trusted;
  return {
    trustedRepositoryId: id,
    repository,
    ...(branch !== undefined && { branch: printable(branch) }),
    ...(environment !== undefined && { environment: printable(environment) }),
    ...(githubId !== undefined && { githubId }),
    createdAt: createdAt.toISOString(),
  };
}
