import Type from 'typebox';
import * as result from '../../kernel/result-schemas.ts';

// The parts of responses that the client uses (CONTRACT 1). Unknown fields are ignored, because the cloud may be newer.

const Counts = Type.Object({ done: Type.Number({ minimum: 0 }), total: Type.Number({ minimum: 0 }) });
const Credits = Type.Object({ held: Type.Number(), charged: Type.Number(), refunded: Type.Number() });

export const RunRecord = Type.Object({
  runId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' }),
  status: Type.String(),
  projectType: Type.Optional(Type.String()),
  packageName: Type.Optional(Type.String()),
  packageRef: Type.Optional(Type.String()),
  ref: Type.Optional(Type.String()),
  timeout: Type.Optional(Type.Number()),
  createdAt: Type.Optional(Type.String()),
  startedAt: Type.Optional(Type.String()),
  finishedAt: Type.Optional(Type.String()),
  checks: Type.Optional(Counts),
  queuePosition: Type.Optional(Type.Number()),
  credits: Type.Optional(Credits),
  links: Type.Optional(Type.Object({ web: Type.Optional(Type.String()) })),
});

export const RunList = Type.Object({ runs: Type.Array(RunRecord), nextCursor: Type.Optional(Type.String()) });

export const FinalResult = Type.Object({
  ...result.FinalResult.properties,
  checks: Type.Array(Type.Object(result.CheckResult.properties)),
});

export const Verification = result.Verification;

export const Account = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  credits: Type.Object({ balance: Type.Number(), held: Type.Number() }),
  concurrency: Type.Object({ limit: Type.Number(), active: Type.Number() }),
});

/** The parts of RFC 9457 that are shown. */
export const Problem = Type.Object({
  code: Type.String(),
  detail: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
});

export const LogLine = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  time: Type.String(),
  level: Type.Enum(['info', 'warn', 'error']),
  message: Type.String(),
  check: Type.Optional(Type.String()),
});

/** The file of `service auth login`. */
export const Credentials = Type.Object({
  /** URL of the last login. */
  current: Type.Optional(Type.String()),
  /** Keys by base URL. */
  keys: Type.Record(Type.String(), Type.String()),
});
