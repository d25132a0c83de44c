import Fastify, { type FastifyInstance } from 'fastify';
import { type HealthContext, healthRoutes } from './health-routes.ts';
import { answerProblems } from './problem.ts';
import { validateBySchemas } from './validation.ts';

/** Bytes of a body, seconds and connections: nobody sends anything here, and few ask. */
const bodyLimit = 1_024;
const requestTimeout = 10_000;
const connections = 100;

/** Answers /healthz, /readyz and /metrics, for a process that serves no API. */
export function buildHealthServer(context: HealthContext): FastifyInstance {
  const app = Fastify({ bodyLimit, requestTimeout, http: { headersTimeout: requestTimeout } });
  app.server.maxConnections = connections;
  answerProblems(app);
  validateBySchemas(app);
  healthRoutes(app, context);
  return app;
}
