import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import { ServiceError, serviceError } from '../../kernel/errors.ts';
import { parsePackageReference } from '../../runner/source/package-reference.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import type { SchemaTypes } from '../server/validation.ts';
import { packageVerdict } from '../store/package-verdict.ts';
import type { Tables } from '../store/tables.ts';
import { badge } from './badge.ts';

const file = Type.String({ maxLength: 256 });
const BadgeParams = Type.Object({ file });
const ScopedBadgeParams = Type.Object({ scope: file, file });

/** Seconds for which an image may be cached. */
const maxAge = 300;

/** `/badges/<package>.svg`: the last verdict on a published package, for everyone. */
export function badgeRoutes(instance: FastifyInstance, { database }: Pick<CloudContext, 'database'>): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const db = database.kysely;
  app.get('/badges/:file', { schema: { params: BadgeParams } }, ({ params }, reply) =>
    sendBadge(reply, db, params.file),
  );
  app.get('/badges/:scope/:file', { schema: { params: ScopedBadgeParams } }, ({ params }, reply) =>
    sendBadge(reply, db, `${params.scope}/${params.file}`),
  );
}

async function sendBadge(reply: FastifyReply, db: Kysely<Tables>, path: string): Promise<FastifyReply> {
  const verdict = await packageVerdict(db, packageNamed(path));
  return (
    reply
      .header('cache-control', `public, max-age=${maxAge}`)
      // Pages of other sites show it.
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/svg+xml; charset=utf-8')
      .send(badge(verdict === undefined ? 'none' : verdict === 'success' ? 'passed' : 'failed'))
  );
}

/** @throws {ServiceError} NOT_FOUND for what is not `<package>.svg` */
function packageNamed(path: string): string {
  const [, reference = ''] = /^(.+)\.svg$/.exec(path) ?? [];
  try {
    const { name } = parsePackageReference(reference);
    if (name === reference) return name;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  throw serviceError('NOT_FOUND', { what: 'This badge' });
}
