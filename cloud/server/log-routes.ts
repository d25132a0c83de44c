import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readRun } from '../store/runs.ts';
import { callerOf } from './caller.ts';
import { chooseType } from './choose-type.ts';
import type { CloudContext } from './cloud-context.ts';
import { asJsonLine, asServerSentEvent } from './log-format.ts';
import { eventsSoFar, eventsUntilEnd, type StreamEvent } from './log-stream.ts';
import { invalid, unavailable } from './problem.ts';
import { problems } from './route-problems.ts';
import { originOf, runRecord } from './run-record.ts';
import { LogQuery, RunParams } from './schemas.ts';
import type { RequestSchemaTypes } from './validation.ts';

const stream = 'text/event-stream';
const lines = 'application/x-ndjson';

/** The log of a run: as it happens, or as far as it is. */
export function logRoutes(
  instance: FastifyInstance,
  { database, watch, settings, metrics, closing }: CloudContext,
): void {
  const app = instance.withTypeProvider<RequestSchemaTypes>();
  const db = database.kysely;
  let watchers = 0;
  app.get(
    '/runs/:runId/logs',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'Follow the log of a run',
        params: RunParams,
        querystring: LogQuery,
        response: {
          200: {
            description: 'Events: log, status, end',
            content: { [stream]: { schema: Type.String() }, [lines]: { schema: Type.String() } },
          },
          ...problems(404, 422),
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      // Before the first byte: an error after it could not be told.
      const { id: runId } = await readRun(db, accountId, request.params.runId);
      const origin = originOf(request, settings);
      const after = afterOf(request.headers['last-event-id'], request.query.after);
      const options = {
        db,
        accountId,
        runId,
        after,
        record: (run: Parameters<typeof runRecord>[0]) => runRecord(run, origin),
      };
      reply
        .header('cache-control', 'no-store')
        .header('vary', 'accept')
        .serializer((text: unknown) => String(text));
      if (chooseType(request.headers.accept, [stream, lines]) === lines) {
        return reply.type(lines).send(Readable.from(text(eventsSoFar(options), asJsonLine)));
      }
      if (watchers >= settings.watchers) throw unavailable('too many log streams are open');
      watchers += 1;
      metrics.watchers.set(watchers);
      const gone = new AbortController();
      const news = watch.watch(runId);
      reply.raw.on('close', () => {
        watchers -= 1;
        metrics.watchers.set(watchers);
        gone.abort();
        news[Symbol.dispose]();
      });
      const signal = AbortSignal.any([gone.signal, closing]);
      // Proxies would gather the events.
      reply.header('x-accel-buffering', 'no').type(stream);
      return reply.send(Readable.from(text(eventsUntilEnd(options, news, signal), asServerSentEvent)));
    },
  );
}

/** Where a reader that comes back goes on. A browser repeats the address it began with, so that the header is newer. */
function afterOf(header: FastifyRequest['headers'][string], query: number | undefined): number {
  if (header === undefined || header === '') return query ?? 0;
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) {
    throw invalid([{ pointer: '#', detail: 'Last-Event-ID must be the number of a line' }]);
  }
  return Number(header);
}

async function* text(events: AsyncIterable<StreamEvent>, format: (event: StreamEvent) => string) {
  for await (const event of events) yield Buffer.from(format(event));
}
