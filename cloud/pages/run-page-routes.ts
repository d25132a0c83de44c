import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { serviceError } from '../../kernel/errors.ts';
import type { CloudContext } from '../server/cloud-context.ts';
import { eventsSoFar, type StreamEvent } from '../server/log-events.ts';
import { afterOf, bytesOf, type LogStreams } from '../server/log-streams.ts';
import { creditsOf, originOf, runRecord } from '../server/run-record.ts';
import { LogQuery, RunParams } from '../server/schemas.ts';
import type { SchemaTypes } from '../server/validation.ts';
import { type Run, readLinkedRun, readVerification } from '../store/runs.ts';
import { reportFormats } from './report-formats.ts';
import { runPage } from './run-page.ts';
import { readRunView } from './run-view.ts';

/** A missing token gets the same response as a wrong one. */
const token = { token: Type.Optional(Type.String()) };
const TokenQuery = Type.Object(token);
const StreamQuery = Type.Object({ ...token, ...LogQuery.properties });
const ReportParams = Type.Object({ ...RunParams.properties, format: Type.String() });

/** The page of a run, its log and its reports, for everyone who has the link. */
export function runPageRoutes(
  instance: FastifyInstance,
  cloud: CloudContext,
  { streams }: { streams: LogStreams },
): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  const { kernel, settings } = cloud;
  const db = cloud.database.kysely;
  const query = { params: RunParams, querystring: TokenQuery };

  app.get('/runs/:runId', { schema: query }, async (request, reply) => {
    const run = await readLinkedRun(db, request.params.runId, request.query.token ?? '');
    return reply.type('text/html; charset=utf-8').send(runPage(await readRunView(cloud, run)));
  });

  app.get(
    '/runs/:runId/logs',
    { exposeHeadRoute: false, schema: { params: RunParams, querystring: StreamQuery } },
    async (request, reply) => {
      const run = await readLinkedRun(db, request.params.runId, request.query.token ?? '');
      const origin = originOf(request, settings);
      const after = afterOf(request.headers['last-event-id'], request.query.after);
      const record = (current: Run) => runRecord(current, origin);
      const shown = (current: Run) => streams.feed.checks(current.id);
      return streams.send(reply, { accountId: run.accountId, runId: run.id, after, record, shown });
    },
  );

  app.get('/runs/:runId/log.txt', { exposeHeadRoute: false, schema: query }, async (request, reply) => {
    const { id: runId, accountId } = await readLinkedRun(db, request.params.runId, request.query.token ?? '');
    const events = eventsSoFar({ feed: streams.feed, runId, accountId, after: 0, record: (run) => runRecord(run, '') });
    return reply.type('text/plain; charset=utf-8').send(Readable.from(bytesOf(events, asPlainLine)));
  });

  app.get(
    '/runs/:runId/reports/:format',
    { schema: { params: ReportParams, querystring: TokenQuery } },
    async (request, reply) => {
      const { params } = request;
      const { accountId, id } = await readLinkedRun(db, params.runId, request.query.token ?? '');
      const format = Object.hasOwn(reportFormats, params.format) ? reportFormats[params.format] : undefined;
      if (!format) throw serviceError('NOT_FOUND', { what: 'This report' });
      const { run, verification } = await readVerification(db, accountId, id);
      const { charged: creditsUsed } = creditsOf(run);
      const { ref, git } = run;
      return reply
        .header('content-disposition', `attachment; filename="service-${id}.${format.extension}"`)
        .type(format.type)
        .send(format.render({ runId: id, creditsUsed, ref, git, verification, rules: kernel.rules() }));
    },
  );
}

function asPlainLine(event: StreamEvent): string {
  if (event.type !== 'log') return '';
  const { time, level, check, message } = event.line;
  return `${[time.toISOString(), level, ...(check === undefined ? [] : [check]), message].join(' ')}\n`;
}
