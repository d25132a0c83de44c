import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import type { Tables } from '../../../cloud/store/tables.ts';
import { Verification } from '../../../kernel/result-schemas.ts';

/** The content of the store that the checker needs. */
export interface Snapshot {
  runs: StoredRun[];
  /** Oldest first. */
  ledger: { account: string; run: string | null; kind: string; amount: number }[];
  /** By account. */
  balances: Map<string, number>;
  /** The log messages of each run, in order. */
  lines: Map<string, string[]>;
}

export interface StoredRun {
  id: string;
  account: string;
  status: string;
  finished: boolean;
  attempt: number;
  crashes: number;
  cost: number;
  summary: string;
  /** The id of the attempt that wrote the result, if any. */
  verdictOf: string | undefined;
}

export async function takeSnapshot(db: Kysely<Tables>): Promise<Snapshot> {
  const runs = await db.selectFrom('runs').selectAll().orderBy('number').execute();
  const ledger = await db.selectFrom('ledger').selectAll().orderBy('id').execute();
  const accounts = await db.selectFrom('accounts').select(['id', 'balance']).execute();
  const lines = await db
    .selectFrom('run_logs')
    .select(['run_id', 'message'])
    .orderBy('run_id')
    .orderBy('seq')
    .execute();
  return {
    runs: runs.map((row) => {
      const found = row.verification === null ? undefined : Value.Parse(Verification, JSON.parse(row.verification));
      const findings = found?.checks.flatMap((check) => check.findings) ?? [];
      return {
        id: row.id,
        account: row.account_id,
        status: row.status,
        finished: row.finished_at !== null,
        attempt: row.attempt,
        crashes: row.crashes,
        cost: row.cost,
        summary: found?.summary ?? '',
        verdictOf: findings.find(({ code }) => code === 'pace-attempt')?.message,
      };
    }),
    ledger: ledger.map(({ account_id, run_id, kind, amount }) => ({ account: account_id, run: run_id, kind, amount })),
    balances: new Map(accounts.map(({ id, balance }) => [id, balance])),
    lines: new Map(
      [...Map.groupBy(lines, ({ run_id }) => run_id)].map(([run, own]) => [run, own.map(({ message }) => message)]),
    ),
  };
}
