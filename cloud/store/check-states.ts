import type { Kysely } from 'kysely';
import Type, { type Static } from 'typebox';
import { guard } from '../../kernel/guard.ts';
import { type CheckReport, countFindings, outcomeOf } from '../../kernel/result.ts';
import type { Tables } from './tables.ts';

/** A check of an unfinished run. */
export const CheckState = Type.Object({
  name: Type.String(),
  title: Type.String(),
  state: Type.Enum(['waiting', 'running', 'passed', 'failed', 'skipped']),
  /** `3 errors, 1 warning`, once it has ended. */
  found: Type.Optional(Type.String()),
  /** Milliseconds, once it has ended. */
  duration: Type.Optional(Type.Number()),
});
export type CheckState = Static<typeof CheckState>;

const states = guard(Type.Array(CheckState));

/** The state of a check that has ended. */
export function endedState(report: CheckReport): CheckState {
  const { name, title, findings, duration } = report;
  const found = countFindings(findings);
  return { name, title, state: outcomeOf(report), duration, ...(found !== '' && { found }) };
}

/** Reads the checks of a running run; undefined before they are known. */
export async function readCheckStates(db: Kysely<Tables>, runId: string): Promise<CheckState[] | undefined> {
  const row = await db.selectFrom('runs').select('check_states').where('id', '=', runId).executeTakeFirst();
  return row?.check_states ? states.parse(JSON.parse(row.check_states)) : undefined;
}
