import Type, { type Static } from 'typebox';
import { finalStatuses } from '../../kernel/enums.ts';
import { UploadedFile } from '../../runner/source/uploaded-file.ts';
import { scopes } from '../store/scopes.ts';

export const closed = { additionalProperties: false };
/** A single line of text without control characters; PostgreSQL cannot store NUL. */
const line = (maxLength: number, description?: string) =>
  Type.Optional(
    Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$', ...(description && { description }) }),
  );

export const time = (description: string) => Type.String({ format: 'date-time', description });

/** Maximum timeout of a run in seconds. */
const maxTimeout = 3_600;

export const runStatuses = ['queued', 'running', ...finalStatuses] as const;

/** Beside the remote: the state of the git repository of the project. */
const gitFields = {
  gitCommit: Type.Optional(
    Type.String({ pattern: '^([0-9a-f]{40}|[0-9a-f]{64})$', description: 'The commit that was checked out' }),
  ),
  gitBranch: line(256, 'The branch that was checked out'),
  gitDirty: Type.Optional(Type.Boolean({ description: 'Whether files differed from the commit' })),
};

/** The body of a create-run request (CONTRACT 1). `toNewRun` checks that it has either files or a package reference. */
export const RunRequest = Type.Object(
  {
    projectType: Type.String({ minLength: 1, maxLength: 128 }),
    packageName: line(256, 'Local project mode: name of the package'),
    files: Type.Optional(Type.Array(UploadedFile, { description: 'Local project mode: files of the project' })),
    packageRef: line(512, 'Package mode: reference of a published package, `name` or `name@version`'),
    ref: line(256, 'Git ref, branch or commit SHA that tags the run'),
    gitRemote: line(1_024, 'URL of the git remote'),
    ...gitFields,
    ruleset: Type.Optional(Type.Literal('next', { description: 'Verifies with the next ruleset' })),
    againstPublished: Type.Optional(
      Type.Boolean({
        description:
          'Local project mode: also verifies the newest published version of the package, within the same time limit, and reports what is different',
      }),
    ),
    plugins: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 512, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }), {
        maxItems: 100,
        description: 'Plugins that the project names; the run is refused if the server lacks one',
      }),
    ),
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
    cancelled: Type.Optional(
      Type.Boolean({ description: 'True for a run that was cancelled, whose status is `rejected`; else absent' }),
    ),
    projectType: Type.String(),
    packageName: Type.Optional(Type.String()),
    packageRef: Type.Optional(Type.String()),
    ref: Type.Optional(Type.String()),
    gitRemote: Type.Optional(Type.String()),
    ...gitFields,
    ruleset: Type.Optional(Type.String({ description: '`next`; the current one when absent' })),
    n8n: Type.Optional(Type.String({ description: 'Version of n8n to verify with; the default when absent' })),
    repeats: Type.Optional(
      Type.String({ description: 'The run that the operator repeats with this n8n; the repetition costs no credits' }),
    ),
    timeout: Type.Number({ description: 'Time limit in seconds' }),
    createdAt: time('Creation time'),
    startedAt: Type.Optional(time('Time of the first start')),
    finishedAt: Type.Optional(time('Time of the end')),
    checks: Type.Object({ done: Type.Integer(), total: Type.Integer() }, closed),
    queuePosition: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Position in the queue, starting at 1; it rises when accounts with fewer runs join; absent beyond the first 1,000',
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

const ScopeList = Type.Array(Type.Enum([...scopes]), { minItems: 1, maxItems: scopes.length });

export const KeyRequest = Type.Object(
  {
    label: line(100, 'What the key is for'),
    scopes: Type.Optional({
      ...ScopeList,
      description: 'What it may do, `verify` by default; `verify` includes `read`, and `admin` includes both',
    }),
    expiresAt: Type.Optional(time('Time after which the key is rejected; never when absent')),
  },
  closed,
);

export const KeyRecord = Type.Object(
  {
    keyId: Type.String(),
    label: Type.Optional(Type.String()),
    scopes: ScopeList,
    createdAt: time('Creation time'),
    expiresAt: Type.Optional(time('Time after which the key is rejected')),
    lastUsedAt: Type.Optional(time('Time of the last use, up to a minute too early')),
    revokedAt: Type.Optional(time('Time of the revocation')),
  },
  closed,
);
export type KeyRecord = Static<typeof KeyRecord>;

export const CreatedKey = Type.Object(
  { ...KeyRecord.properties, apiKey: Type.String({ description: 'The key; it cannot be read again' }) },
  closed,
);

export const KeyList = Type.Object({ keys: Type.Array(KeyRecord) }, closed);

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
export const KeyParams = Type.Object({ keyId: Type.String() });
export const RunParams = Type.Object({
  runId: Type.String({ description: 'ID of the run, or a prefix of it that no other run of the account has' }),
});
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
export const RunListQuery = Type.Object(
  {
    ...ListQuery.properties,
    package: line(512, 'Only runs of the package with this name: of projects, and of published versions'),
  },
  closed,
);
export const LogQuery = Type.Object(
  { after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only lines with a greater number' })) },
  closed,
);
