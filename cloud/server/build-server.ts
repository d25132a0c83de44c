import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { pageRoutes } from '../pages/page-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { limitAddresses } from './address-limit.ts';
import { Admission } from './admission.ts';
import { batchRoutes } from './batch-routes.ts';
import { limitBodies } from './body-budget.ts';
import { answerBrokenRequest, answeredHere, answerFrameworkError, answerUnusualRequests } from './broken-request.ts';
import { requireKey, scopeOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { deviceRoutes } from './device-routes.ts';
import { acceptGzip } from './gunzip-body.ts';
import { healthRoutes } from './health-routes.ts';
import { idTokenRoutes } from './id-token-routes.ts';
import { acceptJson } from './json-body.ts';
import { KeyRevocations } from './key-revocations.ts';
import { keyRoutes } from './key-routes.ts';
import { logRoutes } from './log-routes.ts';
import { LogStreams } from './log-streams.ts';
import { handleErrors } from './problem.ts';
import { limitRates } from './rate-limit.ts';
import { repositoryRoutes } from './repository-routes.ts';
import { resultRoutes } from './result-routes.ts';
import { apiBase } from './run-record.ts';
import { runRoutes } from './run-routes.ts';
import { validateBySchemas } from './validation.ts';
import { Watchers } from './watchers.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** Milliseconds within which the headers of a request must arrive. */
const maxHeadersTimeout = 60_000;
/** How often request timeouts are checked within one timeout. */
const checksPerTimeout = 4;

/** The HTTP API of CONTRACT 1, and the pages. */
export async function buildServer(cloud: CloudContext): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = cloud.logger.child({}, { serializers: { req: requestForLog } });
  const onError = (err: Error) => cloud.logger.warn({ err }, 'could not check for revoked keys');
  const revocations = await KeyRevocations.start(cloud.database, onError);
  const watchers = new Watchers(cloud, revocations);
  const streams = new LogStreams(cloud, watchers);
  const admission = new Admission(cloud);
  const requestTimeout = cloud.settings.requestSeconds * 1000;
  const app = Fastify({
    loggerInstance,
    requestTimeout,
    // Anyone else could write any address into X-Forwarded-For.
    trustProxy: cloud.settings.trustedProxies ? [...cloud.settings.trustedProxies] : false,
    http: {
      ...answeredHere,
      headersTimeout: Math.min(requestTimeout, maxHeadersTimeout),
      connectionsCheckingInterval: Math.ceil(requestTimeout / checksPerTimeout),
    },
    genReqId: ({ headers }) => validRequestId(headers['x-request-id']) ?? randomUUID(),
    return503OnClosing: false,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerBrokenRequest,
  });
  app.addHook('onClose', () => revocations.close());
  app.server.maxConnections = cloud.settings.connections;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  answerUnusualRequests(app);
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'unknown' } = request.routeOptions;
    if (url.endsWith('/logs')) return;
    const labels = { method: request.method, route: url, status: reply.statusCode };
    cloud.metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
  });
  handleErrors(app);
  const addresses = await limitAddresses(app, { perMinute: cloud.settings.addressRequestsPerMinute });
  validateBySchemas(app);
  acceptJson(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'service', description: 'Verifies software projects before they are published', version: '1' },
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
      limitBodies(api, cloud.settings.bodyBytes, cloud.metrics.bodyBytes);
      acceptGzip(api);
      api.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, security: [{ key: [scopeOf(route)] }] };
      });
      runRoutes(api, cloud, { watchers, admission });
      logRoutes(api, cloud, { streams });
      resultRoutes(api, cloud);
      accountRoutes(api, cloud);
      batchRoutes(api, cloud, { admission });
      keyRoutes(api, cloud);
      repositoryRoutes(api, cloud);
      webhookRoutes(api, cloud);
    },
    { prefix: apiBase },
  );
  app.register(async (open) => deviceRoutes(open, cloud, { addresses }), { prefix: apiBase });
  app.register(async (open) => idTokenRoutes(open, cloud, { addresses }), { prefix: apiBase });
  app.register(async (pages) => pageRoutes(pages, cloud, { streams, addresses, admission }));
  return app;
}

/** The caller's request id, if it is valid (CONTRACT 1). */
function validRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header) ? header : undefined;
}

/** What is logged of a request. Not the query: page URLs carry a token in it. */
function requestForLog({ method, url, ip }: FastifyRequest) {
  return { method, path: url.replace(/\?.*/s, ''), remoteAddress: ip };
}
