import Fastify, { type FastifyInstance } from 'fastify';
import { type HealthContext, healthRoutes } from './health-routes.ts';
import { handleErrors } from './problem.ts';
import { validateBySchemas } from './validation.ts';

/** Bytes. */
const bodyLimit = 1_024;
/** Milliseconds. */
const requestTimeout = 10_000;
const maxConnections = 100;

/** Serves /healthz, /readyz and /metrics for a process without the API. */
export function buildHealthServer(context: HealthContext): FastifyInstance {
  const app = Fastify({ bodyLimit, requestTimeout, http: { headersTimeout: requestTimeout } });
  app.server.maxConnections = maxConnections;
  handleErrors(app);
  validateBySchemas(app);
  healthRoutes(app, context);
  return app;
}
