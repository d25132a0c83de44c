import type { FastifyError, FastifyInstance } from 'fastify';
import type { AddressLimit } from '../server/address-limit.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import type { LogStreams } from '../server/log-streams.ts';
import { toHttpError, toProblem } from '../server/problem.ts';
import { accountPageRoutes } from './account-page-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import { errorPage } from './error-page.ts';
import { guardPages } from './page-headers.ts';
import { runPageRoutes } from './run-page-routes.ts';

/** What people look at with a browser. It is no part of the API: its description leaves these routes out. */
export async function pageRoutes(
  app: FastifyInstance,
  cloud: CloudContext,
  parts: { streams: LogStreams; addresses: AddressLimit },
): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  guardPages(app);
  app.addHook('onRequest', (request) => parts.addresses.count(request));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toHttpError(error, request);
    if (refusal.error.code === 'RUNNER_ERROR') request.log.error({ err: error }, 'page failed');
    if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
    const problem = toProblem(refusal.error, request.id);
    return reply.code(problem.status).type('text/html; charset=utf-8').send(errorPage(problem));
  });
  app.get('/', async (_request, reply) => reply.redirect('/account'));
  await assetRoutes(app);
  runPageRoutes(app, cloud, parts);
  accountPageRoutes(app, cloud);
}
