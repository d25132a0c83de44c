import type { Generated } from 'kysely';
import type { FinalStatus } from '../../kernel/enums.ts';
import type { LogLevel } from '../../kernel/events.ts';

export type RunStatus = 'queued' | 'running' | FinalStatus;
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
    created_at: Generated<Date>;
    revoked_at: Date | null;
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
    /** Increases with every run; the order of the list and of the queue. */
    number: Generated<number>;
    account_id: string;
    /** The job that starts it. */
    job_id: string;
    project_type: string;
    package_name: string | null;
    package_ref: string | null;
    ref: string | null;
    git_remote: string | null;
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
    /** The number of its last log line. */
    last_seq: Generated<number>;
    cancel_requested_at: Date | null;
    created_at: Generated<Date>;
    started_at: Date | null;
    finished_at: Date | null;
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
  idempotency_keys: {
    account_id: string;
    key: string;
    /** SHA-256 of the payload. */
    payload: Uint8Array;
    run_id: string;
    created_at: Generated<Date>;
  };
}
