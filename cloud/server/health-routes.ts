import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { CloudContext } from './cloud-context.ts';
import { unavailable } from './problem.ts';

/** Milliseconds that the database may take to answer a server that is ready. */
const patience = 2_000;

const Health = Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false });

/** What these routes work with: workers have it, too. */
export type HealthContext = Pick<CloudContext, 'database' | 'metrics' | 'draining'>;

/** Whether the process lives, whether it should get requests, and what it has counted. */
export function healthRoutes(app: FastifyInstance, { database, metrics, draining }: HealthContext): void {
  app.get('/healthz', { schema: { summary: 'The process lives', response: { 200: Health } } }, async () => ({
    status: 'ok',
  }));
  app.get(
    '/readyz',
    {
      schema: {
        summary: 'The server takes requests: 503 when its database is away or it drains',
        response: { 200: Health },
      },
    },
    async () => {
      if (draining.aborted) throw unavailable('it is about to stop');
      const late = AbortSignal.timeout(patience);
      const answered = database.ping().then(
        () => true,
        () => false,
      );
      const tooLate = new Promise<boolean>((resolve) => late.addEventListener('abort', () => resolve(false)));
      if (!(await Promise.race([answered, tooLate]))) throw unavailable('its database can not be reached');
      return { status: 'ok' };
    },
  );
  app.get(
    '/metrics',
    {
      schema: {
        summary: 'Prometheus metrics',
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) => {
      const { type, text } = await metrics.text();
      return reply.type(type).serializer(String).send(text);
    },
  );
}
