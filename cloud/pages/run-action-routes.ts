import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { serviceError } from '../../kernel/errors.ts';
import type { Admission } from '../server/admission.ts';
import { cancelAndCount } from '../server/cancel-run.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import { createAndCount } from '../server/create-and-count.ts';
import { toNewRun } from '../server/new-run.ts';
import { RunParams } from '../server/schemas.ts';
import type { SchemaTypes } from '../server/validation.ts';
import { readRun } from '../store/runs.ts';
import { AccountSession } from './account-session.ts';
import { assertSameSite, maxFormBytes } from './forms.ts';
import { runPage } from './run-page.ts';
import { readRunView } from './run-view.ts';

const RunAgain = Type.Object({ once: Type.String({ pattern: '^[0-9a-f-]{36}$' }) });

/** The page of a run for its account: the same with buttons to cancel it and to run it again. */
export function runActionRoutes(
  instance: FastifyInstance,
  cloud: CloudContext,
  { admission }: { admission: Admission },
): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const { settings, kernel, pluginNames } = cloud;
  const db = cloud.database.kysely;
  const session = new AccountSession(cloud);
  const pageOf = (runId: string) => `/account/runs/${encodeURIComponent(runId)}`;

  /** Who may act on a run with a form of its page; undefined after answering with the sign-in form. */
  const actorOf = (request: FastifyRequest, reply: FastifyReply, runId: string) => {
    assertSameSite(request, settings);
    return session.signedIn(request, reply, { next: pageOf(runId), scope: 'verify' });
  };

  app.get('/account/runs/:runId', { schema: { params: RunParams } }, async (request, reply) => {
    const { runId } = request.params;
    const caller = await session.signedIn(request, reply, { next: pageOf(runId) });
    if (!caller) return reply;
    const run = await readRun(db, caller.accountId, runId);
    const actions = { once: randomUUID(), allowed: caller.scopes.includes('verify') };
    return reply.send(runPage({ ...(await readRunView(cloud, run)), actions }));
  });

  app.post(
    '/account/runs/:runId/cancel',
    { bodyLimit: maxFormBytes, schema: { params: RunParams } },
    async (request, reply) => {
      const { runId } = request.params;
      const caller = await actorOf(request, reply, runId);
      if (!caller) return reply;
      const { accountId } = caller;
      const { run } = await cancelAndCount(cloud, accountId, runId);
      return reply.redirect(pageOf(run.id), 303);
    },
  );

  app.post(
    '/account/runs/:runId/again',
    { bodyLimit: maxFormBytes, schema: { params: RunParams, body: RunAgain } },
    async (request, reply) => {
      const { runId } = request.params;
      const caller = await actorOf(request, reply, runId);
      if (!caller) return reply;
      const { accountId } = caller;
      const { projectType, packageRef, ref, ruleset, timeout } = await readRun(db, accountId, runId);
      if (packageRef === undefined)
        throw serviceError('INVALID_PAYLOAD', { reason: 'The cloud deletes the uploaded files when a run ends' });
      await admission.admit();
      const body = { projectType, packageRef, timeout, ...(ref !== undefined && { ref }), ...(ruleset && { ruleset }) };
      const newRun = toNewRun(body, { kernel, limits: settings.upload, pluginNames });
      // A form that is sent twice creates one run.
      const key = `page-${request.body.once}`;
      const options = { accountId, newRun, cost: settings.runCost, key };
      const { run } = await createAndCount(cloud, request.log, options);
      return reply.redirect(pageOf(run.id), 303);
    },
  );
}
