import type { Generated, GeneratedAlways } from 'kysely';
import type { FinalStatus } from '../../kernel/enums.ts';
import type { LogLevel } from '../../kernel/events.ts';
import type { Scope } from './scopes.ts';

export type RunStatus = 'queued' | 'running' | FinalStatus;
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
export type LedgerKind = 'grant' | 'hold' | 'charge' | 'refund';

/** The tables that migrations.ts creates. Whole numbers are below 2^53; times are from the clock of the database. */
export interface Tables {
  accounts: {
    id: string;
    name: string;
    /** Credits that can be spent: the sum of the account's ledger. */
    balance: Generated<number>;
    /** Maximum number of queued and running runs. */
    concurrency: number;
    created_at: Generated<Date>;
  };
  api_keys: {
    id: string;
    account_id: string;
    /** SHA-256 of the whole key. */
    hash: Uint8Array;
    /** What it is for, in the words of its owner. */
    label: string | null;
    scopes: Generated<Scope[]>;
    created_at: Generated<Date>;
    expires_at: Date | null;
    /** At most `lastUseInterval` too early. */
    last_used_at: Date | null;
    revoked_at: Date | null;
    /** Of a key that was exchanged for an ID token: what let it in, and `jti` of the token, which gives one key. */
    trusted_repository_id: string | null;
    id_token: string | null;
  };
  /** Repositories whose GitHub Actions get keys of the account. */
  trusted_repositories: {
    id: string;
    account_id: string;
    /** `owner/name` */
    repository: string;
    branch: string | null;
    environment: string | null;
    /** GitHub's ids of the repository and its owner, from the first token: a name may pass to someone else. */
    github_id: string | null;
    github_owner_id: string | null;
    created_at: Generated<Date>;
  };
  /** Append-only: a trigger rejects changes. */
  ledger: {
    id: Generated<number>;
    account_id: string;
    run_id: string | null;
    kind: LedgerKind;
    amount: number;
    created_at: Generated<Date>;
  };
  runs: {
    id: string;
    /** Increases with every run; the order of the list. */
    number: Generated<number>;
    /** The order of the queue, before `number`: see queue-run.ts. */
    turn: Generated<number>;
    account_id: string;
    /** The job that starts it. */
    job_id: string;
    project_type: string;
    package_name: string | null;
    package_ref: string | null;
    /** The name, without a version. */
    package: GeneratedAlways<string | null>;
    ref: string | null;
    ruleset: 'next' | null;
    /** Whether to compare the project with its published version. */
    against_published: Generated<boolean>;
    /** Exact version of n8n to verify with; the default when null. */
    n8n: string | null;
    /** The run that this one repeats with another n8n. */
    repeats: string | null;
    git_remote: string | null;
    git_commit: string | null;
    git_branch: string | null;
    git_dirty: boolean | null;
    /** Seconds. */
    timeout: number;
    status: Generated<RunStatus>;
    /** The current attempt, which alone may write; each start takes the next number. */
    attempt: Generated<number>;
    /** Attempts that ended without a result. */
    crashes: Generated<number>;
    /** Credits held, then charged or refunded. */
    cost: number;
    checks_done: Generated<number>;
    checks_total: Generated<number>;
    /** While it runs: a list of `CheckState` as JSON. */
    check_states: string | null;
    /** The number of its last log line. */
    last_seq: Generated<number>;
    cancel_requested_at: Date | null;
    /** Whether it ended because of that, as `rejected`. */
    cancelled: Generated<boolean>;
    created_at: Generated<Date>;
    started_at: Date | null;
    finished_at: Date | null;
    /** Of the verification; null for runs that ended before there was the column. */
    summary: string | null;
    /** A `Verification` as JSON. Text, because JSON types of the database refuse escaped NUL characters. */
    verification: string | null;
    /** In the link to the run's page, for readers without a key. */
    web_token: string;
  };
  /** The files to verify; deleted when the run ends. */
  uploads: { run_id: string; content: Uint8Array };
  run_logs: {
    run_id: string;
    seq: number;
    time: Generated<Date>;
    level: LogLevel;
    message: string;
    check_name: string | null;
  };
  webhooks: {
    id: string;
    account_id: string;
    url: string;
    /** Signs the messages (Standard Webhooks); readable, because each message is signed with it. */
    secret: string;
    created_at: Generated<Date>;
  };
  webhook_deliveries: {
    /** Also the id of the message, the same for each attempt. */
    id: string;
    number: Generated<number>;
    webhook_id: string;
    run_id: string;
    /** JSON. */
    body: string;
    status: Generated<DeliveryStatus>;
    /** Whether it has a job. */
    queued: Generated<boolean>;
    attempts: Generated<number>;
    /** Of the last response. */
    response_status: number | null;
    /** Why the last attempt failed. */
    error: string | null;
    created_at: Generated<Date>;
    attempted_at: Date | null;
  };
  /** Logins of devices (RFC 8628) that wait for their user. */
  device_logins: {
    /** SHA-256 of the device code. */
    device_hash: Uint8Array;
    user_code: string;
    label: string;
    scopes: Scope[];
    status: Generated<'pending' | 'approved' | 'denied'>;
    /** Who approved it. */
    account_id: string | null;
    /** Seconds between two polls. */
    poll_seconds: number;
    polled_at: Date | null;
    expires_at: Date;
  };
  idempotency_keys: {
    account_id: string;
    key: string;
    /** SHA-256 of the payload. */
    payload: Uint8Array;
    run_id: string;
    created_at: Generated<Date>;
  };
}
