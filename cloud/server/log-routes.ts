import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { type Run, readRun } from '../store/runs.ts';
import { callerOf } from './caller.ts';
import { chooseType } from './choose-type.ts';
import type { CloudContext } from './cloud-context.ts';
import { eventsSoFar } from './log-events.ts';
import { asJsonLine } from './log-format.ts';
import { afterOf, bytesOf, eventStream, type LogStreams } from './log-streams.ts';
import { problems } from './route-problems.ts';
import { originOf, runRecord } from './run-record.ts';
import { LogQuery, RunParams } from './schemas.ts';
import type { RequestSchemaTypes } from './validation.ts';

const lines = 'application/x-ndjson';

/** The log of a run: as a stream until its end, or as lines so far. */
export function logRoutes(
  instance: FastifyInstance,
  { database, settings }: CloudContext,
  { streams }: { streams: LogStreams },
): void {
  const app = instance.withTypeProvider<RequestSchemaTypes>();
  const db = database.kysely;
  app.get(
    '/runs/:runId/logs',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'Stream the log of a run',
        params: RunParams,
        querystring: LogQuery,
        response: {
          200: {
            description: 'The events `log`, `status` and `end`',
            content: { [eventStream]: { schema: Type.String() }, [lines]: { schema: Type.String() } },
          },
          ...problems(404, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { accountId } = caller;
      // Before the first byte, after which an error has no status code.
      const { id: runId } = await readRun(db, accountId, request.params.runId);
      const origin = originOf(request, settings);
      const after = afterOf(request.headers['last-event-id'], request.query.after);
      const options = { accountId, runId, after, record: (run: Run) => runRecord(run, origin) };
      reply
        .header('cache-control', 'no-store')
        .header('vary', 'accept')
        .serializer((text: unknown) => String(text));
      if (chooseType(request.headers.accept, [eventStream, lines]) === lines) {
        return reply
          .type(lines)
          .send(Readable.from(bytesOf(eventsSoFar({ ...options, feed: streams.feed }), asJsonLine)));
      }
      return streams.send(reply, options, caller);
    },
  );
}
