import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createBatch } from '../store/create-batch.ts';
import type { Admission } from './admission.ts';
import { callerOf } from './caller.ts';
import type { CloudContext } from './cloud-context.ts';
import { assertReference, idempotencyKeyOf, toNewRun } from './new-run.ts';
import { invalidRequest } from './problem.ts';
import { problems } from './route-problems.ts';
import { closed, RunRequest, runStatuses } from './schemas.ts';
import type { SchemaTypes } from './validation.ts';

/** Packages in a batch. */
const maxPackages = 1_000;
/** Seconds after which a request with the rest of a batch can be useful. */
const retryAfter = 5;

const { projectType, ref, ruleset, timeout } = RunRequest.properties;
const BatchRequest = Type.Object(
  {
    projectType,
    packageRefs: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      minItems: 1,
      maxItems: maxPackages,
      description: 'References of published packages, `name` or `name@version`; repeated ones count once',
    }),
    ref,
    ruleset,
    timeout,
  },
  closed,
);

const BatchHeaders = Type.Object({
  'idempotency-key': Type.String({
    description: 'Names the batch: for 24 hours, requests with the same key create one run for each package',
  }),
});

const BatchState = Type.Object(
  {
    created: Type.Integer({ description: 'Runs that this request has created' }),
    waiting: Type.Integer({ description: 'Packages without a run: send the same request again once runs have ended' }),
    packages: Type.Array(
      Type.Object(
        {
          packageRef: Type.String(),
          runId: Type.Optional(Type.String()),
          status: Type.Optional(Type.Enum([...runStatuses])),
          code: Type.Optional(Type.String({ description: 'Why there is no run yet' })),
          detail: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** The route to verify many published packages. */
export function batchRoutes(
  instance: FastifyInstance,
  { database, queue, kernel, pluginNames, settings, metrics }: CloudContext,
  { admission }: { admission: Admission },
): void {
  const app = instance.withTypeProvider<SchemaTypes>();
  app.post(
    // Two colons are one, not a parameter.
    '/runs::batch',
    {
      config: { scope: 'verify' },
      schema: {
        summary: 'Create runs of published packages, as many as the limits of the account allow now',
        headers: BatchHeaders,
        body: BatchRequest,
        response: { 200: BatchState, ...problems(409, 413, 422, 501) },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const key = idempotencyKeyOf(request);
      if (key === undefined) throw invalidRequest([{ pointer: '#', detail: 'Idempotency-Key is required' }]);
      const { packageRefs, ...options } = request.body;
      for (const [index, packageRef] of packageRefs.entries()) assertReference(packageRef, `#/packageRefs/${index}`);
      const newRuns = [...new Set(packageRefs)].map((packageRef) => ({
        ...toNewRun({ ...options, packageRef }, { kernel, limits: settings.upload, pluginNames }),
        packageRef,
      }));
      const admit = () => admission.admit();
      const batch = { accountId, key, newRuns, cost: settings.runCost, admit };
      const entries = await createBatch(database.kysely, queue, batch);
      const created = entries.filter((entry) => 'created' in entry && entry.created).length;
      metrics.runsCreated.inc(created);
      request.log.info({ accountId, created, packages: entries.length }, 'batch');
      const waiting = entries.filter((entry) => 'code' in entry).length;
      if (waiting > 0) reply.header('retry-after', retryAfter);
      const packages = entries.map((entry) => {
        if ('code' in entry) return entry;
        const { packageRef, runId, status } = entry;
        return { packageRef, runId, status };
      });
      return { created, waiting, packages };
    },
  );
}
