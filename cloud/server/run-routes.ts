import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../kernel/errors.ts';
import { bodyLimit } from '../settings.ts';
import { createRun } from '../store/create-run.ts';
import { QueueRoom } from '../store/queue-room.ts';
import { cancelRun } from '../store/run-attempts.ts';
import { RunFeed } from '../store/run-feed.ts';
import { isFinal, listRuns, readRun } from '../store/runs.ts';
import { callerOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { HeldAnswers } from './held-answers.ts';
import { unavailable } from './problem.ts';
import { problems } from './route-problems.ts';
import { idempotencyKeyOf, orderOf } from './run-order.ts';
import { originOf, runRecord } from './run-record.ts';
import { IdempotencyHeader, ListQuery, RunList, RunParams, RunRecord, RunRequest, WaitQuery } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';

/** Runs: create, look at, list, cancel. */
export function runRoutes(instance: FastifyInstance, cloud: CloudContext, { held }: { held: HeldAnswers }): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const { settings, kernel, queue, metrics, draining } = cloud;
  const db = cloud.database.kysely;
  const feed = new RunFeed(db);
  const room = new QueueRoom(db, settings.queue);
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
        if (draining.aborted) throw unavailable('it is about to stop');
        if (!(await room.take())) throw unavailable('too many runs are waiting', { seconds: 30 });
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const key = idempotencyKeyOf(request);
      const order = orderOf(request.body, { kernel, limits: settings.upload });
      const { run, replayed } = await createRun(db, queue, { accountId, order, cost: settings.runCost, key });
      const record = runRecord(run, origin(request));
      if (replayed) reply.header('idempotent-replayed', 'true');
      else {
        metrics.runsCreated.inc();
        request.log.info({ runId: run.id, accountId }, 'the run was created');
      }
      return reply.code(201).header('location', record.links.self).send(record);
    },
  );

  app.get(
    '/runs/:runId',
    {
      schema: {
        summary: 'Look at a run; with `wait`, until its status changes',
        params: RunParams,
        querystring: WaitQuery,
        response: { 200: RunRecord, ...problems(404, 422) },
      },
    },
    async (request, reply) => {
      const { accountId, keyId } = callerOf(request);
      const { runId } = request.params;
      using watch = cloud.watch.watch(runId);
      let run = await readRun(db, accountId, runId);
      const { status } = run;
      const { wait = 0 } = request.query;
      if (wait === 0 || isFinal(status)) return runRecord(run, origin(request));
      const signal = held.hold(reply, { accountId, keyId }, 'wait');
      const until = performance.now() + wait * 1000;
      while (run.status === status && !isFinal(status) && performance.now() < until && !signal.aborted) {
        await watch.news(until - performance.now(), signal);
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
      // One that was running is ended, and counted, by its worker.
      if (before.status === 'queued' && isFinal(run.status) && run.attempt === before.attempt) metrics.ended(run);
      return reply.code(isFinal(before.status) ? 200 : 202).send(runRecord(run, origin(request)));
    },
  );
}
