import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../kernel/errors.ts';
import { bodyLimit } from '../settings.ts';
import { createRun } from '../store/create-run.ts';
import { QueueLimit } from '../store/queue-limit.ts';
import { cancelRun } from '../store/run-attempts.ts';
import { RunFeed } from '../store/run-feed.ts';
import { isFinal, listRuns, readRun } from '../store/runs.ts';
import { callerOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { idempotencyKeyOf, toNewRun } from './new-run.ts';
import { unavailable } from './problem.ts';
import { problems } from './route-problems.ts';
import { originOf, runRecord } from './run-record.ts';
import { IdempotencyHeader, ListQuery, RunList, RunParams, RunRecord, RunRequest, WaitQuery } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';
import type { Watchers } from './watchers.ts';

/** Routes to create, get, list and cancel runs. */
export function runRoutes(instance: FastifyInstance, cloud: CloudContext, { watchers }: { watchers: Watchers }): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const { settings, kernel, queue, metrics, draining } = cloud;
  const db = cloud.database.kysely;
  const feed = new RunFeed(db);
  const queueLimit = new QueueLimit(db, settings.queue);
  const origin = (request: FastifyRequest) => originOf(request, settings);

  app.post(
    '/runs',
    {
      bodyLimit: bodyLimit(settings.upload),
      schema: {
        summary: 'Create a run',
        body: RunRequest,
        headers: IdempotencyHeader,
        response: { 201: RunRecord, ...problems(402, 409, 413, 422, 429, 501, 503) },
      },
      // Before the body is read.
      onRequest: async () => {
        if (draining.aborted) throw unavailable('it is shutting down');
        if (!(await queueLimit.reserve())) throw unavailable('the queue is full', { seconds: 30 });
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const key = idempotencyKeyOf(request);
      const newRun = toNewRun(request.body, { kernel, limits: settings.upload });
      const { run, replayed } = await createRun(db, queue, { accountId, newRun, cost: settings.runCost, key });
      const record = runRecord(run, origin(request));
      if (replayed) reply.header('idempotent-replayed', 'true');
      else {
        metrics.runsCreated.inc();
        request.log.info({ runId: run.id, accountId }, 'run created');
      }
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
        response: { 200: RunRecord, ...problems(404, 422) },
      },
    },
    async (request, reply) => {
      const { accountId, keyId } = callerOf(request);
      const { runId } = request.params;
      using updates = cloud.updates.subscribe(runId);
      let run = await readRun(db, accountId, runId);
      const { status } = run;
      const { wait = 0 } = request.query;
      if (wait === 0 || isFinal(status)) return runRecord(run, origin(request));
      const signal = watchers.add(reply, { accountId, keyId }, 'wait');
      const until = performance.now() + wait * 1000;
      while (run.status === status && !isFinal(status) && performance.now() < until && !signal.aborted) {
        await updates.next(until - performance.now(), signal);
        run = await feed.run(accountId, runId);
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
        querystring: ListQuery,
        response: { 200: RunList, ...problems(422) },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const { limit = 20, cursor } = request.query;
      const before = cursor === undefined ? undefined : readCursor(cursor);
      const runs = await listRuns(db, accountId, { limit: limit + 1, before });
      const page = runs.slice(0, limit);
      const last = page.at(-1);
      const records = page.map((run) => runRecord(run, origin(request)));
      return { runs: records, ...(runs.length > limit && last && { nextCursor: writeCursor(last.number) }) };
    },
  );

  app.post(
    '/runs/:runId/cancel',
    {
      schema: {
        summary: 'Cancel a run',
        params: RunParams,
        response: { 200: RunRecord, 202: RunRecord, ...problems(404) },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const before = await readRun(db, accountId, request.params.runId);
      const run = isFinal(before.status) ? before : await cancelRun(db, accountId, before.id);
      // A running run is ended, and counted, by its worker.
      if (before.status === 'queued' && isFinal(run.status) && run.attempt === before.attempt) metrics.ended(run);
      return reply.code(isFinal(before.status) ? 200 : 202).send(runRecord(run, origin(request)));
    },
  );
}
