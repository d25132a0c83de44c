import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { pageRoutes } from '../pages/page-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { limitAddresses } from './address-limit.ts';
import { boundBodies } from './body-budget.ts';
import { answerBrokenRequest, answerFrameworkError } from './broken-request.ts';
import { requireKey } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { acceptEmptyJson } from './empty-json.ts';
import { acceptGzip } from './gunzip-body.ts';
import { healthRoutes } from './health-routes.ts';
import { HeldAnswers } from './held-answers.ts';
import { logRoutes } from './log-routes.ts';
import { LogStreams } from './log-streams.ts';
import { OpenKeys } from './open-keys.ts';
import { answerProblems } from './problem.ts';
import { limitRates } from './rate-limit.ts';
import { resultRoutes } from './result-routes.ts';
import { apiBase } from './run-record.ts';
import { runRoutes } from './run-routes.ts';
import { validateBySchemas } from './validation.ts';

/** Milliseconds in which the head of a request must have arrived. */
const slowestHeaders = 60_000;
/** How often requests that have not arrived are looked at, within the time that they have. */
const looks = 4;

/** The HTTP API of CONTRACT 1, and the pages. */
export async function buildServer(cloud: CloudContext): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = cloud.logger.child({}, { serializers: { req: requestForLog } });
  const keys = await OpenKeys.start(cloud.database, (err) => cloud.logger.warn({ err }, 'keys could not be checked'));
  const held = new HeldAnswers(cloud, keys);
  const streams = new LogStreams(cloud, held);
  const requestTimeout = cloud.settings.requestSeconds * 1000;
  const app = Fastify({
    loggerInstance,
    requestTimeout,
    // Who is not named here may write any address into X-Forwarded-For.
    trustProxy: cloud.settings.trustedProxies ? [...cloud.settings.trustedProxies] : false,
    http: {
      headersTimeout: Math.min(requestTimeout, slowestHeaders),
      connectionsCheckingInterval: Math.ceil(requestTimeout / looks),
    },
    genReqId: ({ headers }) => callersId(headers['x-request-id']) ?? randomUUID(),
    return503OnClosing: false,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerBrokenRequest,
  });
  app.addHook('onClose', () => keys.close());
  app.server.maxConnections = cloud.settings.connections;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'unknown' } = request.routeOptions;
    if (url.endsWith('/logs')) return;
    const labels = { method: request.method, route: url, status: reply.statusCode };
    cloud.metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
  });
  answerProblems(app);
  const addresses = await limitAddresses(app, { perMinute: cloud.settings.addressRequestsPerMinute });
  validateBySchemas(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'service', description: 'Cloud verification of software projects', version: '1' },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    },
  });
  app.register(async (root) => {
    healthRoutes(root, cloud);
    root.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  });
  app.register(
    async (api) => {
      requireKey(api, cloud.database.kysely, addresses);
      await limitRates(api, { perMinute: cloud.settings.requestsPerMinute });
      boundBodies(api, cloud.settings.bodyBytes, cloud.metrics.bodyBytes);
      acceptGzip(api);
      acceptEmptyJson(api);
      api.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, security: [{ key: [] }] };
      });
      runRoutes(api, cloud, { held });
      logRoutes(api, cloud, { streams });
      resultRoutes(api, cloud);
      accountRoutes(api, cloud);
    },
    { prefix: apiBase },
  );
  app.register(async (pages) => pageRoutes(pages, cloud, { streams, addresses }));
  return app;
}

/** The caller's own id of a request, where it is one (CONTRACT 1). */
function callersId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header) ? header : undefined;
}

/** What the log says of a request: not its query, because that of a page carries the page's token. */
function requestForLog({ method, url, ip }: FastifyRequest) {
  return { method, path: url.replace(/\?.*$/s, ''), remoteAddress: ip };
}
