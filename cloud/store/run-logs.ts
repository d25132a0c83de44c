import type { Kysely } from 'kysely';
import type { LogLevel } from '../../kernel/events.ts';
import type { Tables } from './tables.ts';

export interface LogLine {
  /** Contiguous from 1. */
  seq: number;
  time: Date;
  level: LogLevel;
  message: string;
  check?: string;
}

/** Up to `limit` lines after line `after`, in order. */
export async function readLog(
  db: Kysely<Tables>,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<LogLine[]> {
  const rows = await db
    .selectFrom('run_logs')
    .select(['seq', 'time', 'level', 'message', 'check_name'])
    .where('run_id', '=', runId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ check_name, ...line }) => ({ ...line, ...(check_name !== null && { check: check_name }) }));
}
