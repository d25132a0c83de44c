import Type from 'typebox';
import * as result from '../../kernel/result-schemas.ts';

// The parts of responses that the client uses (CONTRACT 1). Unknown fields are ignored, because the cloud may be newer.

const Counts = Type.Object({ done: Type.Number({ minimum: 0 }), total: Type.Number({ minimum: 0 }) });
const Credits = Type.Object({ held: Type.Number(), charged: Type.Number(), refunded: Type.Number() });

export const RunRecord = Type.Object({
  runId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' }),
  status: Type.String(),
  cancelled: Type.Optional(Type.Boolean()),
  projectType: Type.Optional(Type.String()),
  packageName: Type.Optional(Type.String()),
  packageRef: Type.Optional(Type.String()),
  ref: Type.Optional(Type.String()),
  gitRemote: Type.Optional(Type.String()),
  gitCommit: Type.Optional(Type.String()),
  gitBranch: Type.Optional(Type.String()),
  gitDirty: Type.Optional(Type.Boolean()),
  ruleset: Type.Optional(Type.String()),
  n8n: Type.Optional(Type.String()),
  repeats: Type.Optional(Type.String()),
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

export const Key = Type.Object({
  keyId: Type.String(),
  label: Type.Optional(Type.String()),
  scopes: Type.Array(Type.String()),
  createdAt: Type.String(),
  expiresAt: Type.Optional(Type.String()),
  lastUsedAt: Type.Optional(Type.String()),
  revokedAt: Type.Optional(Type.String()),
});

export const CreatedKey = Type.Object({ ...Key.properties, apiKey: Type.String() });

export const KeyList = Type.Object({ keys: Type.Array(Key) });

export const Repository = Type.Object({
  trustedRepositoryId: Type.String(),
  repository: Type.String(),
  branch: Type.Optional(Type.String()),
  environment: Type.Optional(Type.String()),
  githubId: Type.Optional(Type.String()),
  createdAt: Type.String(),
});

export const RepositoryList = Type.Object({ repositories: Type.Array(Repository) });

/** https://docs.github.com/en/actions/reference/security/oidc#methods-for-requesting-the-oidc-token */
export const IdToken = Type.Object({ value: Type.String({ minLength: 1 }) });

export const Webhook = Type.Object({ webhookId: Type.String(), url: Type.String(), createdAt: Type.String() });

export const CreatedWebhook = Type.Object({ ...Webhook.properties, secret: Type.String() });

export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) });

export const Delivery = Type.Object({
  deliveryId: Type.String(),
  runId: Type.String(),
  status: Type.String(),
  attempts: Type.Integer(),
  responseStatus: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
  createdAt: Type.String(),
  attemptedAt: Type.Optional(Type.String()),
});

export const DeliveryList = Type.Object({ deliveries: Type.Array(Delivery), nextCursor: Type.Optional(Type.String()) });

/** RFC 8628, section 3.2. */
export const DeviceLogin = Type.Object({
  device_code: Type.String({ minLength: 1 }),
  user_code: Type.String({ minLength: 1, maxLength: 100 }),
  verification_uri: Type.String(),
  verification_uri_complete: Type.Optional(Type.String()),
  expires_in: Type.Number({ minimum: 1 }),
  interval: Type.Optional(Type.Number({ minimum: 1, maximum: 300 })),
});

export const Token = Type.Object({ access_token: Type.String({ minLength: 1 }) });

/** RFC 6749, section 5.2. */
export const TokenError = Type.Object({ error: Type.String() });

export const BatchState = Type.Object({
  waiting: Type.Integer({ minimum: 0 }),
  packages: Type.Array(
    Type.Object({
      packageRef: Type.String(),
      runId: Type.Optional(Type.String()),
      status: Type.Optional(Type.String()),
      code: Type.Optional(Type.String()),
      detail: Type.Optional(Type.String()),
    }),
  ),
});

/** The parts of RFC 9457 that are shown. */
export const Problem = Type.Object({
  code: Type.String(),
  detail: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(Type.Object({ pointer: Type.Optional(Type.String()), detail: Type.Optional(Type.String()) })),
  ),
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
