import { readFile } from 'node:fs/promises';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { AddressLimit } from '../server/address-limit.ts';
import type { Admission } from '../server/admission.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import type { LogStreams } from '../server/log-streams.ts';
import { logFailure, toHttpError, toProblem } from '../server/problem.ts';
import { accountPageRoutes } from './account-page-routes.ts';
import { badgeRoutes } from './badge-routes.ts';
import { devicePageRoutes } from './device-page-routes.ts';
import { errorPage } from './error-page.ts';
import { acceptForms } from './forms.ts';
import { packagePageRoutes } from './package-page-routes.ts';
import { runActionRoutes } from './run-action-routes.ts';
import { runPageRoutes } from './run-page-routes.ts';

/** The pages for browsers. They are not part of the API and not in /openapi.json. */
export async function pageRoutes(
  app: FastifyInstance,
  cloud: CloudContext,
  parts: { streams: LogStreams; addresses: AddressLimit; admission: Admission },
): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  setPageHeaders(app);
  app.addHook('onRequest', (request) => parts.addresses.count(request));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const httpError = toHttpError(error, request);
    logFailure(request, error, httpError);
    if (httpError.retryAfter !== undefined) reply.header('retry-after', httpError.retryAfter);
    const problem = toProblem(httpError.error, request.id);
    return reply.code(problem.status).type('text/html; charset=utf-8').send(errorPage(problem));
  });
  app.get('/', async (_request, reply) => reply.redirect('/account'));
  await assetRoutes(app);
  badgeRoutes(app, cloud);
  runPageRoutes(app, cloud, parts);
  acceptForms(app);
  accountPageRoutes(app, cloud);
  devicePageRoutes(app, cloud);
  runActionRoutes(app, cloud, parts);
  packagePageRoutes(app, cloud);
}

const types = {
  'page.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'filter.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** The style, script and icon of the pages, read once. */
async function assetRoutes(app: FastifyInstance): Promise<void> {
  for (const [name, type] of Object.entries(types)) {
    const content = await readFile(new URL(`./assets/${name}`, import.meta.url));
    app.get(`/assets/${name}`, async (_request, reply) =>
      // Short, because a new version of the server may change them.
      reply.header('cache-control', 'public, max-age=300').type(type).send(content),
    );
  }
}

/** Allows our own style, script and images, and requests to this server. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** For every response of the pages, including errors and downloads. URLs contain tokens: no referrer, no cache, no index. */
const headers = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

function setPageHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
