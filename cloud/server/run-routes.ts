import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../kernel/errors.ts';
import { bodyLimit } from '../settings.ts';
import { RunFeed } from '../store/run-feed.ts';
import { isFinal, listRuns, readRun } from '../store/runs.ts';
import type { Admission } from './admission.ts';
import { callerOf } from './caller.ts';
import { cancelAndCount } from './cancel-run.ts';
import type { CloudContext } from './cloud-context.ts';
import { createAndCount } from './create-and-count.ts';
import { readPage } from './cursor.ts';
import { assertFileCount, idempotencyKeyOf, toNewRun } from './new-run.ts';
import { problems } from './route-problems.ts';
import { originOf, runRecord } from './run-record.ts';
import { IdempotencyHeader, RunList, RunListQuery, RunParams, RunRecord, RunRequest, WaitQuery } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';
import type { Watchers } from './watchers.ts';

/** Routes to create, get, list and cancel runs. */
export function runRoutes(
  instance: FastifyInstance,
  cloud: CloudContext,
  { watchers, admission }: { watchers: Watchers; admission: Admission },
): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const { settings, kernel, pluginNames } = cloud;
  const db = cloud.database.kysely;
  const feed = new RunFeed(db);
  const origin = (request: FastifyRequest) => originOf(request, settings);

  app.post(
    '/runs',
    {
      config: { scope: 'verify' },
      bodyLimit: bodyLimit(settings.upload),
      schema: {
        summary: 'Create a run',
        body: RunRequest,
        headers: IdempotencyHeader,
        response: { 201: RunRecord, ...problems(402, 409, 413, 422, 429, 501, 503) },
      },
      // Before the body is read.
      onRequest: () => admission.admit(),
      preValidation: async ({ body }) => assertFileCount(body, settings.upload),
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const key = idempotencyKeyOf(request);
      const newRun = toNewRun(request.body, { kernel, limits: settings.upload, pluginNames });
      const options = { accountId, newRun, cost: settings.runCost, key };
      const { run, replayed } = await createAndCount(cloud, request.log, options);
      const record = runRecord(run, origin(request));
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(201).header('location', record.links.self).send(record);
    },
  );

  app.get(
    '/runs/:runId',
    {
      schema: {
        summary: 'Get a run; with `wait`, once its status changes',
        params: RunParams,
        querystring: WaitQuery,
        response: { 200: RunRecord, ...problems(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { accountId } = caller;
      let run = await readRun(db, accountId, request.params.runId);
      const { id, status } = run;
      const { wait = 0 } = request.query;
      if (wait === 0 || isFinal(status)) return runRecord(run, origin(request));
      using updates = cloud.updates.subscribe(id);
      // It may have changed before the subscription.
      run = await readRun(db, accountId, id);
      const signal = watchers.add(reply, caller, 'wait');
      const until = performance.now() + wait * 1000;
      while (run.status === status && !isFinal(status) && performance.now() < until && !signal.aborted) {
        await updates.next(until - performance.now(), signal);
        run = await feed.run(accountId, id);
      }
      if (signal.reason instanceof ServiceError) throw signal.reason;
      return runRecord(run, origin(request));
    },
  );

  app.get(
    '/runs',
    {
      schema: {
        summary: 'List the runs of the account, newest first',
        querystring: RunListQuery,
        response: { 200: RunList, ...problems(422) },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const { limit = 20, cursor, package: packageName } = request.query;
      const { page, next: nextCursor } = await readPage({ limit, cursor }, (wanted) =>
        listRuns(db, accountId, { ...wanted, packageName }),
      );
      const runs = page.map((run) => runRecord(run, origin(request)));
      return { runs, ...(nextCursor !== undefined && { nextCursor }) };
    },
  );

  app.post(
    '/runs/:runId/cancel',
    {
      config: { scope: 'verify' },
      schema: {
        summary: 'Cancel a run',
        params: RunParams,
        response: { 200: RunRecord, 202: RunRecord, ...problems(404, 409) },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { run, hadEnded } = await cancelAndCount(cloud, accountId, request.params.runId);
      return reply.code(hadEnded ? 200 : 202).send(runRecord(run, origin(request)));
    },
  );
}
