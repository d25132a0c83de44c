import Type, { type Static } from 'typebox';
import { finalStatuses } from '../../kernel/enums.ts';
import { UploadedFile } from '../../runner/source/uploaded-file.ts';

const closed = { additionalProperties: false };
/** A single line of text without control characters; PostgreSQL cannot store NUL. */
const line = (maxLength: number, description?: string) =>
  Type.Optional(
    Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$', ...(description && { description }) }),
  );

const time = (description: string) => Type.String({ format: 'date-time', description });

/** Maximum timeout of a run in seconds. */
export const maxTimeout = 3_600;

export const runStatuses = ['queued', 'running', ...finalStatuses] as const;

/** The body of a create-run request (CONTRACT 1). `toNewRun` checks that it has either files or a package reference. */
export const RunRequest = Type.Object(
  {
    projectType: Type.String({ minLength: 1, maxLength: 128 }),
    packageName: line(256, 'Local project mode: name of the package'),
    files: Type.Optional(Type.Array(UploadedFile, { description: 'Local project mode: files of the project' })),
    packageRef: line(512, 'Package mode: reference of a published package, `name` or `name@version`'),
    ref: line(256, 'Git ref, branch or commit SHA that tags the run'),
    gitRemote: line(1_024, 'URL of the git remote'),
    timeout: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: maxTimeout, description: 'Time limit in seconds' }),
    ),
  },
  closed,
);
export type RunRequest = Static<typeof RunRequest>;

export const RunRecord = Type.Object(
  {
    runId: Type.String(),
    status: Type.Enum([...runStatuses]),
    projectType: Type.String(),
    packageName: Type.Optional(Type.String()),
    packageRef: Type.Optional(Type.String()),
    ref: Type.Optional(Type.String()),
    timeout: Type.Number({ description: 'Time limit in seconds' }),
    createdAt: time('Creation time'),
    startedAt: Type.Optional(time('Time of the first start')),
    finishedAt: Type.Optional(time('Time of the end')),
    checks: Type.Object({ done: Type.Integer(), total: Type.Integer() }, closed),
    queuePosition: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Position in the queue, starting at 1; absent beyond the first 1,000',
      }),
    ),
    credits: Type.Object({ held: Type.Number(), charged: Type.Number(), refunded: Type.Number() }, closed),
    links: Type.Object(
      { self: Type.String(), logs: Type.String(), result: Type.String(), cancel: Type.String(), web: Type.String() },
      closed,
    ),
  },
  closed,
);
export type RunRecord = Static<typeof RunRecord>;

export const RunList = Type.Object({ runs: Type.Array(RunRecord), nextCursor: Type.Optional(Type.String()) }, closed);

export const AccountRecord = Type.Object(
  {
    accountId: Type.String(),
    name: Type.String(),
    credits: Type.Object({ balance: Type.Number(), held: Type.Number() }, closed),
    concurrency: Type.Object({ limit: Type.Integer(), active: Type.Integer() }, closed),
  },
  closed,
);

/** RFC 9457. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    requestId: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }, closed))),
  },
  closed,
);
export type Problem = Static<typeof Problem>;

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: 'Within 24 hours, a request with the same key and the same payload returns the same run',
    }),
  ),
});
export const RunParams = Type.Object({ runId: Type.String() });
export const WaitQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.Number({ minimum: 0, maximum: 30, description: 'Seconds to wait for a change of the status' }),
    ),
  },
  closed,
);
export const ListQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    cursor: Type.Optional(Type.String()),
  },
  closed,
);
export const LogQuery = Type.Object(
  { after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only lines with a greater number' })) },
  closed,
);
