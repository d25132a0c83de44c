import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { sarifReport } from '../../kernel/report/sarif.ts';
import { toFinalResult } from '../../kernel/result.ts';
import { FinalResult, Verification } from '../../kernel/result-schemas.ts';
import { readVerification } from '../store/runs.ts';
import { callerOf } from './caller.ts';
import { chooseType } from './choose-type.ts';
import type { CloudContext } from './cloud-context.ts';
import { problems } from './route-problems.ts';
import { creditsOf } from './run-record.ts';
import { RunParams } from './schemas.ts';
import type { RequestSchemaTypes } from './validation.ts';

const sarif = 'application/sarif+json';
/** The complete verification, from which clients make reports. */
const report = 'application/vnd.service.report+json';

/** The result of a finished run: as SPEC 2.2 has it, as SARIF, or complete. */
export function resultRoutes(instance: FastifyInstance, { database, kernel }: CloudContext): void {
  const app = instance.withTypeProvider<RequestSchemaTypes>();
  app.get(
    '/runs/:runId/result',
    {
      schema: {
        summary: 'Get the result of a finished run',
        params: RunParams,
        response: {
          200: {
            description: 'The result, in the format that the Accept header selects',
            content: {
              'application/json': { schema: FinalResult },
              [sarif]: { schema: Type.Object({ version: Type.Literal('2.1.0') }, { additionalProperties: true }) },
              [report]: { schema: Verification },
            },
          },
          ...problems(404, 409),
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { run, verification } = await readVerification(database.kysely, accountId, request.params.runId);
      const { charged } = creditsOf(run);
      reply
        .header('vary', 'accept')
        .serializer((document: unknown) => (typeof document === 'string' ? document : JSON.stringify(document)));
      const type = chooseType(request.headers.accept, ['application/json', sarif, report]);
      reply.type(type === 'application/json' ? 'application/json; charset=utf-8' : type);
      if (type === sarif) {
        const { id: runId, ref, git } = run;
        return reply.send(sarifReport({ runId, creditsUsed: charged, ref, git, verification, rules: kernel.rules() }));
      }
      return reply.send(type === report ? verification : toFinalResult(verification, run.id, charged));
    },
  );
}
