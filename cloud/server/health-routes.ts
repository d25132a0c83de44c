import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { TimeLimit } from '../../runner/time-limit.ts';
import { untilAborted } from '../../runner/until-aborted.ts';
import type { CloudContext } from './cloud-context.ts';
import { unavailable } from './problem.ts';

/** Seconds within which the database must respond for the server to be ready. */
const pingTimeout = 2;

const Health = Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false });

export type HealthContext = Pick<CloudContext, 'database' | 'metrics' | 'draining'>;

/** Liveness, readiness and metrics, of servers and of workers. */
export function healthRoutes(app: FastifyInstance, { database, metrics, draining }: HealthContext): void {
  app.get(
    '/healthz',
    { schema: { summary: 'Check that the process is alive', response: { 200: Health } } },
    async () => ({
      status: 'ok',
    }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        summary: 'Check that the process is ready; 503 while it shuts down or the database is unreachable',
        response: { 200: Health },
      },
    },
    async () => {
      if (draining.aborted) throw unavailable('it is shutting down');
      using limit = new TimeLimit(pingTimeout);
      await untilAborted(limit.signal, database.ping()).catch(() => {
        throw unavailable('the database is unreachable');
      });
      return { status: 'ok' };
    },
  );
  app.get(
    '/metrics',
    {
      schema: {
        summary: 'Get metrics in the text format of Prometheus',
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) => {
      const { type, text } = await metrics.text();
      return reply.type(type).serializer(String).send(text);
    },
  );
}
